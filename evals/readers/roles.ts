import type { Role } from "keepsake";

/** The roles of a turn as data files spell them. */
export const ROLE_NAMES = ["user", "assistant", "tool", "system"] as const satisfies readonly Role[];
