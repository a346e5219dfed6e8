import type { Candidate } from "../../domain/index.js";
import { hasHan } from "../../language/index.js";
import { thirdPersonOf } from "../../language/slots/index.js";
import { asPrefix } from "./subject.js";
import type { Unit } from "./units.js";
import { asSentence } from "./wording.js";

/** "I'm a buyer at Corvane" fills two slots: the employer gets a statement of its own. */
export function employerBeside(unit: Unit, candidate: Candidate): Candidate | undefined {
  if (candidate.attribute !== "role" || candidate.intent === "retract") return undefined;
  const slot = unit.pieces
    .flatMap((piece) => piece.slots)
    .find((each) => each.attribute === "employer" && each.polarity === "positive" && each.value !== undefined);
  if (slot?.value === undefined) return undefined;
  const other = unit.pieces.map((piece) => thirdPersonOf(piece.text)).find((each) => each !== undefined);
  const han = hasHan(candidate.evidence);
  const who = other === undefined ? (han ? "用户" : "The user ") : asPrefix(other.words);
  if (candidate.subject !== "user" && other === undefined) return undefined;
  return {
    ...candidate,
    content: asSentence(han ? `${who}在${slot.value}工作` : `${who}works at ${slot.value}`),
    attribute: "employer",
    value: slot.value,
    rule: `${han ? "zh" : "en"}.${slot.slot}`,
  };
}

/** "I left X; I now work at Y": the new employer takes the place of the old one, so that nothing is left to retract. */
export function withoutLeftEmployer(candidates: readonly Candidate[]): readonly Candidate[] {
  const begun = candidates.filter((each) => each.attribute === "employer" && each.intent !== "retract");
  if (begun.length === 0) return candidates;
  return candidates.filter(
    (each) =>
      each.intent !== "retract" ||
      !(each.attribute === "employer" || LEAVES.test(each.evidence)) ||
      !begun.some((other) => other.subject === each.subject),
  );
}

const LEAVES = /离职|辞职|辞了|离开|跳槽|换(?:了)?工作|\b(?:left|quit|resigned|laid off|changed jobs)\b/iu;
