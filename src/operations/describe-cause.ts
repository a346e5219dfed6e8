import type { Labels } from "../ports/index.js";

const LOGGED_FRAMES = 8;
/** Longer fields are withheld from the log as being more likely somebody's words. */
const MAX_FIELD_CHARACTERS = 300;

/** What went wrong and where, short enough for the log. A syntax error quotes what it could not parse: its message is left out. */
export function describeCause(cause: unknown): Labels {
  if (!(cause instanceof Error)) return { cause: typeof cause };
  const message = cause instanceof SyntaxError ? "" : `: ${cause.message}`;
  const frames = [...(cause.stack ?? "").matchAll(/^\s+at .*?([\w.-]+:\d+):\d+\)?$/gmu)].slice(0, LOGGED_FRAMES);
  const at = frames.map(([, place]) => place).join(" < ");
  return {
    cause: `${cause.name}${message}`.slice(0, MAX_FIELD_CHARACTERS),
    at: at.slice(0, MAX_FIELD_CHARACTERS),
  };
}
