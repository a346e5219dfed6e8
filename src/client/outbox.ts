import {
  checkId,
  ID_PREFIX,
  KeepsakeError,
  type RecordReceipt,
  type RecordRequest,
  toKeepsakeError,
} from "../domain/index.js";
import { type ClientEnvironment, within } from "./environment.js";
import type { Watch } from "./events.js";
import { askedToWait, isOutage } from "./failure.js";
import type { ClientTerms } from "./options.js";
import { charactersOf, type Spool, type SpoolEntry } from "./spool.js";

/** How often an entry may meet a fault of the server's before it no longer holds up those behind it. */
const MAX_FAULTS = 8;
const MIN_WAIT_MS = 250;

/** What a replay came to. */
export interface FlushReport {
  readonly delivered: number;
  /** Refused for good; handed to `onUndeliverable`. */
  readonly undeliverable: number;
  readonly waiting: number;
}

interface OutboxParts {
  readonly spool: Spool;
  readonly limits: ClientTerms["spoolLimits"];
  readonly environment: ClientEnvironment;
  /** @throws KeepsakeError */
  readonly deliver: (entry: SpoolEntry, insists: boolean) => Promise<RecordReceipt>;
  /** Ms until the breaker lets an attempt through. */
  readonly waitMs: () => number;
  readonly watch: Watch;
  readonly onUndeliverable: (entry: SpoolEntry, error: KeepsakeError) => void;
}

/**
 * Makes repeating safe before anything is sent: a turn that has neither an id nor an instant gets an id. One that has an instant gets
 * its id from the server, the same each time. What is said here stays as it was when it waits.
 * @throws INVALID_INPUT for what no server would take: it must not wait first
 */
export function prepare(request: RecordRequest, newId: () => string): RecordRequest {
  checkId(request.sessionId, "sessionId");
  if (!Array.isArray(request.turns) || request.turns.length === 0) {
    throw new KeepsakeError("INVALID_INPUT", "turns must hold at least one turn", { field: "turns" });
  }
  const turns = request.turns.map((turn, index) => {
    if (typeof turn?.text !== "string" || turn.text.trim() === "") {
      throw new KeepsakeError("INVALID_INPUT", `turns[${index}].text is empty`, { field: `turns[${index}].text` });
    }
    return turn.id === undefined && turn.at === undefined ? { ...turn, id: `${ID_PREFIX.turn}${newId()}` } : turn;
  });
  return { ...request, turns };
}

/** Said now, delivered later: the instant of saying goes along. */
function dated(request: RecordRequest, at: number): RecordRequest {
  return { ...request, turns: request.turns.map((turn) => ({ ...turn, at: turn.at ?? at })) };
}

/** What the receiver does with it is its own affair: a fault there must not keep the entry in the way of others. */
function handOver(receive: OutboxParts["onUndeliverable"], entry: SpoolEntry, error: KeepsakeError): void {
  try {
    receive(entry, error);
  } catch {
    // told already as an event
  }
}

/** Turns that the server has not acknowledged, oldest first, one at a time, until it has. */
export class Outbox {
  #flushing: Promise<FlushReport> | undefined;
  #cancelTimer: (() => void) | undefined;
  #isClosed = false;
  #held = 0;
  readonly #faults = new Map<string, number>();
  readonly #receipts = new Map<string, (receipt: RecordReceipt | KeepsakeError) => void>();

  constructor(private readonly parts: OutboxParts) {}

  /** Whether anything waits, as far as is known. */
  get isEmpty(): boolean {
    return this.#held === 0;
  }

