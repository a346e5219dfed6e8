export { digestedName } from "./digested-name.js";
export { createAuditTrail } from "./trail.js";
export { type ChainReport, verifyChain } from "./verify-chain.js";
