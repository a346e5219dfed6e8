import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { createSqliteStorage, type SqliteStorageOptions } from "../adapters/storage/sqlite/index.js";
import { KeepsakeError } from "../domain/index.js";
import type { Storage } from "../ports/index.js";
import { figuresOf, type TableFigures } from "./table-sum.js";
import { contentsOf } from "./write-rows.js";

export const quiet = () => undefined;

/** Stores and folders of one test file, all gone at its end. */
export class MovingScene {
  readonly #opened: Storage[] = [];
  readonly #folders: string[] = [];

  folder(): string {
    const made = mkdtempSync(join(tmpdir(), "keepsake-moving-"));
    this.#folders.push(made);
    return made;
  }

  async sqlite(options: Partial<SqliteStorageOptions> = {}): Promise<Storage> {
    const storage = createSqliteStorage({ dataFolder: this.folder(), ...options });
    await storage.open();
    this.#opened.push(storage);
    return storage;
  }

  async end(): Promise<void> {
    await Promise.all(this.#opened.splice(0).map((storage) => storage.close()));
    for (const made of this.#folders.splice(0)) rmSync(made, { recursive: true, force: true });
  }
}

export const figures = (storage: Storage): Promise<readonly TableFigures[]> =>
  contentsOf(storage).read((view) => figuresOf(view));

/** The code of the refusal that the work ends in. */
export async function refusal(work: Promise<unknown>): Promise<string> {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(KeepsakeError);
  return (thrown as KeepsakeError).code;
}
