export { createTokenCounter, TOKEN_ENCODINGS } from "./token-counter.js";
export type { TokenEncoding } from "./token-counter.js";
