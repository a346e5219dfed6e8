export { askMetered, isOverCap } from "./ask-metered.js";
export { isPaused, pauseModel } from "./model-pause.js";
export { usage } from "./usage.js";
