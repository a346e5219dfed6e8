export { dateWrite } from "./date-write.js";
export { notBefore, ownNow, scopeClock } from "./scope-clock.js";
