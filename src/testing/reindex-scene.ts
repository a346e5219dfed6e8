import type { KeepsakeConfigInput } from "../config/index.js";
import { makeScope, type RecallResult, type Scope } from "../domain/index.js";
import { type EngineWithParts, openWithParts } from "./engine.js";

export const OLD = { kind: "fake", dimension: 256 } as const;
export const NEW = { kind: "fake", dimension: 96 } as const;
export const [OLD_ID, NEW_ID] = ["fake-256", "fake-96"];

/** An instant after everything that is said, so that answers do not change with the clock. */
export const LATER = Date.UTC(2030, 0, 1);

/** An engine on the same data as the others of a test, as another process would have one. */
export type OpenEngine = (
  embedders: Pick<KeepsakeConfigInput, "embedder" | "nextEmbedder">,
) => Promise<EngineWithParts>;

export function engines(store: KeepsakeConfigInput): { readonly open: OpenEngine; closeAll(): Promise<void> } {
  const opened: EngineWithParts[] = [];
  return {
    async open(embedders) {
      const engine = await openWithParts({ ...store, ...embedders, log: { level: "silent" } });
      opened.push(engine);
      return engine;
    },
    async closeAll() {
      for (const engine of opened.splice(0)) await engine.close();
    },
  };
}

const SAID = [
  "I live in Lisbon and work as a nurse at the harbour hospital.",
  "My sister Mara plays the cello in a small orchestra.",
  "I take my green tea without sugar every morning.",
  "我每周三晚上去游泳，周末和同事爬山。",
  "The staging database listens on port 5433.",
  "My dog Bruno is afraid of thunder.",
];

const QUESTIONS = ["Where does the user work?", "green tea in the morning", "周三晚上做什么？", "Is the dog afraid?"];

export const scopeOf = (user: string): Scope => makeScope("default", user);

/** Turns of three users, digested. */
export async function talk({ keepsake }: EngineWithParts, users: readonly string[], rounds = 1): Promise<void> {
  for (const user of users) {
    for (let round = 0; round < rounds; round += 1) {
      const turns = SAID.map((text) => ({ role: "user" as const, text: round === 0 ? text : `${text} (${round})` }));
      await keepsake.user(user).record({ sessionId: `s${round}`, turns });
    }
    await keepsake.user(user).remember({ content: "The user's passport expires in March 2031." });
    await keepsake.user(user).processed();
  }
}

/** What was answered, without the figures of the moment. */
export function answerOf({ items, degraded }: RecallResult): string {
  return JSON.stringify([degraded ?? [], items.map((item) => [item.type, item.content, item.score])]);
}

/** All questions' answers, one text. */
export async function answersOf({ keepsake }: EngineWithParts, user: string): Promise<string> {
  const answers: string[] = [];
  for (const query of QUESTIONS) {
    answers.push(answerOf(await keepsake.user(user).recall({ query, limit: 20, floor: 0, now: LATER })));
  }
  return answers.join("\n");
}

export async function countsOf({ parts }: EngineWithParts, user: string): Promise<Record<string, number>> {
  return Object.fromEntries(await parts.storage.vectors.countByModel(scopeOf(user)));
}
