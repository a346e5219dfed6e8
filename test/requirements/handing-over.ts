import { expect } from "vitest";
import type { Behaviour } from "./behaviours.js";
import { answer, refusal } from "./door.js";

interface Exported {
  readonly items: readonly { readonly type: string; readonly record: Readonly<Record<string, unknown>> }[];
}

interface Imported {
  readonly importId: string;
  readonly turns: number;
  readonly duplicates: number;
  readonly sessions: number;
}

interface Attached {
  readonly id: string;
  readonly name: string;
  readonly content?: string;
}

const TALK = JSON.stringify([
  { role: "user", content: "I keep bees on the roof.", timestamp: "2026-03-01T08:00:00Z" },
  { role: "assistant", content: "How many hives?", timestamp: "2026-03-01T08:01:00Z" },
]);

/** What comes in from elsewhere, and what goes out. */
interface Loaded {
  readonly importId: string;
  readonly results: readonly { readonly outcome: string }[];
  readonly repeated: boolean;
}

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
    name: "8.3 9.2 P11: a file beside a conversation is kept once, read back to the byte, hidden from others, and goes with its conversation",
    check: async ({ door, user }) => {
      const [ada, eve] = [user(), user("-eve")];
      await answer(door, "record", ada, { sessionId: "plans", turns: [{ role: "user", text: "Here is the plan." }] });
      const content = Buffer.from("第一版 \u0000\u00ff").toString("base64");
      const file = { sessionId: "plans", name: "计划.txt", mediaType: "text/plain", content };
      const { id } = await answer<Attached>(door, "attachment-add", ada, file);
      expect(await answer<Attached>(door, "attachment-add", ada, file)).toMatchObject({
        id,
        name: "计划.txt",
        bytes: 13,
      });
      expect(await answer<Attached>(door, "attachment-get", ada, { id })).toMatchObject({ name: "计划.txt", content });
      const { items } = await answer<{ items: Attached[] }>(door, "attachment-list", ada, { sessionId: "plans" });
      expect(items.map((item) => item.id)).toEqual([id]);
      expect((await refusal(door, "attachment-get", eve, { id })).code).toBe("NOT_FOUND");
      expect((await refusal(door, "attachment-remove", eve, { id })).code).toBe("NOT_FOUND");
      expect((await refusal(door, "attachment-add", eve, file)).code).toBe("NOT_FOUND");
      const report = await answer<{ erased: object; residue: unknown[] }>(door, "forget", ada, { sessionId: "plans" });
      expect(report).toMatchObject({ erased: { blobs: 1 }, residue: [] });
      expect((await refusal(door, "attachment-get", ada, { id })).code).toBe("NOT_FOUND");
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
  {
    name: "2.1: finished memories are loaded together, once, each with its outcome, under a name by which they can be taken back",
    notThrough: { mcp: "the operation is not offered as a tool", cli: "it takes a file of them" },
    check: async ({ door, user }) => {
      const [ada, eve] = [user(), user("-eve")];
      const memories = [
        { content: "Lives in Leeds", attribute: "home", value: "Leeds", at: "2026-01-01T08:00:00Z" },
        { content: "住在约克", attribute: "home", value: "York", at: "2026-02-01T08:00:00Z" },
      ];
      const first = await answer<Loaded>(door, "load", ada, { memories });
      expect(first.results.map(({ outcome }) => outcome)).toEqual(["new", "superseded"]);
      expect(await answer<Loaded>(door, "load", ada, { memories })).toEqual({ ...first, repeated: true });
      expect((await refusal(door, "load", ada, { memories: [] })).code).toBe("INVALID_INPUT");
      expect((await answer<{ items: unknown[] }>(door, "list", eve, {})).items).toEqual([]);
      const { closed } = await answer<{ closed: string[] }>(door, "rollback", ada, { importId: first.importId });
      expect(closed).toHaveLength(2);
    },
  },
];
