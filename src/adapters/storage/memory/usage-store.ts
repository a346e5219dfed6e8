import { fitsCaps, type ModelUsage, noUsage } from "../../../domain/index.js";
import type { UsageStore } from "../../../ports/index.js";
import type { Store } from "./store.js";

export function createUsageStore(store: Store): UsageStore {
  const read = (tenant: string, day: string): ModelUsage => store.usage.get(tenant)?.get(day) ?? noUsage(day);
  const change = (tenant: string, usage: ModelUsage): void => {
    store.usage.set(tenant, new Map(store.usage.get(tenant)).set(usage.day, usage));
  };
  return {
    reserve: (tenant, day, spend, caps) =>
      store.serialise(async () => {
        store.requireTenant(tenant);
        const usage = read(tenant, day);
        if (!fitsCaps(usage, spend, caps)) {
          change(tenant, { ...usage, refusals: usage.refusals + 1 });
          return false;
        }
        change(tenant, {
          ...usage,
          reservedTokens: usage.reservedTokens + spend.inputTokens + spend.outputTokens,
          reservedCostMicros: usage.reservedCostMicros + spend.costMicros,
        });
        return true;
      }),
    settle: (tenant, day, reserved, spent) =>
      store.serialise(async () => {
        store.requireTenant(tenant);
        const usage = read(tenant, day);
        const reservedTokens = usage.reservedTokens - reserved.inputTokens - reserved.outputTokens;
        change(tenant, {
          ...usage,
          calls: usage.calls + 1,
          inputTokens: usage.inputTokens + spent.inputTokens,
          outputTokens: usage.outputTokens + spent.outputTokens,
          costMicros: usage.costMicros + spent.costMicros,
          reservedTokens: Math.max(0, reservedTokens),
          reservedCostMicros: Math.max(0, usage.reservedCostMicros - reserved.costMicros),
        });
      }),
    async find(tenant, day) {
      store.requireOpen();
      return read(tenant, day);
    },
    async list(tenant, limit) {
      store.requireOpen();
      const days = [...(store.usage.get(tenant)?.values() ?? [])];
      return days.sort((a, b) => (a.day < b.day ? 1 : -1)).slice(0, limit);
    },
  };
}
