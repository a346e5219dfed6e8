import { KeepsakeError } from "./errors.js";

/** Of what takes away: only says what would go. */
export interface DryRun {
  readonly dryRun?: boolean;
}

/**
 * A call that changes for good what it finds does not pass over what it does not know: whoever gave it meant something by it.
 * @param more what came behind the arguments that the verb takes
 * @throws INVALID_INPUT
 */
export function refuseStray(verb: string, more: readonly unknown[]): void {
  if (more.every((each) => each === undefined)) return;
  throw new KeepsakeError("INVALID_INPUT", `${verb} was given more arguments than it takes`, { field: "arguments" });
}

/**
 * The second argument of what takes away.
 * @param request the first: a `dryRun` in it would be easy to overlook
 * @throws INVALID_INPUT
 */
export function readDryRun(verb: string, request: unknown, [options, ...more]: readonly unknown[]): DryRun {
  refuseStray(verb, more);
  if (typeof request === "object" && request !== null && "dryRun" in request) {
    throw new KeepsakeError("INVALID_INPUT", `${verb} takes dryRun in its second argument`, { field: "dryRun" });
  }
  if (options === undefined) return {};
  const { dryRun, ...others } = Object(options) as Record<string, unknown>;
  const isFields = typeof options === "object" && options !== null && !Array.isArray(options);
  const isKnown = isFields && Object.keys(others).length === 0;
  if (!isKnown || (dryRun !== undefined && typeof dryRun !== "boolean")) {
    const message = `the second argument of ${verb} must hold dryRun alone, a boolean`;
    throw new KeepsakeError("INVALID_INPUT", message, { field: "dryRun" });
  }
  return dryRun === undefined ? {} : { dryRun };
}
