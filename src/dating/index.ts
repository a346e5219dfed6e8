export { dateWrite } from "./date-write.js";
export { ownNow, scopeClock } from "./scope-clock.js";
