export { listWrites } from "./list-writes.js";
export { recordWrites } from "./record-writes.js";
export { rollback } from "./rollback.js";
