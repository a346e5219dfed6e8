import { KeepsakeError } from "../../domain/index.js";

/** Deeper than any schema: a document of brackets alone would otherwise exhaust the stack of whoever walks it. */
const MOST_LEVELS = 64;

const decoder = new TextDecoder("utf-8", { fatal: true });

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Brackets outside of strings, counted without building anything. */
function isTooDeep(text: string): boolean {
  let level = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (inString) {
      if (unit === BACKSLASH) at += 1;
      else if (unit === QUOTE) inString = false;
    } else if (unit === QUOTE) inString = true;
    else if (OPENING.has(unit)) {
      level += 1;
      if (level > MOST_LEVELS) return true;
    } else if (CLOSING.has(unit)) level -= 1;
  }
  return false;
}

/**
 * A body as JSON; undefined when it is blank.
 * @throws INVALID_INPUT for what is not UTF-8, not JSON, or nested more than 64 levels deep
 */
export function parseJson(body: Buffer): unknown {
  let text: string;
  try {
    text = decoder.decode(body);
  } catch (error) {
    throw new KeepsakeError("INVALID_INPUT", "the body is not UTF-8", { field: "body" }, { cause: error });
  }
  if (text.trim() === "") return undefined;
  if (isTooDeep(text)) {
    throw new KeepsakeError("INVALID_INPUT", `the body is nested more than ${MOST_LEVELS} levels deep`, {
      field: "body",
    });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new KeepsakeError("INVALID_INPUT", `the body is not JSON: ${why}`, { field: "body" }, { cause: error });
  }
}