  /** Takes up what an earlier process left. */
  async open(): Promise<void> {
    this.#held = (await this.parts.spool.size()).entries;
    this.#tellDamaged();
    if (this.#held > 0) this.#wakeIn(0);
  }

  async size(): Promise<number> {
    return (await this.parts.spool.size()).entries;
  }

  /**
   * @param saidAt for turns without an instant
   * @throws the error that made the turns wait, where they may not: the spool is full
   */
  async put(user: string, request: RecordRequest, saidAt: number, error: KeepsakeError): Promise<SpoolEntry> {
    const { spool, limits, environment, watch } = this.parts;
    const entry = { id: environment.newId(), user, request: dated(request, saidAt) };
    const { entries, characters } = await spool.size();
    if (entries >= limits.entries || characters + charactersOf(entry) > limits.characters) {
      watch({ type: "spool-full", entries });
      const details = { ...error.details, spooled: entries };
      throw new KeepsakeError(error.code, `${error.message} The spool is full.`, details, { cause: error });
    }
    await spool.append(entry);
    this.#held += 1;
    watch({ type: "spooled", entryId: entry.id, turns: entry.request.turns.length, code: error.code });
    this.#wakeIn(Math.max(MIN_WAIT_MS, this.parts.waitMs(), askedToWait(error)));
    return entry;
  }

  /** Behind what waits already. Resolves with the receipt when it was delivered within `limitMs`, else with nothing. */
  async putBehind(
    user: string,
    request: RecordRequest,
    { saidAt, limitMs }: { readonly saidAt: number; readonly limitMs: number },
  ): Promise<RecordReceipt | undefined> {
    const error = new KeepsakeError("UNAVAILABLE", "Earlier turns still wait for the server.");
    let outcome: RecordReceipt | KeepsakeError | undefined;
    const entry = await this.put(user, request, saidAt, error);
    this.#receipts.set(entry.id, (told) => {
      outcome = told;
    });
    await this.#flushFor(limitMs);
    this.#receipts.delete(entry.id);
    if (outcome instanceof KeepsakeError) throw outcome;
    return outcome;
  }

  /**
   * Sends what waits until there is nothing left or the server fails again. One replay at a time.
   * @param insists tries also where the circuit is open
   */
  async flush({ insists = false }: { readonly insists?: boolean } = {}): Promise<FlushReport> {
    // the one under way may have been turned away by the circuit; how it ends is told to whoever began it
    if (insists) await this.#flushing?.catch(() => undefined);
    this.#flushing ??= this.#replay(insists).finally(() => {
      this.#flushing = undefined;
    });
    return this.#flushing;
  }

  async #flushFor(limitMs: number): Promise<void> {
    const limit = new AbortController();
    const cancel = this.parts.environment.schedule(limitMs, () => limit.abort());
    try {
      await within(this.flush(), limit.signal);
    } catch (error) {
      if (!limit.signal.aborted) throw error;
    } finally {
      cancel();
    }
  }

  /** The server is well again, as an answer showed. */
  nudge(): void {
    if (!this.isEmpty && this.#flushing === undefined) this.#wakeIn(0);
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelTimer?.();
  }

  #tellDamaged(): number {
    const entries = this.parts.spool.takeDamaged?.() ?? 0;
    if (entries > 0) this.parts.watch({ type: "spool-damaged", entries });
    return entries;
  }

  async #next(): Promise<SpoolEntry | undefined> {
    const entry = await this.parts.spool.first();
    this.#held = Math.max(0, this.#held - this.#tellDamaged());
    return entry;
  }

  async #replay(insists: boolean): Promise<FlushReport> {
    const { spool } = this.parts;
    let delivered = 0;
    let undeliverable = 0;
    for (let entry = await this.#next(); entry !== undefined; entry = await this.#next()) {
      const outcome = await this.#deliver(entry, insists);
      if (outcome === "wait") break;
      await spool.remove(entry.id);
      this.#held = Math.max(0, this.#held - 1);
      this.#faults.delete(entry.id);
      if (outcome === "delivered") delivered += 1;
      else undeliverable += 1;
    }
    return { delivered, undeliverable, waiting: (await spool.size()).entries };
  }

  async #deliver(entry: SpoolEntry, insists: boolean): Promise<"delivered" | "undeliverable" | "wait"> {
    const { deliver, watch, onUndeliverable } = this.parts;
    try {
      const receipt = await deliver(entry, insists);
      const { accepted, duplicates } = receipt;
      watch({ type: "replayed", entryId: entry.id, accepted, duplicates });
      this.#receipts.get(entry.id)?.(receipt);
      return "delivered";
    } catch (thrown) {
      const error = toKeepsakeError(thrown);
      if (this.#mayStillGo(entry, error)) {
        this.#wakeIn(Math.max(MIN_WAIT_MS, this.parts.waitMs(), askedToWait(error)));
        return "wait";
      }
      watch({ type: "undeliverable", entryId: entry.id, code: error.code });
      this.#receipts.get(entry.id)?.(error);
      handOver(onUndeliverable, entry, error);
      return "undeliverable";
    }
  }

  /** A credential can be renewed and a server mended; what is wrong with the turns themselves stays wrong. */
  #mayStillGo(entry: SpoolEntry, error: KeepsakeError): boolean {
    if (error.code === "UNAUTHENTICATED") return true;
    if (error.code !== "INTERNAL") return isOutage(error);
    const faults = (this.#faults.get(entry.id) ?? 0) + 1;
    this.#faults.set(entry.id, faults);
    return faults < MAX_FAULTS;
  }

  #wakeIn(delayMs: number): void {
    if (this.#isClosed) return;
    this.#cancelTimer?.();
    // spread, so that many clients of one server do not come back in the same moment
    const spread = delayMs * (1 + this.parts.environment.random() / 4);
    const replay = (): void => {
      this.#cancelTimer = undefined;
      // what fails in it has waited again, with a timer of its own; a spool that cannot be read is told by the next call
      void this.flush().catch(() => undefined);
    };
    this.#cancelTimer = this.parts.environment.schedule(spread, replay, "background");
  }
}
