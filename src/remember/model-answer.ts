import { KeepsakeError, type MemoryKind, type Polarity } from "../domain/index.js";
import type { JsonSchema } from "../ports/index.js";

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

export interface ModelItem {
  readonly intent: (typeof INTENTS)[number];
  readonly content: string;
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
        required: ["intent", "content", "evidence", "kind", "subject", "attribute", "value", "polarity", "confidence"],
        properties: {
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

function checkItem(raw: unknown, message: string): ModelItem | string {
  if (!isRecord(raw)) return "is no object";
  const intent = oneOf(raw.intent, INTENTS);
  const kind = oneOf(raw.kind, KINDS);
  const polarity = oneOf(raw.polarity, ["positive", "negative"] as const);
  const content = text(raw.content);
  const evidence = text(raw.evidence);
  const subject = text(raw.subject);
  if (intent === undefined) return "has no valid intent";
  if (kind === undefined) return "has no valid kind";
  if (polarity === undefined) return "has no valid polarity";
  if (content === undefined || content.length > MAX_CONTENT) return "has no valid content";
  if (subject === undefined) return "has no subject";
  if (evidence === undefined || !message.includes(evidence)) return "has evidence that is not in the message";
  if (typeof raw.confidence !== "number" || !(raw.confidence >= 0 && raw.confidence <= 1))
    return "has no confidence between 0 and 1";
  const attribute = text(raw.attribute);
  const value = text(raw.value);
  if (raw.value !== null && raw.value !== undefined && value === undefined) return "has an invalid value";
  return {
    intent,
    kind,
    polarity,
    content,
    evidence,
    subject,
    confidence: raw.confidence,
    ...(attribute === undefined ? {} : { attribute }),
    ...(value === undefined ? {} : { value }),
  };
}

/**
 * Trusts nothing of a model's answer (requirement 2.3): shape, types, ranges, and that each item's evidence stands in the message
 * letter for letter. Items that fail are left out and counted.
 * @throws MODEL_INVALID_OUTPUT when the answer as a whole has not the shape
 */
export function checkAnswer(answer: unknown, message: string): CheckedAnswer {
  if (!isRecord(answer) || !Array.isArray(answer.items)) {
    throw new KeepsakeError("MODEL_INVALID_OUTPUT", "the model's answer has no list of items");
  }
  const items: ModelItem[] = [];
  const problems: string[] = [];
  answer.items.slice(0, MAX_ITEMS).forEach((raw: unknown, index) => {
    const checked = checkItem(raw, message);
    if (typeof checked === "string") problems.push(`items[${index}] ${checked}`);
    else items.push(checked);
  });
  return { items, problems };
}
