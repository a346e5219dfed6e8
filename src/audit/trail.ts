import { type AuditEvent, toKeepsakeError } from "../domain/index.js";
import type { AuditTrail, EngineParts } from "../ports/index.js";

type Parts = Pick<EngineParts, "storage" | "clock" | "telemetry">;

/** How long a line that is only noted may wait for others. What a crash can lose of reads and refusals. */
const AUDIT_DELAY_MS = 250;
/** More than this many waiting lines are written at once. */
const FULL = 256;

/** Equal refusals that cost their maker nothing are one line when the first comes, and one with their number at the end of it. */
const REFUSALS_MS = 60_000;
/** Different refusals that are told apart within one window. */
const MOST_REFUSALS = 1_000;
/** Noted lines that may wait for a store that does not answer; more are counted as lost, so that memory does not fill. */
const MOST_WAITING = 10_000;

type Told = Omit<AuditEvent, "at">;

/** A refusal, and how often it came again within the window. */
interface Refusal {
  readonly tenant: string;
  event: Told;
  again: number;
}

/** A denial of what a known caller may not do is a line each: it says whose memory was asked for. */
const FREE_REFUSALS = new Set<string | undefined>(["UNAUTHENTICATED", "RATE_LIMITED"]);

/** Whoever it was about: a caller who makes up users makes no more lines by it. */
function refusalKey(tenant: string, { action, actor, door, keyId, detail }: Told): string {
  return JSON.stringify([tenant, action, actor, door, keyId, detail]);
}

/** Lines of one batch, by tenant, in order. */
type Batch = Map<string, AuditEvent[]>;

/** Collects what is noted and appends it in batches: one commit for many reads. */
class BatchedTrail implements AuditTrail {
  #batch: Batch = new Map();
  #size = 0;
  /** Handed over, and not yet written. */
  #handed = 0;
  #lost = 0;
  #refusals = new Map<string, Refusal>();
  #window: NodeJS.Timeout | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(private readonly parts: Parts) {}

  async write(tenant: string, event: Told): Promise<void> {
    this.#add(tenant, event);
    this.#start();
    await this.#writing;
  }

  note(tenant: string, event: Told): void {
    if (event.outcome === "refused" && FREE_REFUSALS.has(event.detail) && this.#isAgain(tenant, event)) return;
    if (this.#size + this.#handed >= MOST_WAITING) this.#lose(1);
    else this.#add(tenant, event);
  }

  async flush(): Promise<void> {
    this.#closeWindow();
    this.#start();
    await this.#writing;
  }

  #isAgain(tenant: string, event: Told): boolean {
    const key = refusalKey(tenant, event);
    const known = this.#refusals.get(key);
    if (known !== undefined) {
      known.again += 1;
      if (known.event.user !== event.user) {
        const { user: _, ...ofNobody } = known.event;
        known.event = ofNobody;
      }
      return true;
    }
    if (this.#refusals.size >= MOST_REFUSALS) this.#closeWindow();
    this.#refusals.set(key, { tenant, event, again: 0 });
    this.#window ??= setTimeout(() => this.#closeWindow(), REFUSALS_MS).unref();
    return false;
  }

  #closeWindow(): void {
    clearTimeout(this.#window);
    this.#window = undefined;
    const refusals = this.#refusals;
    this.#refusals = new Map();
    for (const { tenant, event, again } of refusals.values()) {
      if (again === 0) continue;
      this.#add(tenant, again === 1 ? event : { ...event, detail: `${event.detail} x${again}` });
    }
  }

  #add(tenant: string, event: Told): void {
    const lines = this.#batch.get(tenant) ?? [];
    lines.push({ ...event, at: this.parts.clock.now() });
    this.#batch.set(tenant, lines);
    this.#size += 1;
    if (this.#size >= FULL) this.#start();
    else this.#timer ??= setTimeout(() => this.#start(), AUDIT_DELAY_MS).unref();
  }

  /** Counted at once, and logged with the next batch: a line of log for each would be the same flood again. */
  #lose(lines: number): void {
    this.parts.telemetry.count("keepsake_audit_failures", lines, {});
    this.#lost += lines;
  }

  #start(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#size === 0) return;
    const batch = this.#batch;
    const size = this.#size;
    this.#batch = new Map();
    this.#size = 0;
    this.#handed += size;
    // one after the other, so that lines stand in the order in which they were told
    this.#writing = this.#writing
      .then(() => this.#append(batch))
      .finally(() => {
        this.#handed -= size;
      });
  }

  async #append(batch: Batch): Promise<void> {
    const { storage, telemetry } = this.parts;
    if (this.#lost > 0) telemetry.log("error", "audit-failed", { code: "TOO_MANY_WAITING", lines: this.#lost });
    this.#lost = 0;
    for (const [tenant, events] of batch) {
      try {
        await storage.auditLog.append(tenant, events);
      } catch (thrown) {
        telemetry.count("keepsake_audit_failures", events.length, {});
        telemetry.log("error", "audit-failed", { code: toKeepsakeError(thrown).code, lines: events.length });
      }
    }
  }
}

/**
 * Writes after the deed: what was done is durable by then, and a log that cannot be written is reported loudly to the operator instead of
 * telling the caller that the deed failed, which would be untrue.
 */
export function createAuditTrail(parts: Parts): AuditTrail {
  return new BatchedTrail(parts);
}
