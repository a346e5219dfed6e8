import type { UserMemory } from "keepsake";
import { z } from "zod";
import { identify } from "../engine/identity.js";
import { recordTurns } from "../engine/recorder.js";
import type { LatencyRow } from "../metrics/index.js";
import { latencyMeasures, seededRandom } from "../metrics/index.js";
import type { DataTurn } from "../readers/conversation.js";
import { defineSuite, type RunContext } from "./suite.js";

const latencyRowSchema: z.ZodType<LatencyRow> = z.object({
  id: z.string(),
  conversation: z.string(),
  category: z.string(),
  operation: z.string(),
  milliseconds: z.number(),
});

const SEED = 7;
const QUERIES = 60;
const WARM_UP = 5;
const START = Date.UTC(2026, 0, 1);

const PEOPLE = ["Arno", "Bettina", "Chidi", "Dagny", "Emre", "沈瑜", "陶然", "祝融", "闵敏", "柯南星"];
const THINGS_EN = [
  "the harbour audit",
  "a ceramic kiln",
  "the Orin migration",
  "night shifts",
  "the ferry timetable",
  "oat porridge",
  "the tide gauge",
  "violin lessons",
];
const THINGS_ZH = ["码头审计", "陶瓷窑", "奥林迁移", "夜班排期", "渡轮时刻表", "燕麦粥", "潮位仪", "小提琴课"];
const FRAMES_EN = [
  "I prefer {thing} over anything {person} suggests",
  "{person} is in charge of {thing} since week {n}",
  "We moved {thing} to room {n}",
];
const FRAMES_ZH = ["我更喜欢{thing}，不喜欢{person}的安排", "{person}从第{n}周起负责{thing}", "{thing}改到{n}号房间了"];

/** Made-up turns in both languages; the same for the same count. */
export function syntheticTurns(count: number): readonly DataTurn[] {
  const random = seededRandom(SEED);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? "";
  return Array.from({ length: count }, (_, index) => {
    const chinese = index % 2 === 0;
    const text = pick(chinese ? FRAMES_ZH : FRAMES_EN)
      .replace("{thing}", pick(chinese ? THINGS_ZH : THINGS_EN))
      .replace("{person}", pick(PEOPLE))
      .replace("{n}", String(1 + Math.floor(random() * 900)));
    return {
      id: `turn-${index}`,
      sessionId: `session-${Math.floor(index / 50)}`,
      role: index % 3 === 2 ? "assistant" : "user",
      text,
      at: START + index * 600_000,
    };
  });
}

function syntheticQueries(): readonly string[] {
  const random = seededRandom(SEED + 1);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? "";
  return Array.from({ length: QUERIES + WARM_UP }, (_, index) =>
    index % 2 === 0 ? `谁负责${pick(THINGS_ZH)}` : `who is in charge of ${pick(THINGS_EN)} with ${pick(PEOPLE)}?`,
  );
}

async function timed(work: () => Promise<unknown>): Promise<{ milliseconds: number }> {
  const start = performance.now();
  await work();
  return { milliseconds: performance.now() - start };
}

/** The engine's own share of a recall as it reports it: every step but the embedding; `undefined` when it reports none. */
function ownTime(timings: Readonly<Record<string, number>> | undefined): number | undefined {
  if (timings === undefined) return undefined;
  const own = Object.entries(timings).filter(([step]) => !/embed/i.test(step));
  return own.length === 0 ? undefined : own.reduce((sum, [, milliseconds]) => sum + milliseconds, 0);
}

async function timeReads(memory: UserMemory, size: number, now: number): Promise<readonly LatencyRow[]> {
  const rows: LatencyRow[] = [];
  const add = (operation: string, index: number, milliseconds: number) => {
    const id = `${size}/${operation}/${index}`;
    rows.push({ id, conversation: id, category: `${size} turns`, operation, milliseconds });
  };
  for (const [index, query] of syntheticQueries().entries()) {
    const { milliseconds } = await timed(() => memory.recall({ query, now }));
    // Explaining costs time of its own, so it is asked for apart.
    const { explanation } = await memory.recall({ query, now, explain: true });
    const context = await timed(() => memory.context({ query, now }));
    if (index < WARM_UP) continue;
    add("recall", index, milliseconds);
    add("context", index, context.milliseconds);
    const own = ownTime(explanation?.timings);
    if (own !== undefined) add("recall.own", index, own);
  }
  return rows;
}

async function timeWrites(memory: UserMemory, size: number, now: number): Promise<readonly LatencyRow[]> {
  const rows: LatencyRow[] = [];
  for (let index = 0; index < QUERIES; index++) {
    const turn = {
      role: "user",
      text: `Note ${index}: the lantern order has ${index} boxes`,
      at: now + index,
    } as const;
    const { milliseconds } = await timed(() => memory.record({ sessionId: "timed", turns: [turn] }));
    const id = `${size}/record/${index}`;
    rows.push({ id, conversation: id, category: `${size} turns`, operation: "record", milliseconds });
  }
  return rows;
}

/** Times single calls against one user with a given number of turns. `own` is without the query's embedding. */
export const latencySuite = defineSuite<LatencyRow>({
  name: "latency",
  summary: "milliseconds of record, recall and context for one user, on made-up turns (--sizes 1000,10000)",
  needsData: false,
  rowSchema: latencyRowSchema,
  measures: latencyMeasures,
  run: async (context: RunContext) => {
    const rows: LatencyRow[] = [];
    let identity: { policy?: string; model?: string } = {};
    for (const [index, size] of context.sizes.entries()) {
      context.onProgress(index, context.sizes.length, `${size} turns`);
      const store = await context.system.openStore(context);
      try {
        const memory = store.keepsake.user("timed");
        const turns = syntheticTurns(size);
        await recordTurns(memory, turns, "Asia/Shanghai", new Map());
        const now = START + size * 600_000;
        rows.push(...(await timeReads(memory, size, now)), ...(await timeWrites(memory, size, now)));
        identity = { ...identity, ...(await identify(store, memory)) };
      } finally {
        await store.dispose();
      }
    }
    context.onProgress(context.sizes.length, context.sizes.length, "done");
    const data = { path: `made-up turns: ${context.sizes.join(", ")}`, sha256: "" };
    return { rows, data, policy: identity.policy ?? "unknown", model: identity.model ?? "none", views: {} };
  },
});
