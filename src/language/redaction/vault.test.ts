import { describe, expect, it } from "vitest";
import { REDACTION_KINDS, type RedactionAction, type RedactionKind, VaultKey } from "../../domain/index.js";
import { redact } from "./redact.js";

const all = (action: RedactionAction) =>
  Object.fromEntries(REDACTION_KINDS.map((kind) => [kind, action])) as Record<RedactionKind, RedactionAction>;
const vault = (key: string) => ({ ...all("vault"), vaultKey: new VaultKey(key) });
const ONE = vault("a first key of some length");

describe("vault", () => {
  it("leaves the same reference for the same secret, however it is written, and another for another", () => {
    const reference = redact("电话13812345678", ONE).text.slice(2);
    expect(reference).toMatch(/^\[vault:phone:[0-9a-f]{24}\]$/u);
    for (const text of ["138-1234-5678", "+86 138 1234 5678", "１３８１２３４５６７８"]) {
      expect(redact(text, ONE).text).toBe(reference);
    }
    expect(redact("13812345679", ONE).text).not.toBe(reference);
  });

  it("depends on the key, and on the kind", () => {
    const other = redact("bob@example.com", vault("another key of some length")).text;
    expect(redact("Bob@Example.com", ONE).text).toBe(redact("bob@example.com", ONE).text);
    expect(redact("bob@example.com", ONE).text).not.toBe(other);
  });

  it("drops where no key is configured", () => {
    expect(redact("密码是abc123", all("vault")).text).toBe("密码是[redacted:password]");
  });

  it("holds nothing of the secret and changes nothing a second time", () => {
    const once = redact("password: hunter2, postgres://bob:s3cret@db.example.com/app", ONE);
    expect(once.text).not.toMatch(/hunter2|s3cret/u);
    expect(redact(once.text, ONE)).toEqual({ text: once.text, findings: [] });
    expect(redact(once.text, all("drop")).text).toBe(once.text);
  });

  it("does not take a long value behind its name for a reference", () => {
    expect(redact("[vault:phone:13812345678]", all("drop")).text).not.toContain("13812345678");
  });

  it("shows its key in no JSON", () => {
    expect(JSON.stringify(ONE)).not.toContain("first key");
  });
});

describe("addresses", () => {
  it.each([
    ["我住在上海市浦东新区张江路88号3号楼1201室", "我住在[redacted:address]"],
    ["地址：北京市海淀区中关村大街27号院5号楼2单元301，下周搬", "地址：[redacted:address]，下周搬"],
    ["公司在科技园路十二号", "公司在[redacted:address]"],
    ["寄到南山區深南大道1001號2棟", "寄到[redacted:address]"],
    ["Ship it to 221B Baker Street, London NW1 6XE please", "Ship it to [redacted:address] please"],
    ["I live at 1600 Pennsylvania Avenue, Washington, DC 20500", "I live at [redacted:address]"],
    ["742 Evergreen Terrace, Apt 5 is home", "[redacted:address] is home"],
  ])("%s", (text, expected) => {
    const actions = { ...all("allow"), address: "drop" } as const;
    expect(redact(text, actions).text).toBe(expected);
    expect(redact(text, { ...actions, address: "allow" }).text).toBe(text);
  });

  it.each([
    "在中山路逛街",
    "坐2路车到8号线换乘",
    "他在路上8点到",
    "I drove 12 miles on the Road",
    "5 star way to travel",
    "Chapter 3 Main Street by Lewis",
    "We met on Baker Street",
    "3 new Drive files",
    "道里区是哈尔滨的一个区",
    "这条街有10家店",
  ])("leaves alone: %s", (text) => {
    expect(redact(text, { ...all("allow"), address: "drop" }).text).toBe(text);
  });
});
