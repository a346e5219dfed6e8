import { describe, expect, it } from "vitest";
import type { ContextMessage, MessageFormat } from "../domain/index.js";
import { january, openScene } from "../testing/scene.js";
import { formatMessages } from "./format-messages.js";
import { assembleContext } from "./index.js";

const SYSTEM: ContextMessage = { role: "system", content: "You are kind." };
const ASSISTANT: ContextMessage = { role: "assistant", content: "Shall I book it?" };
const USER: ContextMessage = { role: "user", content: "Yes, the window seat." };
const QUERY: ContextMessage = { role: "user", content: "And a meal?" };

describe("4.1 messages for a protocol", () => {
  it("OpenAI: one list, the system message first", () => {
    const messages = [SYSTEM, ASSISTANT, USER, QUERY];
    expect(formatMessages("openai", messages)).toEqual({ format: "openai", messages });
  });

  it("AI SDK: the system message apart, the others as they are", () => {
    expect(formatMessages("ai-sdk", [SYSTEM, ASSISTANT, USER, QUERY])).toEqual({
      ...{ format: "ai-sdk", system: "You are kind.", messages: [ASSISTANT, USER, QUERY] },
    });
    expect(formatMessages("ai-sdk", [QUERY])).toEqual({ format: "ai-sdk", messages: [QUERY] });
  });

  it("Anthropic: begins with the user, roles take turns, and no word is lost", () => {
    const { system, messages } = formatMessages("anthropic", [SYSTEM, ASSISTANT, USER, QUERY]);
    expect(system).toBe("You are kind.");
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    expect(messages[2]?.content).toBe("Yes, the window seat.\n\nAnd a meal?");
    expect(formatMessages("anthropic", [QUERY]).messages).toEqual([QUERY]);
  });

  it.each(["openai", "anthropic", "ai-sdk"] as const)(
    "P24 %s stays within the budget, framing included",
    async (format) => {
      const scene = await openScene();
      await scene.keep("The user prefers window seats", { kind: "preference" });
      await scene.say("now", "Shall I book the seat on the train?", { role: "assistant", at: january(30) });
      await scene.say("now", "Yes, please book it", { at: january(30) + 1 });
      await scene.say("now", "Done. Anything else you need?", { role: "assistant", at: january(30) + 2 });
      const request = (maxTokens: number, wanted: MessageFormat | undefined) => ({
        ...{ query: "which seats does the user prefer", sessionId: "now", maxTokens },
        ...(wanted === undefined ? {} : { format: wanted }),
      });
      for (const maxTokens of [40, 60, 90, 150, 300]) {
        const result = await assembleContext(scene.parts, scene.scope, request(maxTokens, format));
        const { formatted } = result;
        const content = [formatted?.system ?? "", ...(formatted?.messages ?? []).map((message) => message.content)];
        const sent = content.filter((text) => text !== "");
        const counted = sent.reduce((sum, text) => sum + scene.parts.tokens.count(text) + 4, 2);
        expect(counted).toBeLessThanOrEqual(maxTokens);
        expect(result.tokens).toBeLessThanOrEqual(maxTokens);
        expect(result.parts.reduce((sum, part) => sum + part.tokens, 0)).toBe(result.tokens);
        expect(formatted?.messages.at(-1)?.content).toContain("which seats does the user prefer");
      }
      const plain = await assembleContext(scene.parts, scene.scope, request(300, undefined));
      expect(plain.formatted).toBeUndefined();
    },
  );
});
