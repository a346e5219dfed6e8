/** What a person should know of the service; each is told by `doctor`, and logged at the start. */
export type CompanionConcern =
  | "memory-unbounded"
  | "memory-nearly-full"
  | "not-primary"
  | "written-to-disk"
  | "too-old";

export interface CompanionReport {
  readonly version: string;
  /** e.g. `maxmemory 256 MiB, noeviction, 3 MiB used, append-only file on` */
  readonly summary: string;
  readonly concerns: readonly CompanionConcern[];
}

/**
 * A service beside the store that holds copies and carries hints: its loss costs time and nothing else.
 */
export interface Companion {
  /** Where it is, without credentials. */
  readonly address: string;
  /** UNAVAILABLE when it does not answer. */
  examine(): Promise<CompanionReport>;
}
