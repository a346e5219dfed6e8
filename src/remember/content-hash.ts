import { createHash } from "node:crypto";
import { foldText } from "../language/index.js";

const TRAILING_MARKS = /[\s.。!！~～,，;；:：]+$/u;

/**
 * SHA-256 over the normalised content and the slot: width, case, script and closing marks do not tell two statements apart (P18, P29).
 * @param slotKey as made by `slotKey`; the same words about another slot are another statement
 */
export function contentHash(content: string, slotKey?: string): string {
  return sha256(JSON.stringify([foldText(content).replace(TRAILING_MARKS, ""), slotKey ?? ""]));
}

export function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}
