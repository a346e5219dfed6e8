import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "../../src/adapters/storage/postgres/postgres.scene.js";
import { type JournalEntryId, makeScope, type Scope, type SessionId, type TurnId } from "../../src/domain/index.js";
import type { Storage } from "../../src/ports/index.js";

const NOW = Date.UTC(2026, 4, 4);
const USERS = 40;
const TURNS_EACH = 50;

describe("8.2 a tenant with 2,000 turns waiting on PostgreSQL", () => {
  const database = testDatabase();
  let storage: Storage;
  let count = 0;

  const append = (scope: Scope, turns: number) =>
    storage.truth.write(scope, async ({ directory, journal }) => {
      await directory.ensureUser(NOW);
      await journal.append(
        Array.from({ length: turns }, () => {
          const id = ++count;
          const task = { type: "digest", turnId: `turn_${id}` as TurnId, sessionId: "s" as SessionId } as const;
          return { id: `job_${id}` as JournalEntryId, task, at: NOW };
        }),
      );
    });
  const claim = () => storage.queue.claim({ now: NOW, leaseSeconds: 60, maxEntries: 4, maxAttempts: 5 });

  beforeAll(async () => {
    storage = await database.connect();
    for (const tenant of ["crowd", "quiet"]) await storage.tenants.ensure(tenant, NOW);
    for (let user = 0; user < USERS; user++) await append(makeScope("crowd", `user ${user}`), TURNS_EACH);
  }, 120_000);
  afterAll(() => database.drop());

  it("does not make another wait: its turn is the next but one, however late it comes", async () => {
    for (let round = 0; round < 3; round++) {
      for (let before = 0; before < 5; before++) expect((await claim())?.scope.tenant).toBe("crowd");
      await append(makeScope("quiet", `late ${round}`), 1);
      const next = [await claim(), await claim()].map((work) => work?.scope.tenant);
      expect(next, "of two tenants one waits for one claim of the other at most").toContain("quiet");
    }
  });

  it("serves its own users in turn, each one's entries in order and by one worker at a time", async () => {
    const works = await Promise.all(Array.from({ length: 8 }, claim));
    const users = works.map((work) => work?.scope.user);
    expect(new Set(users).size).toBe(works.length);
    for (const work of works) {
      const numbers = work?.entries.map(({ id }) => Number(id.slice("job_".length))) ?? [];
      expect(numbers).toHaveLength(4);
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    }
  });

  it("P12 is counted no further than anybody asks, and nothing of it for the other tenant", async () => {
    expect(await storage.queue.countWaiting("crowd", 500)).toBe(500);
    expect(await storage.queue.countWaiting("crowd", 1_000_000)).toBe(USERS * TURNS_EACH);
    expect(await storage.queue.countWaiting("quiet", 5_000)).toBe(3);
  });
});
