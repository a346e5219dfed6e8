import { expect } from "vitest";
import type { Behaviour } from "./behaviours.js";
import { answer } from "./door.js";

interface Exported {
  readonly items: readonly { readonly type: string; readonly record: Readonly<Record<string, unknown>> }[];
}

interface Imported {
  readonly importId: string;
  readonly turns: number;
  readonly duplicates: number;
  readonly sessions: number;
}

const TALK = JSON.stringify([
  { role: "user", content: "I keep bees on the roof.", timestamp: "2026-03-01T08:00:00Z" },
  { role: "assistant", content: "How many hives?", timestamp: "2026-03-01T08:01:00Z" },
]);

/** What comes in from elsewhere, and what goes out. */
export const HANDING_OVER: readonly Behaviour[] = [
  {
    name: "9.3: everything that is held about a user is handed out, and nothing of another",
    notThrough: { mcp: "the operation is not offered as a tool" },
    check: async ({ door, user, settled }) => {
      const [ada, eve] = [user(), user("-eve")];
      await answer(door, "remember", ada, { content: "Ada keeps bees on the roof." });
      await answer(door, "record", ada, { sessionId: "s", turns: [{ role: "user", text: "我喜欢乌龙茶。" }] });
      await answer(door, "remember", eve, { content: "Eve keeps ferrets in the cellar." });
      await answer(door, "state-put", ada, { space: "task", key: "step", value: 2 });
      await settled(ada);
      const { items } = await answer<Exported>(door, "export", ada);
      const types = new Set(items.map(({ type }) => type));
      for (const type of ["memory", "turn", "session", "state"]) expect(types).toContain(type);
      const told = JSON.stringify(items);
      expect(told).toContain("bees on the roof");
      expect(told).toContain("乌龙茶");
      expect(told).not.toContain("ferrets");
    },
  },
  {
    name: "2.1: a file of conversations is taken in once, whole, under a name by which it can be taken back",
    notThrough: {
      mcp: "the operation is not offered as a tool",
      library: "a program reads the file itself (readConversations), and records its sessions",
      cli: "it takes the file there, not its text",
    },
    check: async ({ door, user }) => {
      const ada = user();
      const first = await answer<Imported>(door, "import", ada, { content: TALK });
      expect(first).toMatchObject({ turns: 2, duplicates: 0, sessions: 1 });
      const again = await answer<Imported>(door, "import", ada, { content: TALK });
      expect(again).toMatchObject({ turns: 0, duplicates: 2, importId: first.importId });
    },
  },
];
