export { dropCached, type Made, throughCache } from "./recall-cache.js";
