import { checkFinalState } from "./check-final-state.js";
import { checkRegister } from "./check-register.js";
import type { Call, FinalState, SlotRead, SlotWrite, TurnWrite, Violation } from "./history.js";

/** Working state is no memory: it is read and written, and leaves no versions. */
export const STATE_SLOT = "state";

/**
 * Whether what was seen and what is left can be explained by the acknowledged calls, each once and in an order that respects real time, and by any of the calls whose
 * outcome is unknown. What is at rest counts as one more read of every slot.
 */
export function checkHistory(calls: readonly Call[], states: readonly FinalState[]): readonly Violation[] {
  return states.flatMap((state) => {
    const own = calls.filter(({ user }) => user === state.user);
    const writes = own.filter((call): call is SlotWrite => call.type === "write");
    const reads = own.filter((call): call is SlotRead => call.type === "read");
    const turns = own.filter((call): call is TurnWrite => call.type === "turn");
    const slots = new Set([...writes, ...reads].map(({ slot }) => slot));
    return [
      ...[...slots].flatMap((slot) =>
        checkRegister(
          writes.filter((write) => write.slot === slot),
          reads.filter((read) => read.slot === slot),
        ),
      ),
      ...checkFinalState(
        state,
        writes.filter(({ slot }) => slot !== STATE_SLOT),
        turns,
      ),
    ];
  });
}
