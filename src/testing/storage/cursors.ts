import { expect, it } from "vitest";
import { KeepsakeError, type Page, type PageRequest, type Scope } from "../../domain/index.js";
import type { TruthTransaction } from "../../ports/index.js";
import { type Bench, expectError, type MakeStorage, suite } from "./harness.js";
import { sampleKey } from "./identity.js";
import { journalId, memoryId, NOW, sampleEpisode, sampleMemory, sampleTurn, sessionId } from "./samples.js";
import { fullState } from "./summaries.js";

type List = (page: PageRequest) => Promise<Page<unknown>>;

const SESSION = sessionId("listed");
const EVENT = { action: "recall", actor: "library", targets: [], outcome: "done" } as const;

/** One of everything that is listed: of two, a page of one has a cursor. */
async function add(bench: Bench, scope: Scope): Promise<void> {
  const turn = sampleTurn({ sessionId: SESSION });
  await bench.storage.truth.write(scope, async ({ turns, memories, writes, episodes, summaries, journal, audit }) => {
    await turns.append([turn, sampleTurn()]);
    await memories.insert(sampleMemory());
    await writes.append([{ at: NOW, memoryId: memoryId(), kind: "new", policyVersion: "p", before: {}, after: {} }]);
    await episodes.insert(sampleEpisode());
    await summaries.put(fullState("text"));
    await journal.append([{ id: journalId(), task: { type: "digest", turnId: turn.id, sessionId: SESSION }, at: NOW }]);
    await audit.append({ ...EVENT, at: NOW });
  });
  await bench.storage.credentials.insert(sampleKey(scope.tenant));
}

function listsOf({ storage }: Bench, scope: Scope): Readonly<Record<string, List>> {
  const within =
    (list: (stores: TruthTransaction, page: PageRequest) => Promise<Page<unknown>>): List =>
    (page) =>
      storage.truth.read(scope, (stores) => list(stores, page));
  return {
    turns: within(({ turns }, page) => turns.list(SESSION, page)),
    sessions: within(({ turns }, page) => turns.listSessions(page)),
    memories: within(({ memories }, page) => memories.list({ op: "all" }, page)),
    writes: within(({ writes }, page) => writes.list({ by: "policy", policyVersion: "p" }, page)),
    episodes: within(({ episodes }, page) => episodes.list(page)),
    summaries: within(({ summaries }, page) => summaries.list(page)),
    journal: within(({ journal }, page) => journal.list(page)),
    "a user's audit": within(({ audit }, page) => audit.list(page)),
    "a tenant's audit": (page) => storage.auditLog.list(scope.tenant, {}, page),
    "the audit's chain": (page) => storage.auditLog.chain(scope.tenant, page),
    "API keys": (page) => storage.credentials.list(scope.tenant, page),
    tenants: (page) => storage.tenants.list(page),
    users: (page) => storage.tenants.listUsers(scope.tenant, page),
  };
}

/** The parts of a cursor, as anybody can read and write them: its own mark first. */
const partsOf = (cursor: string): readonly unknown[] => JSON.parse(Buffer.from(cursor, "base64url").toString());
const cursorOf = (parts: readonly unknown[]): string => Buffer.from(JSON.stringify(parts)).toString("base64url");

/** Another type, numbers that no key has, and none at all. */
function strangersTo(part: unknown): readonly unknown[] {
  if (typeof part === "string") return [7, null, true, ["a"], {}];
  return ["abc", "1", "", null, true, [1], {}, 1.5, 1e300, -1e300, 2 ** 53];
}

async function outcomeOf(page: Promise<unknown>): Promise<string> {
  return page.then(
    () => "a page",
    (thrown: unknown) => (thrown instanceof KeepsakeError ? thrown.code : String(thrown)),
  );
}

export function cursorsConformance(make: MakeStorage): void {
  suite("cursors that were made up", make, (bench) => {
    it("P27 are refused wherever a key's part is not what the listing orders by: INVALID_INPUT", async () => {
      await bench.storage.tenants.ensure("another", NOW);
      const scope = bench.scope();
      for (const each of [scope, bench.scope(), scope]) await add(bench, each);
      for (const [name, list] of Object.entries(listsOf(bench, scope))) {
        const { nextCursor } = await list({ limit: 1 });
        expect(nextCursor, `${name}: a second page`).toBeDefined();
        const parts = partsOf(nextCursor ?? "");
        for (const [at, part] of parts.entries()) {
          if (at === 0) continue;
          for (const strange of strangersTo(part)) {
            const cursor = cursorOf(parts.with(at, strange));
            const told = `${name}: ${JSON.stringify(strange)} for ${JSON.stringify(part)}`;
            expect(await outcomeOf(list({ limit: 1, cursor })), told).toBe("INVALID_INPUT");
          }
        }
        await expectError(list({ limit: 1, cursor: cursorOf(parts.slice(0, -1)) }), "INVALID_INPUT");
        await expectError(list({ limit: 1, cursor: cursorOf([...parts, 1]) }), "INVALID_INPUT");
      }
    });

    it("P27 give a page where every part could be a key's, however far off or odd", async () => {
      const scope = bench.scope();
      for (const each of [scope, bench.scope(), scope]) await add(bench, each);
      for (const [name, list] of Object.entries(listsOf(bench, scope))) {
        const parts = partsOf((await list({ limit: 1 })).nextCursor ?? "");
        for (const [at, part] of parts.entries()) {
          if (at === 0) continue;
          const odd = typeof part === "string" ? ["", "a\u0000b", "\ud800", "𠮷".repeat(5_000)] : [0, -1, 2 ** 40];
          const ends = typeof part === "string" ? [] : [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
          for (const value of [...odd, ...ends]) {
            const cursor = cursorOf(parts.with(at, value));
            const told = `${name}: ${JSON.stringify(value).slice(0, 40)} for ${JSON.stringify(part)}`;
            expect(await outcomeOf(list({ limit: 1, cursor })), told).toBe("a page");
          }
        }
      }
    });
  });
}
