import { KeepsakeError, type MemoryKind, type Polarity } from "../domain/index.js";
import type { JsonSchema } from "../ports/index.js";
import { findEvidence } from "./find-evidence.js";

/** Kinds that a model may propose: summaries and tasks are the engine's own. */
const KINDS = [
  "fact",
  "preference",
  "identity",
  "goal",
  "avoidance",
  "event",
  "procedure",
] as const satisfies readonly MemoryKind[];
const INTENTS = ["state", "correct", "retract"] as const;
const MAX_ITEMS = 20;
const MAX_CONTENT = 400;
const MAX_NAME = 120;

export interface ModelItem {
  /** Which of the messages that were shown, from 0. */
  readonly message: number;
  /** Where the evidence stands in it. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly intent: (typeof INTENTS)[number];
  readonly content: string;
  /** The message's own words, never the model's copy of them. */
  readonly evidence: string;
  readonly kind: (typeof KINDS)[number];
  readonly subject: string;
  readonly attribute?: string;
  readonly value?: string;
  readonly polarity: Polarity;
  readonly confidence: number;
}

/** JSON Schema of the answer: every property required and no others, as strict modes want it; null stands for "none". */
export const ANSWER_SCHEMA: JsonSchema = {
  type: "object",
  additionalProperties: false,
  required: ["items"],
  properties: {
    items: {
      type: "array",
      maxItems: MAX_ITEMS,
      items: {
        type: "object",
        additionalProperties: false,
        required: [
          "message",
          "intent",
          "content",
          "evidence",
          "kind",
          "subject",
          "attribute",
          "value",
          "polarity",
          "confidence",
        ],
        properties: {
          message: { type: "integer", minimum: 1 },
          intent: { type: "string", enum: [...INTENTS] },
          content: { type: "string", maxLength: MAX_CONTENT },
          evidence: { type: "string" },
          kind: { type: "string", enum: [...KINDS] },
          subject: { type: "string" },
          attribute: { type: ["string", "null"] },
          value: { type: ["string", "null"] },
          polarity: { type: "string", enum: ["positive", "negative"] },
          confidence: { type: "number", minimum: 0, maximum: 1 },
        },
      },
    },
  },
};

export interface CheckedAnswer {
  readonly items: readonly ModelItem[];
  /** One per item that was refused, without any of its words. */
  readonly problems: readonly string[];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" && value.isWellFormed() ? value.trim() : undefined;
}

function oneOf<Choice extends string>(value: unknown, choices: readonly Choice[]): Choice | undefined {
  return choices.find((choice) => choice === value);
}

/** Evidence shorter than this stands in nearly every message and proves nothing. */
const SHORTEST_EVIDENCE = 4;
const SHORTEST_HAN_EVIDENCE = 2;

function provesSomething(evidence: string): boolean {
  const letters = evidence.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return letters >= (/\p{Script=Han}/u.test(evidence) ? SHORTEST_HAN_EVIDENCE : SHORTEST_EVIDENCE);
}

/** The message an item is of, from 0. One message needs no number; a number that none has is no message. */
function messageOf(raw: unknown, messages: readonly string[]): number | undefined {
  if (messages.length === 1 && (raw === undefined || raw === null)) return 0;
  return typeof raw === "number" && Number.isInteger(raw) && raw >= 1 && raw <= messages.length ? raw - 1 : undefined;
}

function evidenceOf(raw: unknown, message: string): Pick<ModelItem, "evidence" | "start" | "end"> | undefined {
  const quoted = text(raw);
  const found = quoted === undefined ? undefined : findEvidence(quoted, message);
  if (found === undefined) return undefined;
  const evidence = message.slice(found.start, found.end);
  return provesSomething(evidence) ? { evidence, ...found } : undefined;
}

function checkItem(raw: unknown, messages: readonly string[]): ModelItem | string {
  if (!isRecord(raw)) return "is no object";
  const message = messageOf(raw.message, messages);
  const intent = oneOf(raw.intent, INTENTS);
  const kind = oneOf(raw.kind, KINDS);
  const polarity = oneOf(raw.polarity, ["positive", "negative"] as const);
  const content = text(raw.content);
  const subject = text(raw.subject);
  if (message === undefined) return "has no number of a message";
  if (intent === undefined) return "has no valid intent";
  if (kind === undefined) return "has no valid kind";
  if (polarity === undefined) return "has no valid polarity";
  if (content === undefined || content.length > MAX_CONTENT) return "has no valid content";
  if (subject === undefined || subject.length > MAX_NAME) return "has no valid subject";
  const evidence = evidenceOf(raw.evidence, messages[message] ?? "");
  if (evidence === undefined) return "has evidence that is not in its message";
  if (typeof raw.confidence !== "number" || !(raw.confidence >= 0 && raw.confidence <= 1))
    return "has no confidence between 0 and 1";
  const attribute = optional(raw.attribute, MAX_NAME);
  const value = optional(raw.value, MAX_CONTENT);
  if (attribute === null) return "has an invalid attribute";
  if (value === null) return "has an invalid value";
  return {
    message,
    intent,
    kind,
    polarity,
    content,
    subject,
    confidence: raw.confidence,
    ...evidence,
    ...(attribute === undefined ? {} : { attribute }),
    ...(value === undefined ? {} : { value }),
  };
}

/** `undefined`: none; `null`: not what was asked for. An empty text means none: models write it for null. */
function optional(raw: unknown, longest: number): string | undefined | null {
  if (raw === null || raw === undefined || (typeof raw === "string" && raw.trim() === "")) return undefined;
  const given = text(raw);
  return given === undefined || given.length > longest ? null : given;
}

/**
 * Trusts nothing of a model's answer (requirement 2.3): shape, types, ranges, and that each item's evidence stands in its message,
 * width and runs of space aside. Items that fail are left out and counted.
 * @param messages the texts that were shown, in the order of their numbers
 * @throws MODEL_INVALID_OUTPUT when the answer as a whole has not the shape
 */
export function checkAnswer(answer: unknown, messages: readonly string[]): CheckedAnswer {
  if (!isRecord(answer) || !Array.isArray(answer.items)) {
    throw new KeepsakeError("MODEL_INVALID_OUTPUT", "the model's answer has no list of items");
  }
  const items: ModelItem[] = [];
  const problems: string[] = [];
  answer.items.slice(0, MAX_ITEMS).forEach((raw: unknown, index) => {
    const checked = checkItem(raw, messages);
    if (typeof checked === "string") problems.push(`items[${index}] ${checked}`);
    else items.push(checked);
  });
  return { items, problems };
}
