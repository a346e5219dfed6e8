export { canonicalAttribute, isKnownAttribute, SLOTS_VERSION } from "./attributes.js";
export { CHANNEL_SUBJECTS, droppedChannel } from "./channel-slots.js";
export { findSlots, thirdPersonOf } from "./find-slots.js";
export { PERSON_SLOTS } from "./person-slots.js";
export type { SlotDefinition, SlotMatch, SlotPattern } from "./slot-definition.js";
export { readChineseSubject, readEnglishSubject, type SubjectReading, sameSubject } from "./speaker.js";
export { coreSubject, EN_RELATIONS, relationSubject, ZH_RELATIONS } from "./subjects.js";
export { technologyClass } from "./technology.js";
export type { ThirdPerson } from "./third-person.js";
export {
  chineseNumber,
  EXACT_QUALIFIERS,
  normaliseValue,
  qualifiersCompatible,
  sameValue,
  type ValueClass,
  valueClass,
} from "./values.js";
