/**
 * How calls of one outside service take their turns: so many at a time, so many a minute, none while the service is left alone.
 * Holds for this process.
 */
export interface ServiceTurns {
  /**
   * Does the work when the service has a place for it. Those of one `line` come in their order; lines take turns, so that much of the one
   * (texts to be stored) holds up none of the other (questions). The work's own time limit begins with it.
   * Errors: MODEL_UNAVAILABLE (no place in time, or the service is left alone: nothing was asked), DEADLINE_EXCEEDED (`signal` fell while it
   * waited), and whatever the work throws.
   */
  take<Result>(line: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
}
