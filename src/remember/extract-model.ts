import { ownNow } from "../dating/index.js";
import {
  type Candidate,
  foldName,
  KeepsakeError,
  type Scope,
  SECOND_MS,
  type Turn,
  type TurnId,
  toKeepsakeError,
} from "../domain/index.js";
import { describeDay, detectLanguage, findEntities } from "../language/index.js";
import { canonicalAttribute, coreSubject, isKnownAttribute } from "../language/slots/index.js";
import type { ChatModel, EngineParts } from "../ports/index.js";
import { type KnownSlot, knownSlots } from "./known-slots.js";
import { askMetered, CallLimit, isOverCap, isPaused, pauseModel } from "./metering/index.js";
import { ANSWER_SCHEMA, type CheckedAnswer, checkAnswer, type ModelItem } from "./model-answer.js";
import { type Passed, passItem, type VetoContext, vetoContext } from "./model-veto.js";
import { EXTRACT_EN } from "./prompts/extract-en.js";
import { EXTRACT_ZH } from "./prompts/extract-zh.js";
import type { ExtractionPrompt, PromptLine } from "./prompts/prompt.js";
import type { Proposal, ReadTurn, Shown } from "./proposal.js";
import { boundsOf } from "./rules/expiry.js";
import { weigh } from "./weigh.js";

const TIMEOUT_MS = 30 * SECOND_MS;
/** Of an answer: for the frame, and for each message that is read. */
const OUTPUT_TOKENS = { frame: 600, perMessage: 300 };
const EARLIER_CHARACTERS = 2_000;
const EARLIER_LINE_CHARACTERS = 400;

/** What one call is about. */
export interface ExtractionRequest {
  readonly scope: Scope;
  /** Turns of one session to be read, oldest first. */
  readonly batch: readonly ReadTurn[];
  /** All turns that are being digested: some of them may stand between those of the batch. */
  readonly around: readonly ReadTurn[];
  /** Turns that no model is shown. */
  readonly silenced: ReadonlySet<TurnId>;
  readonly signal?: AbortSignal;
}

interface Asked {
  readonly model: ChatModel;
  readonly scope: Scope;
  readonly prompt: ExtractionPrompt;
  readonly question: string;
  readonly messages: readonly string[];
  readonly signal: AbortSignal;
  readonly limit: CallLimit;
}

async function ask(parts: EngineParts, asked: Asked, suffix: string): Promise<CheckedAnswer> {
  const request = {
    system: asked.prompt.system,
    prompt: suffix === "" ? asked.question : `${asked.question}\n\n${suffix}`,
    schemaName: "memories",
    schema: ANSWER_SCHEMA,
    maxOutputTokens: OUTPUT_TOKENS.frame + OUTPUT_TOKENS.perMessage * asked.messages.length,
    signal: asked.signal,
  };
  const answer = await askMetered(parts, asked.scope, asked.model, request, "extract", asked.limit);
  return checkAnswer(answer.object, asked.messages);
}

function isMalformed(thrown: unknown): boolean {
  return thrown instanceof KeepsakeError && thrown.code === "MODEL_INVALID_OUTPUT";
}

/** One attempt to have a bad answer mended (P08); an outage, a time-out or a cap is not mended but reported. */
async function askWithRepair(parts: EngineParts, asked: Asked): Promise<CheckedAnswer> {
  let problems: readonly string[];
  let first: CheckedAnswer | undefined;
  try {
    first = await ask(parts, asked, "");
    if (first.problems.length === 0) return first;
    problems = first.problems;
  } catch (thrown) {
    if (!isMalformed(thrown)) throw thrown;
    problems = ["it was not the JSON asked for"];
  }
  parts.telemetry.count("keepsake_model_repairs", 1);
  try {
    return await ask(parts, asked, asked.prompt.repair(problems));
  } catch (thrown) {
    // the shape was right the first time: what was good in it stands
    if (first !== undefined) return first;
    throw thrown;
  }
}

