import { digestedName } from "../audit/index.js";
import { dateWrite } from "../dating/index.js";
import {
  checkId,
  KeepsakeError,
  type LoadedMemory,
  type LoadRequest,
  type LoadResult,
  type Memory,
  type MemoryWrite,
  type Scope,
  SECOND_MS,
} from "../domain/index.js";
import type { EngineParts, IndexChange, TruthTransaction } from "../ports/index.js";
import type { CommitContext, Committed } from "./commit.js";
import { sha256 } from "./content-hash.js";
import { embedTexts } from "./embed-texts.js";
import { findAnswer, type IdempotentCall } from "./idempotency.js";
import { reconcileLoaded } from "./reconcile-loaded.js";
import { checkRemembered, toRemembered } from "./remember.js";
import { settle } from "./settle.js";
import type { Statement } from "./statement.js";
import { retryConflicts } from "./write-statement.js";

/** Past it the memories are stored, and their vectors follow. */
const EMBED_DEADLINE_MS = 30 * SECOND_MS;
const DIGITS = 24;

interface Loading {
  readonly importId: string;
  readonly call: IdempotentCall;
  readonly statements: readonly Statement[];
  /** When those were said of which the caller does not say it. */
  readonly dated: number | undefined;
}

/** The path of the field that is wrong names the memory. */
function checkEach<Result>(index: number, work: () => Result): Result {
  try {
    return work();
  } catch (thrown) {
    if (!(thrown instanceof KeepsakeError) || typeof thrown.details.field !== "string") throw thrown;
    const field = `memories.${index}.${thrown.details.field}`;
    throw new KeepsakeError(thrown.code, thrown.message, { ...thrown.details, field });
  }
}

/** Of what is kept of the request: a bare hash of a password is found again by trying them all. */
function bodyHashOf({ memories, importId }: LoadRequest, statements: readonly Statement[]): string {
  const kept = statements.map(({ evidence, kind, subject, attribute, value, qualifiers, tags, ...rest }, index) => {
    const { at, expiresAt, timeZone } = memories[index] ?? {};
    const names = Object.keys(qualifiers).sort();
    const slot = [subject, attribute, value, names.map((name) => [name, qualifiers[name]])];
    return [evidence, kind, slot, tags, rest.importance, at, expiresAt, timeZone, rest.agentId, rest.sessionId];
  });
  return sha256(JSON.stringify([importId, kept]));
}

function prepare(parts: EngineParts, request: LoadRequest): Loading {
  const { memories, agentId } = request;
  if (agentId !== undefined) checkId(agentId, "agentId");
  if (request.importId !== undefined) checkId(request.importId, "importId");
  const now = parts.clock.now();
  const statements = memories.map((memory, index) =>
    checkEach(index, () => {
      const checked = checkRemembered(parts, { ...(agentId === undefined ? {} : { agentId }), ...memory });
      return { ...toRemembered(parts, checked, checked.at ?? now), source: "import" as const };
    }),
  );
  const bodyHash = bodyHashOf(request, statements);
  return {
    importId: request.importId ?? `load_${bodyHash.slice(0, DIGITS)}`,
    // the same memories are the same call, whoever sends them again after a connection that broke
    call: { key: `load_${bodyHash.slice(0, DIGITS)}`, operation: "load", bodyHash },
    statements,
    dated: memories.some(({ at }) => at === undefined) ? now : undefined,
  };
}

/** What is active in which words: read once for all, and kept as the load goes on. */
class Known {
  readonly #rows = new Map<string, Memory[]>();

  constructor(rows: readonly Memory[]) {
    for (const row of rows) this.#add(row);
  }

  inTheWordsOf({ contentHash }: Statement): readonly Memory[] {
    return this.#rows.get(contentHash) ?? [];
  }

  note({ memory, supersededIds }: Pick<Committed, "memory" | "supersededIds">): void {
    const gone = new Set(supersededIds);
    if (gone.size > 0)
      for (const [hash, rows] of this.#rows)
        this.#rows.set(
          hash,
          rows.filter(({ id }) => !gone.has(id)),
        );
    if (memory?.status === "active") this.#add(memory);
  }

  #add(row: Memory): void {
    this.#rows.set(row.contentHash, [...(this.#rows.get(row.contentHash) ?? []), row]);
  }
}

