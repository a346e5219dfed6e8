import { type JournalEntry, KeepsakeError, type Scope, SECOND_MS } from "../domain/index.js";
import { servedParts } from "../embedding/index.js";
import type { ClaimedWork, EngineParts } from "../ports/index.js";
import { alignEntries, commitSummary, isBlobsEntry, type PreparedSummary, prepareSummary } from "../sessions/index.js";
import { failure } from "./backoff.js";
import { deliverEntries } from "./deliver-entries.js";
import {
  commitTurn,
  type DigestEntry,
  type PreparedTurn,
  prepareAgain,
  prepareTurn,
  readForDigest,
  textsToEmbed,
} from "./digest.js";
import { commitEmbedding, completeErased, type PreparedEmbedding, prepareEmbedding } from "./embed-task.js";
import { type EmbeddedEach, embedEach } from "./embed-texts.js";
import { isDigest, isEmbedding, isIndexing, isRefine, isSummarise, unknownWork } from "./entry-kinds.js";
import { HeldLease } from "./held-lease.js";
import type { Proposals, ReadTurn } from "./proposal.js";
import { propose } from "./propose.js";
import {
  againAfter,
  commitRefinement,
  type PreparedRefinement,
  prepareRefinement,
  type RefineEntry,
  refinedTexts,
} from "./refine.js";
import { findRelating } from "./relating/relate.js";
import { isStale } from "./shown.js";

/** Does what the journal says is still to be done: digests turns, makes missing vectors. */
export interface Worker {
  /** Begins to poll and to listen for hints. Idempotent. */
  start(): void;
  /** Finishes the turn at hand, gives the rest of the lease back, and resolves when nothing runs. Idempotent. */
  stop(): Promise<void>;
  /** Works until nothing of the scope (absent: of anyone) waits; dead entries aside. DEADLINE_EXCEEDED after `timeoutMs` (30 s). */
  drain(scope?: Scope, timeoutMs?: number): Promise<void>;
  /** One claim. Returns how many entries it saw through, successfully or not; 0 when there was nothing to claim. */
  runOnce(scope?: Scope): Promise<number>;
}

const POLL_MS = SECOND_MS;
const DRAIN_PAUSE_MS = 10;
const DRAIN_TIMEOUT_MS = 30 * SECOND_MS;
const EMBED_LIMITS = { jointMs: 30 * SECOND_MS, singleMs: 10 * SECOND_MS };
/** Leases that are remembered to be handed back; the others run out. */
const MOST_OWED = 100;
/** Fresh reads after a lost race, before the attempt counts as failed. */
const CONFLICT_RETRIES = 5;

/** What was read of an entry, before the model is asked about the turns of all entries together. */
type Read =
  | { readonly type: "turn"; readonly work: ReadTurn<DigestEntry> }
  | { readonly type: "refinement"; readonly work: ReadTurn<RefineEntry> }
  | { readonly type: "summary"; readonly work: PreparedSummary }
  | { readonly type: "embedding"; readonly work: PreparedEmbedding };

/** A claim with the parts as they serve its scope: one claim knows one embedding model. */
type ServedClaim = ClaimedWork & { readonly parts: EngineParts };

type Prepared =
  | { readonly type: "turn"; readonly work: PreparedTurn }
  | { readonly type: "refinement"; readonly work: PreparedRefinement }
  | { readonly type: "summary"; readonly work: PreparedSummary }
  | { readonly type: "embedding"; readonly work: PreparedEmbedding };

function textsOf(prepared: Prepared): readonly string[] {
  switch (prepared.type) {
    case "turn":
      return textsToEmbed(prepared.work);
    case "refinement":
      return refinedTexts(prepared.work);
    case "summary":
      return prepared.work.text === "" ? [] : [prepared.work.text];
    case "embedding":
      return [prepared.work.text];
  }
}

