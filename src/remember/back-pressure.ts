import { type EpochMs, KeepsakeError, SECOND_MS } from "../domain/index.js";
import type { EngineParts, JournalQueue } from "../ports/index.js";

/** Near its bound a tenant's backlog is counted anew after so long; between two counts this process adds what it accepts itself. */
const NEAR_MS = SECOND_MS;
const FAR_MS = 5 * SECOND_MS;
const NEAR_SHARE = 0.5;
const RETRY_AFTER_SECONDS = 10;
/** Tenants that are remembered; beyond that all are counted anew. */
const MOST_TENANTS = 10_000;

interface Gauge {
  waiting: number;
  countedAt: EpochMs;
}

type BacklogParts = Pick<EngineParts, "storage" | "policy" | "clock">;

const GAUGES = new WeakMap<JournalQueue, Map<string, Promise<Gauge>>>();

function gaugesOf(queue: JournalQueue): Map<string, Promise<Gauge>> {
  const known = GAUGES.get(queue) ?? new Map<string, Promise<Gauge>>();
  GAUGES.set(queue, known);
  return known;
}

async function count({ storage, policy, clock }: BacklogParts, tenant: string): Promise<Gauge> {
  const waiting = await storage.queue.countWaiting(tenant, policy.journal.maxWaiting);
  return { waiting, countedAt: clock.now() };
}

/** The tenant's gauge, counted now or a little while ago. Calls at the same time share one count. */
async function gaugeOf(parts: BacklogParts, tenant: string): Promise<Gauge> {
  const gauges = gaugesOf(parts.storage.queue);
  const counting = gauges.get(tenant);
  if (counting !== undefined) {
    const gauge = await counting;
    const isNear = gauge.waiting >= NEAR_SHARE * parts.policy.journal.maxWaiting;
    const age = parts.clock.now() - gauge.countedAt;
    // a clock that was put back makes no gauge fresh for ever
    if (age >= 0 && age < (isNear ? NEAR_MS : FAR_MS)) return gauge;
    if (gauges.get(tenant) !== counting) return gaugeOf(parts, tenant);
  }
  if (gauges.size >= MOST_TENANTS) gauges.clear();
  const made = count(parts, tenant);
  gauges.set(tenant, made);
  // a count that failed must not be what the next call finds
  made.catch(() => gauges.delete(tenant));
  return made;
}

/** Whether turns of the tenant are taken now. */
export async function acceptsTurns(parts: BacklogParts, tenant: string): Promise<boolean> {
  return (await gaugeOf(parts, tenant)).waiting < parts.policy.journal.maxWaiting;
}

/**
 * Refuses turns while as many entries of the tenant wait as may wait, before the journal grows without bound. Several processes may together
 * pass the bound by what they accept within a second.
 * @throws RATE_LIMITED, with `retryAfterSeconds`
 */
export async function admitTurns(parts: BacklogParts & Pick<EngineParts, "telemetry">, tenant: string): Promise<void> {
  if (await acceptsTurns(parts, tenant)) return;
  parts.telemetry.count("keepsake_records_refused", 1, { reason: "backlog" });
  const { maxWaiting } = parts.policy.journal;
  const message = `${maxWaiting} turns of the tenant wait to be digested (journal.maxWaiting): more are taken when workers have caught up`;
  throw new KeepsakeError("RATE_LIMITED", message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** Turns that were accepted count at once. They are durable by then: a count that is under way, and may fail, is not waited for. */
export function noteAccepted(parts: BacklogParts, tenant: string, turns: number): void {
  const add = (gauge: Gauge): void => {
    gauge.waiting += turns;
  };
  // whose count it is, is told of its failure
  gaugesOf(parts.storage.queue)
    .get(tenant)
    ?.then(add, () => undefined);
}
