/** What every vector engine asks of its input before anything leaves the process, and the keys that it makes of ids. */
export { checkQuery, vectorMismatch } from "./checks.js";
export { groupByModel, type ModelPoints } from "./groups.js";
export { digestOf, exactText, nameOf, pointKey, scopeDigest } from "./keys.js";
export { pageOf, startOf } from "./pages.js";
