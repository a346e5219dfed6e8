export type { ChatTerms } from "../beside-chat.js";
export { KeepsakeBlock, type KeepsakeBlockOptions } from "./keepsake-block.js";
