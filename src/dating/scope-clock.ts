import type { EpochMs } from "../domain/index.js";
import type { Clock, EngineParts } from "../ports/index.js";

/**
 * `at`, or where that is before the latest instant that the scope's rows are dated by, the next after it. Clocks of processes differ, and are
 * set back; what is said after something was acknowledged must count as said after it all the same (a hybrid logical clock: Kulkarni et al.,
 * "Logical Physical Clocks", OPODIS 2014).
 */
export function notBefore(at: EpochMs, latest: EpochMs | undefined): EpochMs {
  return latest === undefined || at >= latest ? at : latest + 1;
}

/** The instant by the process's own clock, for what no row of a user is dated by: pauses, leases, working state. */
export function ownNow({ clock, ownClock = clock }: Pick<EngineParts, "clock" | "ownClock">): EpochMs {
  return ownClock.now();
}

/** The process's clock as one scope sees it: never behind the latest instant that was noted of the scope when it was looked up. */
export function scopeClock(clock: Clock, latest: EpochMs | undefined): Clock {
  return latest === undefined ? clock : { now: () => notBefore(clock.now(), latest) };
}
