export { type CalledEngine, callEngine, refusedBy, unavailable } from "./calling.js";
export { type Condition, type InstantField, toCondition } from "./condition.js";
export { exactText } from "./exact-text.js";
export { checkSearchLimit, inOrder, otherDimension } from "./hits.js";
export { type Listing, pageOf, startOf } from "./pages.js";
export { inBatches, type ModelPoints, pointKey, pointsByModel, pointUuid, spaceName, storable } from "./points.js";
export { type BatchSize, inSizedBatches } from "./sized-batches.js";