/** The loop around the journal. Everything durable is in the transactions; a worker that dies loses only its lease. */
class DigestWorker implements Worker {
  readonly #parts: EngineParts;
  #running = false;
  #stopping = false;
  #loop: Promise<void> | undefined;
  #wake: (() => void) | undefined;
  #unsubscribe: (() => void) | undefined;
  #hinted = false;
  /** Claims and drains under way, whoever asked for them: `stop` waits for all. */
  readonly #active = new Set<Promise<unknown>>();
  /** Leases of claims that ended in doubt, to be handed back before the next. */
  readonly #owed = new Set<HeldLease>();
  /** Falls with `stop`: no vector is waited for any longer. */
  #halt = new AbortController();

  constructor(parts: EngineParts) {
    this.#parts = parts;
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    this.#stopping = false;
    this.#halt = new AbortController();
    this.#unsubscribe = this.#parts.wakeUp.subscribe(() => this.#hint());
    this.#loop = this.#poll();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#halt.abort();
    this.#hint();
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    await this.#loop;
    await Promise.allSettled([...this.#active]);
    await this.#handBackAtStop();
    this.#loop = undefined;
    this.#running = false;
  }

  drain(scope?: Scope, timeoutMs = DRAIN_TIMEOUT_MS): Promise<void> {
    return this.#track(this.#drain(scope, timeoutMs));
  }

  runOnce(scope?: Scope): Promise<number> {
    return this.#track(this.#claimOnce(scope));
  }

  #track<Result>(work: Promise<Result>): Promise<Result> {
    this.#active.add(work);
    const done = (): void => void this.#active.delete(work);
    work.then(done, done);
    return work;
  }

  async #drain(scope: Scope | undefined, timeoutMs: number): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    while (true) {
      if (this.#stopping) throw new KeepsakeError("CLOSED", "the worker was stopped while turns waited to be digested");
      const done = await this.#claimOnce(scope);
      if (done > 0) continue;
      if ((await this.#pending(scope)) === 0) return;
      if (performance.now() >= deadline) {
        throw new KeepsakeError("DEADLINE_EXCEEDED", `turns still wait to be digested after ${timeoutMs} ms`);
      }
      await new Promise((resolve) => setTimeout(resolve, DRAIN_PAUSE_MS));
    }
  }

  async #claimOnce(scope: Scope | undefined): Promise<number> {
    if (this.#stopping) return 0;
    const { storage, clock, policy } = this.#parts;
    const { leaseSeconds, batchSize, maxAttempts } = policy.journal;
    await this.#handBack();
    const since = performance.now();
    const claim = await storage.queue.claim({
      ...{ now: clock.now(), leaseSeconds, maxEntries: batchSize, maxAttempts },
      ...(scope === undefined ? {} : { scope }),
      onDead: (entry) => this.#tellDead(entry, entry.lastError ?? ""),
    });
    if (claim === undefined) return 0;
    return this.#process(claim, since);
  }

  /** What an earlier claim left unfinished without a word, because the store was away or the machine had no time. */
  async #handBack(): Promise<void> {
    for (const lease of [...this.#owed]) {
      // first, so that a claim at the same time does not say for the same lease that it did not lapse
      if (!this.#owed.delete(lease)) continue;
      try {
        await lease.handBack();
      } catch (thrown) {
        this.#owed.add(lease);
        throw thrown;
      }
    }
  }

  /** A store that is away keeps nobody from stopping: the lease runs out. */
  async #handBackAtStop(): Promise<void> {
    try {
      await this.#handBack();
    } catch (thrown) {
      this.#log("worker.lease_not_handed_back", thrown);
    }
  }

  #hint(): void {
    this.#hinted = true;
    this.#wake?.();
  }

  async #pending(scope: Scope | undefined): Promise<number> {
    if (scope !== undefined)
      return this.#parts.storage.truth.read(scope, (transaction) => transaction.journal.pending());
    const backlog = await this.#parts.storage.queue.backlog();
    return backlog.waiting + backlog.leased;
  }

