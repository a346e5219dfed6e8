import { expect } from "vitest";
import type { Behaviour } from "./behaviours.js";
import { answer, refusal } from "./door.js";

interface Summary {
  readonly sessionId: string;
  readonly endedAt?: string;
  readonly decisions: readonly string[];
  readonly openQuestions: readonly string[];
  readonly turnRange: { readonly turns: number; readonly firstPosition: number };
  readonly final: boolean;
  readonly memoryId?: string;
}

const AT = "2026-05-01T09:30:00+08:00";

const SAID = {
  en: {
    turns: ["We are planning a trip to Lisbon.", "Which airline should we book?", "We decided on the Alfama House."],
    decided: "Alfama House",
    asked: "Which airline should we book?",
  },
  zh: {
    turns: ["我们在准备去里斯本的旅行。", "机票订哪家航空公司？", "我们决定住阿尔法玛旅馆。"],
    decided: "阿尔法玛旅馆",
    asked: "机票订哪家航空公司？",
  },
} as const;

export const SESSION_SUMMARIES: readonly Behaviour[] = (["en", "zh"] as const).flatMap((language): Behaviour[] => [
  {
    name: `2.7: an ended session has a summary, an episodic memory that can be found, and ends once (${language})`,
    check: async ({ door, user, settled }) => {
      const ada = user();
      const { turns, decided, asked } = SAID[language];
      const said = turns.map((text) => ({ role: "user", text, at: AT }));
      await answer(door, "record", ada, { sessionId: "trip/1", turns: said });
      expect((await refusal(door, "summary-get", ada, { sessionId: "trip/1" })).code).toBe("NOT_FOUND");
      const end = { sessionId: "trip/1" };
      expect(await answer(door, "session-end", ada, end)).toMatchObject({ turns: 3, alreadyEnded: false });
      await settled(ada);
      const summary = await answer<Summary>(door, "summary-get", ada, end);
      expect(summary).toMatchObject({ sessionId: "trip/1", final: true, turnRange: { turns: 3, firstPosition: 0 } });
      expect(summary.decisions.join("\n")).toContain(decided);
      expect(summary.openQuestions).toEqual([asked]);
      expect((await answer<{ items: Summary[] }>(door, "summary-list", ada)).items).toEqual([summary]);
      const kept = await answer<{ items: { id: string }[] }>(door, "list", ada, { kinds: ["summary"] });
      expect(kept.items.map((memory) => memory.id)).toEqual([summary.memoryId]);
      expect(await answer(door, "session-end", ada, end)).toMatchObject({ alreadyEnded: true });
      expect((await refusal(door, "session-end", ada, { sessionId: "none" })).code).toBe("NOT_FOUND");
      expect((await answer<{ items: Summary[] }>(door, "summary-list", user("-other"))).items).toEqual([]);
    },
  },
]);
