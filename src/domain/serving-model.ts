import type { EpochMs } from "./time.js";

/** The embedding model by which a scope is searched, as a cut-over left it. */
export interface ServingModel {
  readonly modelId: string;
  /** The instant of the cut-over. */
  readonly since: EpochMs;
}
