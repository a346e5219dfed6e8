import type { Scope } from "../domain/index.js";

/**
 * Several reads of one user as of one instant. A storage that has none of it reads each time what is there at that time.
 * - `work` gets a scope of the same user that stands for the instant: `Truth.read`, `VectorIndex`, `KeywordIndex` and `ChangeStamps` called
 *   with it see one state, whatever is committed meanwhile. Every other call, and any call with the ordinary scope, sees what it sees always.
 * - Calls with it may run side by side. A search that is given up after its `withinMs` takes nothing from the calls after it.
 * - It may keep a connection to the server busy from its beginning to its end: nothing but the store is waited for within `work`, no model
 *   and no other service. What is still unanswered when `work` ends delays nobody.
 * - A scope that stands for an instant already: the same instant. A write with one, or a read after the end: INTERNAL.
 * - Errors: as `Truth.read`.
 */
export interface Snapshots {
  hold<Result>(scope: Scope, work: (held: Scope) => Promise<Result>): Promise<Result>;
}