async function loadOne(
  context: CommitContext,
  statement: Statement,
  importId: string,
  known: Known,
): Promise<LoadedMemory> {
  const verdict = await reconcileLoaded(context.transaction, statement, known.inTheWordsOf(statement));
  if (verdict.type === "reinforce")
    return { outcome: "known", reason: verdict.reason, memoryId: verdict.target.id, supersededIds: [] };
  const committed = await settle(context, statement, verdict, importId);
  known.note(committed);
  const { outcome, reason, memory, supersededIds } = committed;
  return { outcome, reason, supersededIds, ...(memory === undefined ? {} : { memoryId: memory.id }) };
}

/** The lines of the write log go together when all is written. */
function logTogether(transaction: TruthTransaction): {
  readonly transaction: TruthTransaction;
  readonly flush: () => Promise<void>;
} {
  const lines: Omit<MemoryWrite, "sequence" | "undoneAt">[] = [];
  const append: TruthTransaction["writes"]["append"] = async (more) => {
    lines.push(...more);
  };
  return {
    transaction: { ...transaction, writes: { ...transaction.writes, append } },
    flush: () => transaction.writes.append(lines),
  };
}

const resultsOf = (answer: string): readonly LoadedMemory[] => JSON.parse(answer) as readonly LoadedMemory[];

/** What waits for review is in no index, and what was known is there already. */
function isIndexed(result: LoadedMemory | undefined): boolean {
  return result !== undefined && ["new", "superseded", "coexists"].includes(result.outcome);
}

interface Loaded {
  readonly results: readonly LoadedMemory[];
  readonly repeated: boolean;
}

async function loadAll(context: CommitContext, { statements, importId, call }: Loading): Promise<Loaded> {
  const { transaction, parts } = context;
  const before = await findAnswer(transaction, call);
  if (before !== undefined) return { results: resultsOf(before), repeated: true };
  const known = new Known(
    await transaction.memories.listActiveByHashes(statements.map(({ contentHash }) => contentHash)),
  );
  const together = logTogether(transaction);
  const writing = { ...context, transaction: together.transaction };
  const results: LoadedMemory[] = [];
  for (const statement of statements) results.push(await loadOne(writing, statement, importId, known));
  await together.flush();
  await parts.storage.projection.apply(transaction, context.changes);
  await transaction.requests.put({ ...call, response: JSON.stringify(results), at: context.now });
  await parts.auditLine?.append(transaction, [digestedName(importId)]);
  return { results, repeated: false };
}

/**
 * Writes memories that were finished elsewhere, all of them or, where one is refused, none: normalise → redact → reconcile by words and slots →
 * commit, in one transaction. The same request gets the same answer again. Other wordings of one matter are not looked for: whoever
 * finished the memories did that.
 * @throws INVALID_INPUT, TOO_LARGE, each with the field's path; UNKNOWN_TENANT, STORE_*
 */
export async function load(parts: EngineParts, scope: Scope, request: LoadRequest): Promise<LoadResult> {
  const loading = prepare(parts, request);
  const { importId, call } = loading;
  // asked before anything is embedded: a large file that is loaded again is soon through what was written
  const told = await parts.storage.truth.read(scope, (transaction) => findAnswer(transaction, call));
  if (told !== undefined) return { importId, results: resultsOf(told), repeated: true, pendingVectors: 0 };
  const texts = loading.statements.map(({ content }) => content);
  const { vectors } = await embedTexts(parts, texts, AbortSignal.timeout(EMBED_DEADLINE_MS));
  const { results, repeated } = await retryConflicts(() =>
    parts.storage.truth.write(scope, async (transaction) => {
      const now = await dateWrite(parts, transaction, loading.dated);
      const changes: IndexChange[] = [];
      return loadAll({ parts, transaction, now, vectors, changes }, loading);
    }),
  );
  const awaits = (text: string, at: number): boolean => isIndexed(results[at]) && !vectors.has(text);
  const pendingVectors = repeated ? 0 : texts.filter(awaits).length;
  if (pendingVectors > 0) parts.wakeUp.notify();
  if (!repeated)
    for (const { outcome } of results) parts.telemetry.count("keepsake_statements", 1, { outcome, explicit: true });
  return { importId, results, repeated, pendingVectors };
}
