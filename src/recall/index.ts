export { dropCached } from "./caching/index.js";
export { history } from "./history.js";
export { getMemory, listMemories } from "./list-memories.js";
export { profile } from "./profile.js";
export { recall } from "./recall.js";
export { stats } from "./stats.js";
export { trace } from "./tracing/index.js";
