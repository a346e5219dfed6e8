import * as en from "./person-slots-en.js";
import * as zh from "./person-slots-zh.js";
import type { SlotDefinition } from "./slot-definition.js";

/** What people say of themselves and of others. The order is the order of trial: the first slot that matches a stretch takes it. */
export const PERSON_SLOTS: readonly SlotDefinition[] = [
  { name: "identity.name", attribute: "name", kind: "identity", cardinality: "single", of: "user", confidence: 0.95, patterns: [...en.EN_NAME, ...zh.ZH_NAME] },
  { name: "identity.birthday", attribute: "birthday", kind: "identity", cardinality: "single", of: "anyone", confidence: 0.95, patterns: [...en.EN_BIRTHDAY, ...zh.ZH_BIRTHDAY] },
  { name: "identity.allergy", attribute: "allergy", kind: "identity", cardinality: "multi", of: "anyone", confidence: 0.95, patterns: [...en.EN_ALLERGY, ...zh.ZH_ALLERGY] },
  { name: "identity.age", attribute: "age", kind: "identity", cardinality: "single", of: "anyone", confidence: 0.85, patterns: [...en.EN_AGE, ...zh.ZH_AGE] },
  { name: "identity.role", attribute: "role", kind: "identity", cardinality: "single", of: "user", confidence: 0.9, patterns: [...en.EN_ROLE, ...zh.ZH_ROLE] },
  { name: "identity.employer", attribute: "employer", kind: "identity", cardinality: "single", of: "anyone", confidence: 0.9, patterns: [...en.EN_EMPLOYER, ...zh.ZH_EMPLOYER] },
  { name: "identity.home", attribute: "home", kind: "identity", cardinality: "single", of: "user", confidence: 0.9, patterns: [...en.EN_HOME, ...zh.ZH_HOME] },
  { name: "identity.origin", attribute: "origin", kind: "identity", cardinality: "single", of: "user", confidence: 0.8, patterns: [...en.EN_ORIGIN, ...zh.ZH_ORIGIN] },
  { name: "identity.trait", attribute: "trait", kind: "identity", cardinality: "multi", of: "user", confidence: 0.9, patterns: [...en.EN_TRAIT, ...zh.ZH_TRAIT] },
  { name: "goal", attribute: "goal", kind: "goal", cardinality: "multi", of: "user", confidence: 0.8, patterns: [...en.EN_GOAL, ...zh.ZH_GOAL] },
  { name: "preference.only", attribute: "preference", kind: "preference", cardinality: "multi", of: "anyone", confidence: 0.8, patterns: [...en.EN_ONLY, ...zh.ZH_ONLY] },
  { name: "preference.dislikes", attribute: "preference", kind: "preference", cardinality: "multi", of: "anyone", confidence: 0.8, patterns: [...en.EN_DISLIKES, ...zh.ZH_DISLIKES] },
  { name: "preference.likes", attribute: "preference", kind: "preference", cardinality: "multi", of: "anyone", confidence: 0.8, patterns: [...en.EN_LIKES, ...zh.ZH_LIKES] },
  { name: "preference.favourite", attribute: "favourite", kind: "preference", cardinality: "multi", of: "user", confidence: 0.85, patterns: [...en.EN_FAVOURITE] },
];
