/*
 * Fits the weights by which recall tells whether a store can answer a question at all (src/recall/relevance/weigh-evidence.ts), and what
 * a reader's word counts beside their sum where the signs leave it in doubt (read-answers.ts), and prints them with their figures; whole
 * stores are left out for those. Nothing is written: a new weight is a change of the policy's behaviour and goes in by hand, with the
 * evaluation that justifies it.
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

type Signs = Readonly<Record<string, number>>;

interface Seen {
  readonly row: Omit<Row, "input">;
  readonly signs: Signs;
  /** Log-odds by the signs, and of the surest answer that was read; absent where no reader was asked. */
  readonly read?: { readonly bySigns: number; readonly surest: number };
  readonly kind: string;
}

const logOdds = (probability: number): number => Math.log(probability / (1 - probability));

async function evidenceOf(memory: UserMemory, { query, now }: Asked): Promise<Pick<Seen, "signs" | "read">> {
  const { explanation } = await memory.recall({ query, now, floor: 0, explain: true });
  if (explanation === undefined) throw new Error(`no explanation of "${query}"`);
  const { signs, answerableBySigns, surestReading } = explanation.query as {
    readonly signs: Signs;
    readonly answerableBySigns?: number;
    readonly surestReading?: number;
  };
  if (answerableBySigns === undefined || surestReading === undefined) return { signs };
  return { signs, read: { bySigns: logOdds(answerableBySigns), surest: logOdds(surestReading) } };
}

/** Fits the weights of some inputs of what was seen, prints the figures of each kind of question, then the weights. */
function fitAndPrint(seen: readonly Seen[], inputsOf: (one: Seen) => Signs): void {
  const names = Object.keys(seen[0] === undefined ? {} : inputsOf(seen[0]));
  const raw = seen.map(
    (one): Row => ({ ...one.row, input: Float64Array.from(names.map((name) => inputsOf(one)[name] ?? 0)) }),
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
  const seen: Seen[] = [];
  for (const store of stores) {
    const memory = keepsake.user(store.id);
    for (const session of store.sessions) await memory.record({ ...session, timeZone: store.timeZone });
    await memory.processed(600_000);
    for (const asked of store.questions) {
      const row = { target: asked.answerable ? (1 as const) : (0 as const), group: store.id };
      const kind = `${store.source}${asked.hard ? ", on topic" : ""}`;
      seen.push({ row, kind, ...(await evidenceOf(memory, asked)) });
    }
  }
  fitAndPrint(seen, ({ signs }) => signs);
  const doubtful = seen.filter(({ read }) => read !== undefined);
  console.log(`\nin doubt, and read: ${doubtful.length} of ${seen.length}; by the sum of the signs`);
  fitAndPrint(doubtful, ({ read }) => ({ bySigns: read?.bySigns ?? 0 }));
  console.log("and by the reader; its weight is in units of the sum's");
  fitAndPrint(doubtful, ({ read }) => ({ bySigns: read?.bySigns ?? 0, surest: read?.surest ?? 0 }));
} finally {
  await keepsake.close();
  await rm(folder, { recursive: true, force: true });
}
