import type { Slot } from "./memory.js";

/** The subject that stands for the person whose memory it is. */
export const USER_SUBJECT = "user";

/** Folds what must not tell two names apart: width, case, runs of space. Scripts are folded by the language layer before. */
export function foldName(name: string): string {
  return name.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();
}

/** One string for "the same subject, attribute and qualifiers", whatever the order of the qualifiers. */
export function slotKey(slot: Omit<Slot, "cardinality">): string {
  const qualifiers = Object.entries(slot.qualifiers)
    .map(([name, value]) => [foldName(name), foldName(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return JSON.stringify([foldName(slot.subject), foldName(slot.attribute), ...qualifiers]);
}
