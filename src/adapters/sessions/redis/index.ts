export { createCopiedSessions } from "./copied-sessions.js";
