export { dateWrite } from "./date-write.js";
export { readDate } from "./read-date.js";
export { ownNow, scopeClock } from "./scope-clock.js";
