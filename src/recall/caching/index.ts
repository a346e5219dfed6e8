export { dropCached, throughCache } from "./recall-cache.js";