/** The conversation as it is shown: messages to be read whole, what stands around them cut short. */
function transcript(parts: EngineParts, request: ExtractionRequest): readonly PromptLine[] {
  const { batch, around, silenced } = request;
  const numbers = new Map(batch.map(({ turn }, index) => [turn.id, index + 1]));
  const [first] = batch;
  const last = batch.at(-1);
  const nearby = [...batch, ...around].filter(({ turn }) => turn.sessionId === first?.turn.sessionId);
  const turns = new Map(nearby.flatMap(({ turn, before }) => [...before, turn]).map((turn) => [turn.id, turn]));
  const shown = [...turns.values()]
    .filter((turn) => numbers.has(turn.id) || (!silenced.has(turn.id) && turn.position < (last?.turn.position ?? 0)))
    .sort((a, b) => a.position - b.position);
  let room = EARLIER_CHARACTERS;
  const lines: PromptLine[] = [];
  for (const turn of shown.reverse()) {
    const number = numbers.get(turn.id);
    if (number !== undefined) lines.push(messageLine(parts, turn, number));
    else {
      const text = turn.text.slice(0, Math.min(EARLIER_LINE_CHARACTERS, room));
      room -= text.length;
      if (text !== "") lines.push({ speaker: turn.speaker ?? turn.role, text });
    }
  }
  return lines.reverse();
}

function messageLine(parts: EngineParts, turn: Turn, number: number): PromptLine {
  const date = describeDay(turn.at, turn.timeZone, detectLanguage(turn.text) === "zh" ? "zh" : "en");
  return { number, date, speaker: turn.speaker ?? turn.role, text: readPart(parts, turn) };
}

/** What of a turn is read: the rules' own limit. */
function readPart(parts: EngineParts, turn: Turn): string {
  return turn.text.slice(0, parts.policy.extraction.maxTurnCharacters);
}

function shownIn(request: ExtractionRequest, known: readonly KnownSlot[]): Shown {
  const { batch, around, silenced } = request;
  const sessionId = batch[0]?.turn.sessionId;
  const nearby = [...batch, ...around].filter(({ turn }) => turn.sessionId === sessionId);
  const ids = new Set(nearby.flatMap(({ turn, before }) => [...before.map((each) => each.id), turn.id]));
  return { turnIds: [...ids].filter((id) => !silenced.has(id)), memoryIds: known.map((slot) => slot.id) };
}

/** One line a slot, as data: JSON, in which no tag can stand open. */
function knownLines(known: readonly KnownSlot[]): string {
  return known.map(({ subject, attribute, value }) => JSON.stringify({ subject, attribute, value })).join("\n");
}

/** Only attributes that hold one value at a time may close an old one: those of the table, and those that rest as such. */
function slotOf(item: ModelItem, subject: string, known: readonly KnownSlot[]) {
  if (item.attribute === undefined || item.value === undefined) return { cardinality: "multi" as const };
  const attribute = canonicalAttribute(item.attribute);
  const resting = known.find(
    (slot) => foldName(slot.subject) === foldName(subject) && foldName(slot.attribute) === foldName(attribute),
  );
  const cardinality = resting?.cardinality ?? (isKnownAttribute(attribute) ? ("single" as const) : ("multi" as const));
  return { attribute, cardinality };
}

interface Reading {
  readonly parts: EngineParts;
  readonly turn: Turn;
  readonly known: readonly KnownSlot[];
  readonly rule: string;
}

function toCandidate({ parts, turn, known, rule }: Reading, item: ModelItem, about: Passed): Candidate {
  const bounds = boundsOf(
    {
      text: item.evidence,
      at: turn.at,
      timeZone: turn.timeZone,
      values: item.value === undefined ? [] : [item.value],
      changesState: item.intent === "correct",
    },
    parts.policy.expiry,
  );
  const subject = coreSubject(about.subject);
  return {
    intent: item.intent,
    content: item.content,
    evidence: item.evidence,
    kind: item.kind,
    tier: bounds.tier,
    subject,
    qualifiers: about.qualifiers ?? {},
    ...slotOf(item, subject, known),
    polarity: item.polarity,
    entities: [...new Set(findEntities(item.evidence).map((entity) => entity.text))],
    tags: [],
    importance: weigh({ kind: item.kind, tier: bounds.tier, source: "model" }),
    confidence: item.confidence,
    source: "model",
    rule,
    ...(item.value === undefined ? {} : { value: item.value }),
    ...(bounds.validFrom === undefined ? {} : { validFrom: bounds.validFrom }),
    ...(bounds.expiresAt === undefined ? {} : { expiresAt: bounds.expiresAt }),
  };
}

