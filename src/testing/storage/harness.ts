import { afterAll, beforeAll, describe, expect } from "vitest";
import { type ErrorCode, KeepsakeError, type Page, type Scope } from "../../domain/index.js";
import type { IndexChange, Storage } from "../../ports/index.js";
import { NOW, sampleScope, unique } from "./samples.js";

/** A storage to be tested, opened and empty, and what the tests need to know of its engine. */
export interface StorageUnderTest {
  readonly storage: Storage;
  /** Closes the storage and opens the same data anew. Absent: nothing outlives closing. */
  readonly reopen?: () => Promise<Storage>;
  /** Another opened connection to the same data, as another process would have. Absent: there can be none. */
  readonly secondConnection?: () => Promise<Storage>;
  /** Closes everything that was opened and removes the data. */
  readonly cleanup: () => Promise<void>;
}

export type MakeStorage = () => Promise<StorageUnderTest>;

/** What a suite's tests get: the storage of their suite and scopes that no other test uses. */
export class Bench {
  #subject: StorageUnderTest | undefined;
  readonly tenant = `tenant ${unique()}`;

  /** Makes one storage for all tests of the enclosing `describe`. */
  constructor(make: MakeStorage) {
    beforeAll(async () => {
      this.#subject = await make();
      await this.storage.tenants.ensure(this.tenant, NOW);
    });
    afterAll(async () => {
      await this.#subject?.cleanup();
    });
  }

  get subject(): StorageUnderTest {
    if (this.#subject === undefined) throw new Error("the suite has not begun");
    return this.#subject;
  }

  get storage(): Storage {
    return this.subject.storage;
  }

  scope(): Scope {
    return sampleScope(this.tenant);
  }

  scopeOf(tenant: string): Scope {
    return sampleScope(tenant);
  }

  async index(scope: Scope, ...changes: IndexChange[]): Promise<void> {
    await this.storage.truth.write(scope, (transaction) => this.storage.projection.apply(transaction, changes));
  }
}

export function suite(name: string, make: MakeStorage, define: (bench: Bench) => void): void {
  describe(name, () => define(new Bench(make)));
}

/** Fails unless the promise rejects with this catalogued error. */
export async function expectError(work: Promise<unknown>, code: ErrorCode): Promise<void> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error, `expected ${code}, and nothing was thrown`).toBeInstanceOf(KeepsakeError);
  expect((error as KeepsakeError).code).toBe(code);
}

/** All pages one after the other. */
export async function collect<Item>(
  fetch: (page: { limit: number; cursor?: string }) => Promise<Page<Item>>,
  limit: number,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const page: Page<Item> = await fetch(cursor === undefined ? { limit } : { limit, cursor });
    expect(page.items.length).toBeLessThanOrEqual(limit);
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return items;
}
