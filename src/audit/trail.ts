import { type AuditEvent, toKeepsakeError } from "../domain/index.js";
import type { AuditTrail, EngineParts } from "../ports/index.js";

type Parts = Pick<EngineParts, "storage" | "clock" | "telemetry">;

/** How long a line that is only noted may wait for others. What a crash can lose of reads and refusals. */
const AUDIT_DELAY_MS = 250;
/** More than this many waiting lines are written at once. */
const FULL = 256;

/** Lines of one batch, by tenant, in order. */
type Batch = Map<string, AuditEvent[]>;

/** Collects what is noted and appends it in batches: one commit for many reads. */
class BatchedTrail implements AuditTrail {
  #batch: Batch = new Map();
  #size = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(private readonly parts: Parts) {}

  async write(tenant: string, event: Omit<AuditEvent, "at">): Promise<void> {
    this.note(tenant, event);
    await this.flush();
  }

  note(tenant: string, event: Omit<AuditEvent, "at">): void {
    const lines = this.#batch.get(tenant) ?? [];
    lines.push({ ...event, at: this.parts.clock.now() });
    this.#batch.set(tenant, lines);
    this.#size += 1;
    if (this.#size >= FULL) this.#start();
    else this.#timer ??= setTimeout(() => this.#start(), AUDIT_DELAY_MS).unref();
  }

  async flush(): Promise<void> {
    this.#start();
    await this.#writing;
  }

  #start(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#size === 0) return;
    const batch = this.#batch;
    this.#batch = new Map();
    this.#size = 0;
    // one after the other, so that lines stand in the order in which they were told
    this.#writing = this.#writing.then(() => this.#append(batch));
  }

  async #append(batch: Batch): Promise<void> {
    const { storage, telemetry } = this.parts;
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
