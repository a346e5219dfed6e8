export { type CreateKeyRequest, createKey, listKeys, type MadeKey, revokeKey, rotateKey } from "./api-keys.js";
export { authenticate, hasLiveKey } from "./authenticate.js";
export { type Principal, scopeFor } from "./principal.js";
