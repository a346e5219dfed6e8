export { type CalledEngine, callEngine, refusedBy, unavailable } from "./calling.js";
export { type Condition, type InstantField, toCondition } from "./condition.js";
export { checkSearchLimit, inOrder, otherDimension } from "./hits.js";
export { inBatches, type ModelPoints, pointKey, pointsByModel, pointUuid, spaceName, storable } from "./points.js";
