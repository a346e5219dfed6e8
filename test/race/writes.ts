import type { RememberRequest } from "keepsake";

/** What a process was told of one of its writes. */
export interface Acknowledged {
  /** Its number among all writes. */
  readonly write: number;
  readonly outcome: string;
  readonly memoryId?: string;
}

/** Names that differ in more than a number, so that each is a value of its own. */
function roomOf(write: number): string {
  const letters = "bcdfghklmnprstvz";
  let rest = write;
  let name = "";
  do {
    name += `${letters[rest % 16] ?? "x"}${"aeiou"[rest % 5] ?? "y"}`;
    rest = Math.floor(rest / 16);
  } while (rest > 0);
  return `${name} ${write}`;
}

/**
 * The write of this number, by one of two agents. Each has an instant of its own, a second after the one before, so that what was said last
 * is known whatever order they arrive in; every tenth says again what its process said before.
 */
export function requestOf(write: number, own: number, start: number): RememberRequest {
  const value = roomOf(write % 10 === 9 ? write - 1 : write);
  return {
    content: `The user's desk is in room ${value}`,
    subject: "user",
    attribute: "desk",
    value,
    agentId: own % 2 === 0 ? "agent-a" : "agent-b",
    at: start + write * 1_000,
  };
}
