/*
 * Fits the weights by which recall tells whether a store can answer a question at all (src/recall/relevance/weigh-evidence.ts), and
 * prints them with their figures; whole stores are left out for those. Nothing is written: a new weight is a change of the policy's
 * behaviour and goes in by hand, with the evaluation that justifies it.
 *
 *   npx tsx scripts/answering/train.ts [--stores 90] [--scenarios FILE] [--locomo FILE] [--conversations FILE]
 *
 * The stores are of our own writing, in both languages; data sets that lie elsewhere can be added by path. The signs are those that an
 * explanation shows.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openKeepsake, type UserMemory } from "../../src/index.js";
import { crossValidate, type Row, standardise, train } from "../training/logistic.js";
import { type Asked, ownStores, readStores } from "./sources.js";

const FOLDS = 6;
const STEPS = 400;
const RIDGE = 0.01;

/** The chance that an answerable question is rated above one that is not, ties half. */
function areaUnderCurve(rows: readonly { readonly target: number; readonly odds: number }[]): number {
  const yes = rows.filter(({ target }) => target === 1);
  const no = rows.filter(({ target }) => target === 0);
  let won = 0;
  for (const { odds: a } of yes) for (const { odds: b } of no) won += a > b ? 1 : a === b ? 0.5 : 0;
  return won / (yes.length * no.length);
}

async function signsOf(memory: UserMemory, { query, now }: Asked): Promise<Readonly<Record<string, number>>> {
  const { explanation } = await memory.recall({ query, now, floor: 0, explain: true });
  return explanation?.query.signs as Readonly<Record<string, number>>;
}

const { values } = parseArgs({
  options: {
    stores: { type: "string", default: "90" },
    scenarios: { type: "string", multiple: true, default: [] },
    locomo: { type: "string", multiple: true, default: [] },
    conversations: { type: "string", multiple: true, default: [] },
  },
});
const stores = [...ownStores(Number(values.stores)), ...(await readStores(values))];
const folder = await mkdtemp(join(tmpdir(), "keepsake-answering-"));
const keepsake = await openKeepsake({ dataFolder: folder, log: { level: "error" } });
try {
  const seen: { row: Omit<Row, "input">; signs: Readonly<Record<string, number>>; kind: string }[] = [];
  for (const store of stores) {
    const memory = keepsake.user(store.id);
    for (const session of store.sessions) await memory.record({ ...session, timeZone: store.timeZone });
    await memory.processed(600_000);
    for (const asked of store.questions) {
      const row = { target: asked.answerable ? (1 as const) : (0 as const), group: store.id };
      seen.push({ row, signs: await signsOf(memory, asked), kind: `${store.source}${asked.hard ? ", on topic" : ""}` });
    }
  }
  const names = Object.keys(seen[0]?.signs ?? {});
  const raw = seen.map(
    ({ row, signs }): Row => ({ ...row, input: Float64Array.from(names.map((name) => signs[name] ?? 0)) }),
  );
  const { rows, unfold } = standardise(raw);
  const choices = { ridge: new Float64Array(names.length).fill(RIDGE), steps: STEPS };
  const judged = crossValidate(rows, choices, FOLDS);
  const scored = seen.map(({ row, kind }, index) => ({ target: row.target, kind, odds: judged[index] ?? 0 }));
  for (const kind of [...new Set(scored.filter(({ target }) => target === 0).map((one) => one.kind))]) {
    const source = kind.split(",")[0] ?? kind;
    const chosen = scored.filter((one) => one.kind === kind || (one.target === 1 && one.kind === source));
    console.log(`${kind}: area under the curve ${areaUnderCurve(chosen).toFixed(3)} (${chosen.length} questions)`);
  }
  const model = unfold(train(rows, choices));
  console.log(`bias ${model.bias.toFixed(2)}`);
  for (const [index, name] of names.entries()) console.log(`${name} ${(model.weights[index] ?? 0).toFixed(2)}`);
} finally {
  await keepsake.close();
  await rm(folder, { recursive: true, force: true });
}