/** The items of one message that the rules let through. */
function passedOf(reading: Reading, context: VetoContext, items: readonly ModelItem[]): readonly Candidate[] {
  return items.flatMap((item) => {
    const passed = passItem(context, item);
    if (passed.veto === undefined) return [toCandidate(reading, item, passed)];
    reading.parts.telemetry.count("keepsake_model_items_rejected", 1, { reason: passed.veto });
    return [];
  });
}

async function answered(
  parts: EngineParts,
  model: ChatModel,
  request: ExtractionRequest,
  limit: CallLimit,
): Promise<ReadonlyMap<TurnId, Proposal>> {
  const { scope, batch } = request;
  const signal = request.signal === undefined ? limit.signal : AbortSignal.any([request.signal, limit.signal]);
  const messages = batch.map(({ turn }) => readPart(parts, turn));
  const known = await knownSlots(parts, scope, messages);
  const prompt = detectLanguage(messages.join("\n")) === "en" ? EXTRACT_EN : EXTRACT_ZH;
  const question = prompt.ask({ known: knownLines(known), lines: transcript(parts, request) });
  const asked: Asked = { model, scope, prompt, question, messages, signal, limit };
  const answer = await bounded(askWithRepair(parts, asked), signal);
  if (answer.problems.length > 0)
    parts.telemetry.count("keepsake_model_items_rejected", answer.problems.length, { reason: "invalid" });
  const shown = shownIn(request, known);
  return new Map(
    batch.map(({ turn, before }, message) => {
      const items = answer.items.filter((item) => item.message === message);
      const reading: Reading = { parts, turn, known, rule: `model.${prompt.version}` };
      const candidates = passedOf(reading, vetoContext(turn, before, parts.policy), items);
      return [turn.id, { type: "answered", candidates, shown }];
    }),
  );
}

/** Outages and time-outs leave the model alone for a while; a call that we ended ourselves says nothing about it. */
function notePause(parts: EngineParts, model: ChatModel, failure: KeepsakeError, ended: boolean): void {
  const isOutage = failure.code === "MODEL_UNAVAILABLE" || failure.code === "DEADLINE_EXCEEDED";
  if (isOutage && !ended) pauseModel(model, failure, ownNow(parts), parts.modelTerms);
}

/**
 * What the model proposes for the turns of one batch, checked and past the rules' gates. Where it fails (a bad answer after one repair, a
 * refusal, a time-out, an outage) or the tenant's cap is reached, every turn of the batch is deferred; that is counted and logged. Never throws.
 */
export async function extractByModel(
  parts: EngineParts,
  model: ChatModel,
  request: ExtractionRequest,
): Promise<ReadonlyMap<TurnId, Proposal>> {
  const { telemetry, modelTerms } = parts;
  const limit = new CallLimit(modelTerms?.timeoutMs ?? TIMEOUT_MS);
  const count = (outcome: string): void =>
    telemetry.count("keepsake_model_extractions", request.batch.length, { outcome });
  try {
    if (isPaused(model, ownNow(parts))) {
      throw new KeepsakeError("MODEL_UNAVAILABLE", "the model failed a moment ago and is left alone", { paused: true });
    }
    const proposals = await answered(parts, model, request, limit);
    count("answered");
    return proposals;
  } catch (thrown) {
    const failure = toKeepsakeError(thrown);
    const outcome = failure.details.paused === true ? "paused" : isOverCap(failure) ? "over-cap" : failure.code;
    if (outcome !== "paused") notePause(parts, model, failure, request.signal?.aborted === true);
    count(outcome);
    telemetry.log("warn", "extract.model_deferred", { outcome, turns: request.batch.length, model: model.modelId });
    return new Map(request.batch.map(({ turn }) => [turn.id, { type: "deferred", failure }]));
  }
}

/** A model that does not heed its signal must not hold the lease. */
async function bounded<Answer>(work: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(new KeepsakeError("DEADLINE_EXCEEDED", "the model did not answer in time"));
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (stop !== undefined) signal.removeEventListener("abort", stop);
  }
}
