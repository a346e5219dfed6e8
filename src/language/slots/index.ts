export { canonicalAttribute, isKnownAttribute } from "./attributes.js";
export { CHANNEL_SUBJECTS, droppedChannel } from "./channel-slots.js";
export { findSlots, thirdPersonOf } from "./find-slots.js";
export { readRelation } from "./relations.js";
export type { SlotDefinition, SlotMatch, SlotPattern } from "./slot-definition.js";
export type { SubjectReading } from "./speaker.js";
export { coreSubject, EN_RELATIONS, relationSubject, ZH_RELATIONS } from "./subjects.js";
export type { ThirdPerson } from "./third-person.js";
export {
  normaliseValue,
  qualifiersCompatible,
  sameValue,
  type ValueClass,
  valueClass,
} from "./values.js";
