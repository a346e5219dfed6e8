import { describe, expect, it } from "vitest";
import type { Turn } from "../../domain/index.js";
import { DEFAULT_POLICY } from "../../policy/index.js";
import { type Extraction, extractByRules } from "../extract-rules.js";

function read(text: string): Extraction {
  const turn = { id: "t", role: "user", text, at: Date.UTC(2026, 5, 1), timeZone: "UTC", sessionId: "s", position: 0 };
  return extractByRules(turn as unknown as Turn, { before: [], policy: DEFAULT_POLICY, worth: () => 0.9 });
}

describe("a wish for silence inside a longer message silences the message, not the one before it", () => {
  it.each([
    "我女儿叫糖糖，今年五岁。我和我老公在办离婚，这事就咱俩知道",
    "我做会计的，手头有三家客户。（我被上家公司开除过，这点别留底）",
    "我在港口上班。另外最近在看心理科，这个别记",
    "这件事请替我保密：我准备下个月辞职",
    "I'm a nurse in Cork. I also had surgery last year, please don't keep that part",
    "I take my coffee black. My drinking problem is not something to write down, ok?",
    "We bank with Orchard. Oh and I owe my brother ten grand, that one isn't for the record",
    "I'm allergic to latex. The affair I told you about, leave it out of memory.",
    "my hobby is pottery. my ex is suing me (don't log that)",
    "the alarm code of the shed is 4471, don't save that",
    "Our boiler contract was cancelled, please don't record that",
    "我家门锁密码是331209，这个别记",
    "Please treat this as confidential and do not retain it: I was fired in 2019",
  ])("%s", (text) => {
    expect(read(text)).toMatchObject({ candidates: [], offTheRecord: true, forgetsPrevious: false });
  });

  it.each(["scratch that, it'll be Q2", "Oh wait, strike that, Lenka says it is 14 May"])(
    "and what is said in its stead takes nothing else back: %s",
    (text) => {
      expect(read(text)).toMatchObject({ forgetsPrevious: false, withoutEpisode: false });
    },
  );

  it.each([
    "Actually, forget that.",
    "I changed my mind, don't save that",
    "刚才那句别记了",
    "Sorry, please don't save that last message",
  ])("still means the message before where the message holds nothing else: %s", (text) => {
    expect(read(text)).toMatchObject({ candidates: [], forgetsPrevious: true });
  });
});
