import { type Candidate, KeepsakeError, SECOND_MS, type Turn, toKeepsakeError, USER_SUBJECT } from "../domain/index.js";
import { describeDay, detectLanguage, findEntities } from "../language/index.js";
import { canonicalAttribute, coreSubject, isKnownAttribute } from "../language/slots/index.js";
import { classifySpeech, findPastes } from "../language/speech-acts/index.js";
import type { ChatModel, EngineParts } from "../ports/index.js";
import { ANSWER_SCHEMA, type CheckedAnswer, checkAnswer, type ModelItem } from "./model-answer.js";
import { EXTRACT_EN } from "./prompts/extract-en.js";
import { EXTRACT_ZH } from "./prompts/extract-zh.js";
import type { ExtractionPrompt } from "./prompts/prompt.js";
import { boundsOf } from "./rules/expiry.js";
import { weigh } from "./weigh.js";

const TIMEOUT_MS = 30 * SECOND_MS;
const MAX_OUTPUT_TOKENS = 1_500;
const CONTEXT_CHARACTERS = 2_000;

interface Asked {
  readonly model: ChatModel;
  readonly prompt: ExtractionPrompt;
  readonly question: string;
  readonly turn: Turn;
  readonly signal: AbortSignal;
}

async function ask(parts: EngineParts, asked: Asked, suffix: string): Promise<CheckedAnswer> {
  const { telemetry } = parts;
  const answer = await asked.model.generateObject({
    system: asked.prompt.system,
    prompt: suffix === "" ? asked.question : `${asked.question}\n\n${suffix}`,
    schemaName: "memories",
    schema: ANSWER_SCHEMA,
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    signal: asked.signal,
  });
  telemetry.observe("keepsake_model_input_tokens", answer.inputTokens, { purpose: "extract" });
  telemetry.observe("keepsake_model_output_tokens", answer.outputTokens, { purpose: "extract" });
  return checkAnswer(answer.object, asked.turn.text);
}

function isMalformed(thrown: unknown): boolean {
  return thrown instanceof KeepsakeError && thrown.code === "MODEL_INVALID_OUTPUT";
}

/** One attempt to have a bad answer mended; an outage or a time-out is not mended but reported. */
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
    if (first !== undefined && first.items.length > 0) return first;
    throw thrown;
  }
}

/** The gates that no model may pass: the rules keep the veto over pastes, questions, quotations and the rest. */
function isVetoed(item: ModelItem, turn: Turn): boolean {
  const start = turn.text.indexOf(item.evidence);
  const end = start + item.evidence.length;
  if (findPastes(turn.text).some((paste) => start < paste.end && paste.start < end)) return true;
  const { act } = classifySpeech(item.evidence);
  return [
    "question",
    "hypothetical",
    "quotation",
    "sarcasm",
    "chatter",
    "paste",
    "fiction",
    "off-record",
    "forget",
  ].includes(act);
}

function toCandidate(parts: EngineParts, turn: Turn, item: ModelItem, rule: string): Candidate {
  const about =
    item.subject.toLowerCase() === "user" || item.subject === "用户" ? USER_SUBJECT : coreSubject(item.subject);
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
  const attribute =
    item.attribute === undefined || item.value === undefined ? undefined : canonicalAttribute(item.attribute);
  return {
    intent: item.intent,
    content: item.content,
    evidence: item.evidence,
    kind: item.kind,
    tier: bounds.tier,
    subject: about,
    qualifiers: {},
    // only attributes that the table knows to hold one value at a time may close an old one
    cardinality: attribute !== undefined && isKnownAttribute(attribute) ? "single" : "multi",
    polarity: item.polarity,
    entities: [...new Set(findEntities(item.evidence).map((entity) => entity.text))],
    tags: [],
    importance: weigh({ kind: item.kind, tier: bounds.tier, source: "model" }),
    confidence: item.confidence,
    source: "model",
    rule,
    ...(attribute === undefined ? {} : { attribute }),
    ...(item.value === undefined ? {} : { value: item.value }),
    ...(bounds.validFrom === undefined ? {} : { validFrom: bounds.validFrom }),
    ...(bounds.expiresAt === undefined ? {} : { expiresAt: bounds.expiresAt }),
  };
}

function question(turn: Turn, before: readonly Turn[], prompt: ExtractionPrompt): string {
  const said = before.map((each) => `${each.speaker ?? each.role}: ${each.text}`).join("\n");
  const language = detectLanguage(turn.text) === "zh" ? "zh" : "en";
  return prompt.ask({
    before: said.slice(-CONTEXT_CHARACTERS),
    turn: turn.text,
    date: describeDay(turn.at, turn.timeZone, language),
  });
}

/**
 * What the model proposes for a turn, checked and past the gates. `undefined`: it failed (bad answer after one repair, refusal, time-out,
 * outage); that is counted and logged, and the rule path stands alone. Never throws.
 */
export async function extractByModel(
  parts: EngineParts,
  model: ChatModel,
  turn: Turn,
  before: readonly Turn[],
  signal?: AbortSignal,
): Promise<readonly Candidate[] | undefined> {
  const { telemetry } = parts;
  const prompt = detectLanguage(turn.text) === "en" ? EXTRACT_EN : EXTRACT_ZH;
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  const asked: Asked = {
    model,
    prompt,
    question: question(turn, before, prompt),
    turn,
    signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
  };
  try {
    const answer = await bounded(askWithRepair(parts, asked), asked.signal);
    if (answer.problems.length > 0) telemetry.count("keepsake_model_items_rejected", answer.problems.length);
    telemetry.count("keepsake_model_extractions", 1, { outcome: "answered" });
    return answer.items
      .filter((item) => !isVetoed(item, turn))
      .map((item) => toCandidate(parts, turn, item, `model.${prompt.version}`));
  } catch (thrown) {
    const { code } = toKeepsakeError(thrown);
    telemetry.count("keepsake_model_extractions", 1, { outcome: code });
    telemetry.log("warn", "extract.model_failed", { code, model: model.modelId });
    return undefined;
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
