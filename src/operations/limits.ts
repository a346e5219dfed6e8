import type { Policy } from "../domain/index.js";
import { DEFAULT_POLICY } from "../policy/index.js";

/** The limits in force, for people who ran into one. */
export const LIMITS: Policy["limits"] & { readonly maxStateBytes: number } = {
  ...DEFAULT_POLICY.limits,
  maxStateBytes: DEFAULT_POLICY.state.maxValueBytes,
};
