import { ownNow } from "../../dating/index.js";
import {
  KeepsakeError,
  type Scope,
  SECOND_MS,
  type SummaryText,
  type Turn,
  toKeepsakeError,
} from "../../domain/index.js";
import { describeDay, detectLanguage, findInjection, redact } from "../../language/index.js";
import type { ChatModel, EngineParts } from "../../ports/index.js";
import { askMetered, isPaused, pauseModel } from "../../remember/metering/index.js";
import { ANSWER_BOUNDS, SUMMARISE_EN, SUMMARISE_ZH, SUMMARY_SCHEMA } from "./prompts.js";
import { isSpoken, speakerOf, withoutSilenced } from "./sentences.js";
import { isNamed, isSupported, type Sources, sourcesOf } from "./supported.js";

const TIMEOUT_MS = 30 * SECOND_MS;
const MAX_OUTPUT_TOKENS = 1_200;
/** Of one message; what is longer is shown by its head. */
const MESSAGE_CHARACTERS = 2_000;

export interface AbstractRequest {
  readonly scope: Scope;
  /** The summary of everything before these turns. */
  readonly earlier: SummaryText | undefined;
  readonly turns: readonly Turn[];
  readonly signal?: AbortSignal;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function invalid(what: string): KeepsakeError {
  return new KeepsakeError("MODEL_INVALID_OUTPUT", `the model's summary ${what}`);
}

function texts(value: unknown, name: string): readonly string[] {
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string")) throw invalid(`has no list ${name}`);
  return value.map((item) => item.trim()).filter((item) => item !== "" && item.length <= ANSWER_BOUNDS.item);
}

/**
 * Trusts nothing of the answer: shape, lengths, and that its names and numbers were said. An item that says more than the turns do is
 * left out; where the summary itself does, the whole is refused.
 * @throws MODEL_INVALID_OUTPUT
 */
function checkSummary(answer: unknown, sources: Sources, clean: (text: string) => string): SummaryText {
  if (!isRecord(answer) || typeof answer.summary !== "string") throw invalid("has not the shape asked for");
  const summary = clean(answer.summary.trim());
  if (summary === "" || summary.length > ANSWER_BOUNDS.summary) throw invalid("is empty or too long");
  if (!isSupported(summary, sources)) throw invalid("names what was not said");
  if (findInjection(summary).length > 0) throw invalid("reads like an instruction");
  const supported = (items: readonly string[]): readonly string[] =>
    [...new Set(items.map(clean))]
      .filter((item) => isSupported(item, sources) && findInjection(item).length === 0)
      .slice(0, ANSWER_BOUNDS.items);
  return {
    summary,
    decisions: supported(texts(answer.decisions, "decisions")),
    openQuestions: supported(texts(answer.openQuestions, "openQuestions")),
    entities: [...new Set(texts(answer.entities, "entities").map(clean))]
      .filter((name) => name.length <= ANSWER_BOUNDS.name && isNamed(name, sources) && findInjection(name).length === 0)
      .slice(0, ANSWER_BOUNDS.items),
  };
}

/** One JSON object a message: no tag and no line of a message can pass for one of ours. */
function lineOf(turn: Turn): string {
  const speaker = speakerOf(turn);
  return JSON.stringify({
    speaker: speaker === "" ? "user" : speaker,
    date: describeDay(turn.at, turn.timeZone),
    text: turn.text.slice(0, MESSAGE_CHARACTERS).toWellFormed(),
  }).replaceAll("<", "\\u003c");
}

/** A model that does not heed its signal must not hold the lease. */
async function bounded<Answer>(work: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  let stop: (() => void) | undefined;
  const ended = new Promise<never>((_, reject) => {
    stop = () => reject(new KeepsakeError("DEADLINE_EXCEEDED", "the model did not answer in time"));
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work, ended]);
  } finally {
    if (stop !== undefined) signal.removeEventListener("abort", stop);
  }
}

async function ask(
  parts: EngineParts,
  model: ChatModel,
  request: AbstractRequest,
  signal: AbortSignal,
): Promise<SummaryText> {
  const spoken = withoutSilenced(request.turns.filter(isSpoken));
  if (spoken.length === 0) throw invalid("was not asked for: nothing was said");
  const language = detectLanguage(spoken.map((turn) => turn.text).join("\n"));
  const prompt = language === "en" || language === "other" ? SUMMARISE_EN : SUMMARISE_ZH;
  const { earlier } = request;
  const before = earlier === undefined ? "" : JSON.stringify(earlier).replaceAll("<", "\\u003c");
  const lines = spoken.map(lineOf);
  const question = {
    system: prompt.system,
    prompt: prompt.ask(before, lines.join("\n")),
    schemaName: "summary",
    schema: SUMMARY_SCHEMA,
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    signal,
  };
  const answer = await bounded(askMetered(parts, request.scope, model, question, "summarise"), signal);
  const said = spoken.flatMap((turn) => [turn.text, turn.speaker ?? "", describeDay(turn.at, turn.timeZone)]);
  const sources = sourcesOf([...said, ...(earlier === undefined ? [] : [JSON.stringify(earlier)])]);
  return checkSummary(answer.object, sources, (text) => redact(text, parts.policy.redaction).text);
}

/**
 * A model's summary of turns and of what came before them, checked against both. `undefined`: there is no model, it failed (outage, time-out,
 * cap, refusal, bad answer) or said what nobody said; that is counted and logged, and the extracted sentences stand. Never throws.
 */
export async function abstractSummary(parts: EngineParts, request: AbstractRequest): Promise<SummaryText | undefined> {
  const { chatModel: model, policy, telemetry, modelTerms } = parts;
  if (model === undefined || !policy.summary.useModel || isPaused(model, ownNow(parts))) return undefined;
  const limit = AbortSignal.timeout(modelTerms?.timeoutMs ?? TIMEOUT_MS);
  const signal = request.signal === undefined ? limit : AbortSignal.any([request.signal, limit]);
  try {
    const summary = await ask(parts, model, request, signal);
    telemetry.count("keepsake_model_summaries", 1, { outcome: "answered" });
    return summary;
  } catch (thrown) {
    const error = toKeepsakeError(thrown);
    const isOutage = error.code === "MODEL_UNAVAILABLE" || error.code === "DEADLINE_EXCEEDED";
    if (isOutage && request.signal?.aborted !== true) pauseModel(model, error, ownNow(parts), modelTerms);
    telemetry.count("keepsake_model_summaries", 1, { outcome: error.code });
    telemetry.log("warn", "summarise.model_failed", { code: error.code, model: model.modelId });
    return undefined;
  }
}
