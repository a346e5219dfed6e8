import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { DEFAULT_POLICY, type RecallResult } from "keepsake";
import { recordTurns, type TurnMap } from "../engine/recorder.js";
import type { StoreOptions, System } from "../engine/system.js";
import type { DataConversation, DataQuestion } from "../readers/conversation.js";
import { readConversationLines } from "../readers/conversations.js";
import { readDataFile } from "../readers/files.js";
import { readLocomo } from "../readers/locomo.js";
import {
  crossValidate,
  fitWeights,
  type OrderFigures,
  orderFigures,
  placeOf,
  type TuningQuestion,
  type Weights,
} from "./fit-weights.js";

export interface TuneRequest extends StoreOptions {
  /** LoCoMo, or one conversation a line; each is told by how it begins. */
  readonly paths: readonly string[];
  readonly out: string;
  readonly limit: number | undefined;
  readonly questions: number | undefined;
  readonly onProgress: (done: number, total: number, label: string) => void;
}

/** A policy's weights with what they were fitted on and what that is worth: a proposal, which takes effect when it is put in the policy. */
export interface TunedPolicy {
  /** Of the policy that it was fitted from, and a digest of the new weights. */
  readonly version: string;
  readonly weights: Weights;
  readonly data: readonly { readonly path: string; readonly sha256: string }[];
  readonly figures: TuneFigures;
  /** The same for each data file, by its digest. */
  readonly byData: Readonly<Record<string, TuneFigures>>;
}

export interface TuneFigures {
  /** With the weights in force. */
  readonly before: OrderFigures;
  /** Each conversation ordered by weights that were fitted without it: what may be expected of new data. */
  readonly crossValidated: OrderFigures;
  /** On the data itself: never to be quoted alone. */
  readonly fitted: OrderFigures;
}

const ASKED_AFTER_MS = 3_600_000;
const DEPTH = 50;
/** Turns of an episode that count, centre first, as in the suites. */
const COUNTED_TURNS = 3;

function toTuningQuestion(
  result: RecallResult,
  question: DataQuestion,
  source: Pick<TuningQuestion, "conversation" | "data">,
  map: TurnMap,
): TuningQuestion {
  const gold = new Set(question.goldTurnIds);
  const held = new Map(result.items.map((item) => [item.id as string, item]));
  const candidates = (result.explanation?.candidates ?? []).flatMap(({ id, channels }) => {
    const item = held.get(id);
    if (item === undefined) return [];
    const turns = item.type === "episode" ? item.turnIds.slice(0, COUNTED_TURNS) : item.turnIds;
    const isGold =
      !(item.type === "memory" && item.kind === "summary") && turns.some((turn) => gold.has(map.get(turn) ?? ""));
    return [{ isGold, signals: Object.fromEntries(channels.map((term) => [term.channel, term.score - term.neutral])) }];
  });
  return { ...source, candidates };
}

async function askAll(
  conversation: DataConversation,
  data: string,
  system: System,
  request: TuneRequest,
): Promise<readonly TuningQuestion[]> {
  const store = await system.openStore(request);
  try {
    const memory = store.keepsake.user(conversation.id);
    const map: TurnMap = new Map();
    await recordTurns(memory, conversation.turns, conversation.timeZone, map);
    const end = Math.max(0, ...conversation.turns.map((turn) => turn.at)) + ASKED_AFTER_MS;
    const asked: TuningQuestion[] = [];
    const withEvidence = conversation.questions.filter(
      (one) => one.goldTurnIds.length > 0 && one.beforeTurnId === undefined,
    );
    for (const question of withEvidence.slice(0, request.questions)) {
      const result = await memory.recall({
        ...{ query: question.query, now: question.askedAt ?? end, timeZone: conversation.timeZone },
        ...{ limit: DEPTH, floor: 0, explain: true },
      });
      asked.push(toTuningQuestion(result, question, { data, conversation: `${data}/${conversation.id}` }, map));
    }
    return asked;
  } finally {
    await store.dispose();
  }
}

/** LoCoMo is one JSON array; the other format has a conversation, an object, on each line. */
function readConversations(file: Awaited<ReturnType<typeof readDataFile>>): readonly DataConversation[] {
  return file.text.trimStart().startsWith("[") ? readLocomo(file) : readConversationLines(file);
}

/**
 * Fits the recall weights on conversations with known evidence and writes them, with the digests of the data and the figures, to `out`.
 * The session's share of a score is taken as it was under the weights in force. Questions about a point in the middle of a conversation
 * are left out.
 */
export async function tune(system: System, request: TuneRequest): Promise<TunedPolicy> {
  const files = await Promise.all(request.paths.map((path) => readDataFile(path)));
  const conversations = files.flatMap((file) =>
    readConversations(file)
      .slice(0, request.limit)
      .map((conversation) => ({ conversation, data: file.sha256 })),
  );
  const questions: TuningQuestion[] = [];
  for (const [index, { conversation, data }] of conversations.entries()) {
    request.onProgress(index, conversations.length, conversation.id);
    questions.push(...(await askAll(conversation, data, system, request)));
  }
  request.onProgress(conversations.length, conversations.length, "fitting");
  const start: Weights = { ...DEFAULT_POLICY.recall.weights };
  const weights = fitWeights(questions, start);
  const places = {
    before: questions.map((question) => placeOf(question, start)),
    crossValidated: crossValidate(questions, start),
    fitted: questions.map((question) => placeOf(question, weights)),
  };
  const figuresOf = (data?: string): TuneFigures => {
    const of = (all: readonly (number | undefined)[]) =>
      orderFigures(all.filter((_, index) => data === undefined || questions[index]?.data === data));
    return { before: of(places.before), crossValidated: of(places.crossValidated), fitted: of(places.fitted) };
  };
  const digest = createHash("sha256").update(JSON.stringify(weights)).digest("hex").slice(0, 8);
  const tuned: TunedPolicy = {
    version: `${DEFAULT_POLICY.version}+tuned.${digest}`,
    weights,
    data: files.map(({ path, sha256 }) => ({ path, sha256 })),
    figures: figuresOf(),
    byData: Object.fromEntries(files.map(({ sha256 }) => [sha256, figuresOf(sha256)])),
  };
  await writeFile(request.out, `${JSON.stringify(tuned, null, 2)}\n`);
  return tuned;
}
