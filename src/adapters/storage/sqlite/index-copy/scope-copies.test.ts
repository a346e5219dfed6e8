import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ItemAttributes, KeepsakeError, type MemoryId, makeScope } from "../../../../domain/index.js";
import { Database } from "../database.js";
import { createSqliteStorage } from "../index.js";
import { SQL } from "../sql.js";
import { ScopeCopies, type ScopeView } from "./scope-copies.js";

const SCOPE = makeScope("tenant", "user");
const MODEL = "model";
const ITEM: ItemAttributes = {
  id: "mem_1" as MemoryId,
  type: "memory",
  status: "active",
  tags: [],
  entities: [],
  saidAt: 1,
  recordedAt: 1,
  validFrom: 1,
  importance: 0,
};

let dataFolder = "";
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), "keepsake-copies-"));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(dataFolder, { recursive: true, force: true });
});

function hasVector({ connection, copy, figures }: ScopeView): boolean {
  const model = connection.get<{ id: number }>(SQL.findModel, figures.id, MODEL);
  const slot = copy.slotOf(ITEM.id);
  return model !== undefined && slot !== undefined && copy.vectorsOf(model.id)?.has(slot) === true;
}

describe("copies of a scope's index", () => {
  it("a loading that fails half way is told, and the next search loads all of it", async () => {
    const storage = createSqliteStorage({ dataFolder });
    await storage.open();
    await storage.tenants.ensure("tenant", 1);
    const vector = { modelId: MODEL, values: Float32Array.of(1, 0) };
    await storage.truth.write(SCOPE, (transaction) =>
      storage.projection.apply(transaction, [{ type: "put", attributes: ITEM, terms: ["term"], vector }]),
    );
    const database = new Database({ dataFolder });
    await database.open();
    const copies = new ScopeCopies(database);
    const look = database.look.bind(database);
    vi.spyOn(database, "look").mockImplementation((work) =>
      look((connection) => {
        vi.spyOn(connection, "rows").mockImplementationOnce(() => {
          throw new KeepsakeError("STORE_BUSY", "not now");
        });
        return work(connection);
      }),
    );
    await expect(copies.use(SCOPE, MODEL, hasVector)).rejects.toMatchObject({ code: "STORE_BUSY" });
    vi.restoreAllMocks();
    expect(await copies.use(SCOPE, MODEL, hasVector)).toBe(true);
    await database.close();
    await storage.close();
  });
});
