import { importFault, type Place } from "./import-fault.js";
import { isObject } from "./json-reading.js";
import { REMEDIES } from "./remedies.js";
import type { WarningTally } from "./warning-tally.js";

const TEXT_PROPERTIES = ["text", "transcript", "refusal"] as const;

function textOfPart(part: unknown): string | undefined {
  if (typeof part === "string") return part;
  if (!isObject(part)) return undefined;
  for (const name of TEXT_PROPERTIES) {
    const value = part[name];
    if (typeof value === "string") return value;
    if (isObject(value) && typeof value.value === "string") return value.value;
  }
  return undefined;
}

/**
 * The words of a message's content: a string, or a list of parts of which those with text count, joined by line breaks.
 * Images, files and tool calls have no words: they are left out and counted.
 */
export function textOfContent(content: unknown, place: Place, tally: WarningTally): string {
  if (content === undefined || content === null) return "";
  if (typeof content === "string") return content;
  const parts = Array.isArray(content) ? (content as readonly unknown[]) : [content];
  if (!parts.every((part) => typeof part === "string" || isObject(part))) {
    throw importFault("INVALID_INPUT", place, "the content is neither text nor a list of parts", REMEDIES.giveText);
  }
  const texts: string[] = [];
  for (const part of parts) {
    const text = textOfPart(part);
    if (text === undefined) tally.add("non-text-part", place);
    else if (text.trim() !== "") texts.push(text);
  }
  return texts.join("\n");
}
