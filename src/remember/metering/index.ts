export { askMetered, isOverCap } from "./ask-metered.js";
export { isBusy } from "./call-gate.js";
export { CallLimit } from "./call-limit.js";
export { isPaused, pauseModel, resumeModel } from "./model-pause.js";
export { createServiceTurns } from "./service-turns.js";
export { usage } from "./usage.js";
