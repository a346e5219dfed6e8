export { createTokenCounter } from "./token-counter.js";
