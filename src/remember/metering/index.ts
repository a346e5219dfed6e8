export { askMetered, isOverCap } from "./ask-metered.js";
export { isPaused, pauseModel, resumeModel } from "./model-pause.js";
export { usage } from "./usage.js";
