export type { TokenEncoding } from "./token-counter.js";
export { createTokenCounter, TOKEN_ENCODINGS } from "./token-counter.js";
