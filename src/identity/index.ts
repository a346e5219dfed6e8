export { type CreateKeyRequest, createKey, listKeys, type MadeKey, revokeKey, rotateKey } from "./api-keys.js";
export { authenticate, hasEverHadKey } from "./authenticate.js";
export type { KeyMaker } from "./may-grant.js";
export { type Principal, scopeFor } from "./principal.js";
