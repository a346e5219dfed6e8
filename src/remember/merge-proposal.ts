import { type Candidate, foldName } from "../domain/index.js";
import { findEvidence } from "./find-evidence.js";

/** What the rules found and the model proposed, as one. */
export interface Merged {
  /** The rules' findings, in order; some with a slot that the model named. */
  readonly found: readonly Candidate[];
  /** Those of `found` that the model gave a slot. */
  readonly slotted: readonly Candidate[];
  /** What only the model saw. */
  readonly added: readonly Candidate[];
}

/** Whether a proposal says what a rule found in the same words. */
function isSameMatter(item: Candidate, found: Candidate): boolean {
  return (
    found.evidence.includes(item.evidence) ||
    item.evidence.includes(found.evidence) ||
    (found.attribute !== undefined && found.attribute === item.attribute && found.subject === item.subject)
  );
}

/**
 * Whether the model may say which slot a rule's plain finding fills: the same subject and polarity, an attribute that holds one value,
 * and a value that stands in the words. Whatever a rule read itself is not touched.
 */
function maySlot(item: Candidate, found: Candidate): boolean {
  return (
    found.attribute === undefined &&
    (found.intent === "state" || found.intent === "correct") &&
    (item.intent === "state" || item.intent === "correct") &&
    item.attribute !== undefined &&
    item.value !== undefined &&
    item.cardinality === "single" &&
    item.polarity === found.polarity &&
    foldName(item.subject) === foldName(found.subject) &&
    found.evidence.includes(item.evidence) &&
    findEvidence(item.value, item.evidence) !== undefined
  );
}

function withSlot(found: Candidate, item: Candidate): Candidate {
  const { attribute, value, cardinality } = item;
  return {
    ...found,
    rule: `${found.rule}+${item.rule}`,
    cardinality,
    qualifiers: { ...item.qualifiers, ...found.qualifiers },
    ...(attribute === undefined ? {} : { attribute }),
    ...(value === undefined ? {} : { value }),
  };
}

/**
 * The rules' findings come first: their words, kinds and slots stand. To a finding without a slot the model may give one, so that it takes
 * the place of the value it changes; what the rules did not see it adds; the rest of what it says is left out.
 */
export function mergeProposal(rules: readonly Candidate[], proposed: readonly Candidate[]): Merged {
  const slots = new Map<Candidate, Candidate>();
  const added: Candidate[] = [];
  for (const item of proposed) {
    const same = rules.filter((found) => isSameMatter(item, found));
    const [only] = same;
    if (only === undefined) added.push(item);
    else if (same.length === 1 && !slots.has(only) && maySlot(item, only)) slots.set(only, withSlot(only, item));
  }
  return { found: rules.map((found) => slots.get(found) ?? found), slotted: [...slots.values()], added };
}
