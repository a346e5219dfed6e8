import type { ModelSpend, ModelUsage, SpendCaps } from "../domain/index.js";

/**
 * What tenants spend on models, by day. Crosses users, so it is a port of its own. Durable when a call resolves; each call is atomic
 * over all processes on the same data, so that callers who race cannot pass a cap together.
 * Days are `YYYY-MM-DD`. Errors: UNKNOWN_TENANT from `reserve` and `settle` when the tenant was never created.
 */
export interface UsageStore {
  /**
   * Sets the spend aside if spent, reserved and this together stay within the caps; else counts a refusal and returns false.
   * What a dead process had set aside stays set aside for its day: the caps err on the safe side.
   */
  reserve(tenant: string, day: string, spend: ModelSpend, caps: SpendCaps): Promise<boolean>;
  /** Ends a call: takes the reservation back (never below zero) and adds what was spent. */
  settle(tenant: string, day: string, reserved: ModelSpend, spent: ModelSpend): Promise<void>;
  /** Zeros for a day or a tenant without any. */
  find(tenant: string, day: string): Promise<ModelUsage>;
  /** Days with any figure, newest first, at most `limit`. */
  list(tenant: string, limit: number): Promise<readonly ModelUsage[]>;
}