  async #poll(): Promise<void> {
    while (!this.#stopping) {
      this.#hinted = false;
      try {
        while (!this.#stopping && (await this.runOnce()) > 0) {
          // one claim after another until the journal has nothing more to give
        }
      } catch (thrown) {
        if (thrown instanceof KeepsakeError && thrown.code === "CLOSED") return;
        this.#log("worker.poll_failed", thrown);
      }
      if (!this.#stopping && !this.#hinted) await this.#sleep();
    }
  }

  async #sleep(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      timer.unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = undefined;
  }

  async #process(claim: ClaimedWork, since: number): Promise<number> {
    const lease = new HeldLease(this.#parts, claim, since, (thrown) => this.#log("worker.lease_lost", thrown));
    let isDone = false;
    try {
      const served = { ...claim, parts: await servedParts(this.#parts, claim.scope) };
      const work = (): Promise<number> => this.#processEntries(served, lease.lost);
      const attributes = { "keepsake.entries": claim.entries.length };
      const seen = await (this.#parts.tracer?.span("digest", work, { attributes }) ?? work());
      isDone = !lease.isDoubtful;
      return seen;
    } finally {
      lease.end();
      if (!isDone && this.#owed.size < MOST_OWED) this.#owed.add(lease);
    }
  }

  async #processEntries(claim: ServedClaim, lost: AbortSignal): Promise<number> {
    const signal = AbortSignal.any([lost, this.#halt.signal]);
    const read: Read[] = [];
    let seen = 0;
    for (const entry of claim.entries) {
      if (isIndexing(entry) || isBlobsEntry(entry)) continue;
      if (lost.aborted) return seen;
      if (this.#stopping) return this.#release(claim, seen);
      const work = await this.#read(claim, entry, signal);
      if (work === undefined) seen += 1;
      else read.push(work);
    }
    const turns = read.flatMap((each) => (each.type === "turn" || each.type === "refinement" ? [each.work] : []));
    const asked = (): Promise<Proposals> => propose(claim.parts, claim.scope, turns, signal);
    const proposals = await (this.#parts.tracer?.span("digest.propose", asked) ?? asked());
    if (lost.aborted) return seen;
    if (this.#stopping) return this.#release(claim, seen);
    const prepared: Prepared[] = [];
    for (const each of read) {
      const work = await this.#prepare(claim, each, proposals);
      if (work === undefined) seen += 1;
      else prepared.push(work);
    }
    const texts = prepared.flatMap(textsOf);
    const embedded = await embedEach(claim.parts, texts, signal, EMBED_LIMITS);
    for (const each of prepared) {
      if (lost.aborted) return seen;
      if (this.#stopping) return this.#release(claim, seen);
      await this.#settle(claim, each, embedded, signal);
      seen += 1;
    }
    if (lost.aborted) return seen;
    return seen + (await this.#deliver(claim));
  }

  /** Last, so that no turn waits for what stands beside the store. */
  async #deliver(claim: ClaimedWork): Promise<number> {
    const entries = claim.entries.filter(isIndexing);
    if (entries.length > 0)
      await deliverEntries(this.#parts.storage, claim, entries, (...failed) => this.#fail(claim, ...failed));
    const blobs = claim.entries.filter(isBlobsEntry);
    await alignEntries(this.#parts, claim, blobs, (entry, thrown, isOutage) =>
      this.#fail(claim, entry, thrown, isOutage),
    );
    return entries.length + blobs.length;
  }

  /** At a stop: what is not committed goes back untouched, to whoever works next. */
  async #release(claim: ServedClaim, seen: number): Promise<number> {
    await this.#parts.storage.queue.release(claim.leaseToken);
    return seen;
  }

  /** `undefined`: nothing left to do for the entry (its turn is gone, or it failed and was counted). */
  async #read(claim: ServedClaim, entry: JournalEntry, signal: AbortSignal): Promise<Read | undefined> {
    const { scope } = claim;
    try {
      if (isDigest(entry)) {
        const work = await readForDigest(claim.parts, scope, entry, entry.task.turnId);
        if (work !== undefined) return { type: "turn", work };
      } else if (isRefine(entry)) {
        const work = await readForDigest(claim.parts, scope, entry, entry.task.turnId);
        if (work !== undefined) return { type: "refinement", work };
      } else if (isSummarise(entry)) {
        const work = await prepareSummary(claim.parts, scope, entry, signal);
        if (work !== undefined) return { type: "summary", work };
      } else if (isEmbedding(entry)) {
        const work = await prepareEmbedding(claim.parts, scope, entry);
        if (work !== undefined) return { type: "embedding", work };
      } else {
        await this.#fail(claim, entry, unknownWork(entry), true);
        return undefined;
      }
      await this.#parts.storage.truth.write(scope, (transaction) =>
        completeErased(transaction, entry.id, claim.leaseToken),
      );
    } catch (thrown) {
      await this.#fail(claim, entry, thrown);
    }
    return undefined;
  }

  /** `undefined`: it failed and was counted. */
  async #prepare(claim: ServedClaim, read: Read, proposals: Proposals): Promise<Prepared | undefined> {
    try {
      if (read.type === "embedding" || read.type === "summary") return read;
      const proposal = proposals.get(read.work.turn.id);
      if (read.type === "turn") return { type: "turn", work: prepareTurn(claim.parts, read.work, proposal) };
      if (proposal?.type === "deferred") {
        await this.#defer(claim, read.work.entry, proposal.failure);
        return undefined;
      }
      return { type: "refinement", work: prepareRefinement(claim.parts, read.work, proposal) };
    } catch (thrown) {
      await this.#fail(claim, read.work.entry, thrown);
      return undefined;
    }
  }

  async #settle(claim: ServedClaim, prepared: Prepared, embedded: EmbeddedEach, signal: AbortSignal): Promise<void> {
    const { entry } = prepared.work;
    try {
      if (prepared.type === "turn") return await this.#commitTurn(claim, prepared.work, embedded.vectors, signal);
      if (prepared.type === "refinement") return await this.#commitRefinement(claim, prepared.work, embedded.vectors);
      if (prepared.type === "summary") return await this.#commitSummary(claim, prepared.work, embedded.vectors);
      const { work } = prepared;
      if (embedded.outage !== undefined) return await this.#fail(claim, entry, embedded.outage, true);
      const failed = embedded.failures.get(work.text);
      if (failed !== undefined) throw failed;
      await this.#retryRaces(() =>
        this.#parts.storage.truth.write(claim.scope, (transaction) =>
          commitEmbedding(claim.parts, transaction, work, embedded.vectors, claim.leaseToken),
        ),
      );
    } catch (thrown) {
      await this.#fail(claim, entry, thrown);
    }
  }

  /** Without its vector where the embedder failed: that follows. */
  async #commitSummary(claim: ServedClaim, work: PreparedSummary, vectors: ReadonlyMap<string, Float32Array>) {
    await this.#retryRaces(() =>
      this.#parts.storage.truth.write(claim.scope, (transaction) =>
        commitSummary(claim.parts, transaction, work, vectors, claim.leaseToken),
      ),
    );
  }

  /** Prepares the turn again where its context was erased meanwhile, until a commit meets what it was made from. */
  async #commitTurn(
    claim: ServedClaim,
    prepared: PreparedTurn,
    vectors: ReadonlyMap<string, Float32Array>,
    signal: AbortSignal,
  ): Promise<void> {
    const { storage, telemetry } = this.#parts;
    let work = prepared;
    let known = vectors;
    const outcomes = await this.#retryRaces(async () => {
      try {
        const relating = await findRelating(claim.parts, claim.scope, [...work.statements, ...work.faint], known);
        return await storage.truth.write(claim.scope, (transaction) =>
          commitTurn(claim.parts, transaction, work, known, claim.leaseToken, relating),
        );
      } catch (thrown) {
        if (!isStale(thrown)) throw thrown;
        // a turn that is gone by now keeps its old preparation: the next commit finds that out and completes the entry
        work = (await prepareAgain(claim.parts, claim.scope, work, signal)) ?? work;
        const missing = textsToEmbed(work).filter((text) => !known.has(text));
        const made = await embedEach(claim.parts, missing, signal, EMBED_LIMITS);
        known = new Map([...known, ...made.vectors]);
        throw thrown;
      }
    });
    telemetry.count("keepsake_turns_digested", 1);
    for (const [outcome, count] of outcomes) telemetry.count("keepsake_statements", count, { outcome });
  }

  async #commitRefinement(
    claim: ServedClaim,
    work: PreparedRefinement,
    vectors: ReadonlyMap<string, Float32Array>,
  ): Promise<void> {
    const { storage, telemetry } = this.#parts;
    const outcomes = await this.#retryRaces(async () => {
      const relating = await findRelating(claim.parts, claim.scope, [...work.slotted, ...work.added], vectors);
      return storage.truth.write(claim.scope, (transaction) =>
        commitRefinement(claim.parts, transaction, work, vectors, claim.leaseToken, relating),
      );
    });
    telemetry.count("keepsake_turns_refined", 1);
    for (const [outcome, count] of outcomes) telemetry.count("keepsake_statements", count, { outcome });
  }

  /** The model failed the turn once more: the rules' memories stand, and it is tried again when that can help. */
  async #defer(claim: ClaimedWork, entry: RefineEntry, failure: KeepsakeError): Promise<void> {
    const { storage, clock, policy } = this.#parts;
    const outcome = againAfter(entry, failure, clock.now(), policy.journal);
    await storage.queue.fail(entry.id, claim.leaseToken, outcome);
  }

  /** A lost race is not a failure of the entry: the transaction reads afresh and decides again. */
  async #retryRaces<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await work();
      } catch (thrown) {
        const isRace = thrown instanceof KeepsakeError && thrown.code === "CONFLICT";
        if (!isRace || attempt >= CONFLICT_RETRIES) throw thrown;
        this.#parts.telemetry.count("keepsake_commit_conflicts", 1);
      }
    }
  }

  async #fail(claim: ClaimedWork, entry: JournalEntry, thrown: unknown, isOutage = false): Promise<void> {
    const { storage, clock, policy, telemetry } = this.#parts;
    const outcome = failure(entry, thrown, clock.now(), policy.journal, isOutage);
    const attempts = entry.attempts + 1;
    const isDead = outcome.dueAt === undefined;
    this.#log("worker.entry_failed", thrown, { entry: entry.id, attempts, dead: isDead });
    await storage.queue.fail(entry.id, claim.leaseToken, outcome);
    if (isDead) this.#tellDead({ ...entry, attempts }, outcome.error);
    else telemetry.count("keepsake_journal_failures", 1, { dead: false });
  }

  /** Work that is given up for good never goes silently: whoever operates the store has to mend the cause and let it be tried again. */
  #tellDead({ id, task, attempts }: JournalEntry, reason: string): void {
    const { telemetry } = this.#parts;
    telemetry.count("keepsake_journal_failures", 1, { dead: true });
    const remedy = "keepsake journal list, keepsake journal retry";
    telemetry.log("error", "worker.entry_dead", { entry: id, task: task.type, attempts, reason, remedy });
  }

  #log(event: string, thrown: unknown, fields: Readonly<Record<string, string | number | boolean>> = {}): void {
    const code = thrown instanceof KeepsakeError ? thrown.code : "INTERNAL";
    const error = thrown instanceof Error ? thrown.name : typeof thrown;
    this.#parts.telemetry.log("warn", event, { ...fields, code, error });
  }
}

/** The worker of one engine. Several, in one process or many, may run on one store: leases keep them apart. */
export function digestWorker(parts: EngineParts): Worker {
  return new DigestWorker(parts);
}
