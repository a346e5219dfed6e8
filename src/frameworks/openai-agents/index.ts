export type { ChatTerms } from "../beside-chat.js";
export { KeepsakeSession, type KeepsakeSessionOptions } from "./keepsake-session.js";
