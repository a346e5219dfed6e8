import { eachScope, type ItemId } from "../../../domain/index.js";
import type { StoreFault, StoreHealth, TenantStore, Truth } from "../../../ports/index.js";
import { healthRules, isMended, sumFaults, type Transactions, transactionOf } from "../relational/index.js";
import type { Connection } from "./connection.js";
import type { Database } from "./database.js";
import { KEPT_REMOVALS } from "./projection.js";
import { SQL } from "./sql.js";
import type { SqliteTransaction } from "./transaction.js";

const MOST_COMPLAINTS = 100;

const SHARED = {
  owner: "scope",
  alike: (table: string, other: string, otherScope = "scope") => `${table}.scope = ${other}.${otherScope}`,
  damagedVectors:
    "length(vectors.numbers) <> 4 * (SELECT dimension FROM vector_models WHERE vector_models.id = vectors.model)",
  memoryLinks: ["memory_labels"],
  itemParts: ["item_terms"],
} as const;
/** Of the whole file, and of one user. */
const WHOLE = healthRules({ ...SHARED, rows: () => "TRUE" });
const OF_USER = healthRules({ ...SHARED, rows: (table, scope = "scope") => `${table}.${scope} = ?` });

function pagesAtFault(connection: Connection): number {
  const complaints = connection.pragma(`quick_check(${MOST_COMPLAINTS})`) as readonly {
    readonly quick_check: string;
  }[];
  return complaints.filter(({ quick_check }) => quick_check !== "ok").length;
}

function count(connection: Connection, { checks }: typeof WHOLE, place: readonly number[]): readonly StoreFault[] {
  const found = checks.map(([kind, table, sql]): StoreFault => {
    const [counted] = connection.allOnce<{ rows: number }>(sql, place);
    return { kind, place: table, rows: counted?.rows ?? 0 };
  });
  return found.filter(({ rows }) => rows > 0);
}

function inspect(connection: Connection): readonly StoreFault[] {
  const damaged = pagesAtFault(connection);
  // what a damaged file gives for an answer means nothing
  if (damaged > 0) return [{ kind: "damaged", place: "file", rows: damaged }];
  const dangling = connection.pragma("foreign_key_check") as readonly unknown[];
  const keys: StoreFault = { kind: "dangling", place: "foreign keys", rows: dangling.length };
  return [...(keys.rows > 0 ? [keys] : []), ...count(connection, WHOLE, [])];
}

interface Mended {
  readonly faults: readonly StoreFault[];
  readonly gone: readonly ItemId[];
}

/** Every copy of the user's index is loaded anew afterwards: what went from it is not told row by row. */
function mendUser(transaction: SqliteTransaction): Mended {
  const { scopeId } = transaction;
  const faults = count(transaction.reading(), OF_USER, [scopeId]).filter(isMended);
  if (faults.length === 0) return { faults, gone: [] };
  const connection = transaction.writing();
  const gone = OF_USER.gone.flatMap((sql) => connection.allOnce<{ itemId: ItemId }>(sql, [scopeId]));
  for (const sql of OF_USER.mends) connection.run(sql, scopeId);
  connection.run(SQL.deleteUnusedModels, scopeId);
  connection.run(SQL.leapRevision, KEPT_REMOVALS, scopeId);
  transaction.noteErasure();
  return { faults, gone: [...new Set(gone.map(({ itemId }) => itemId))] };
}

/** The file's own check, and every figure and link between tables held against what it stands for. */
export function createStoreHealth(
  database: Database,
  {
    truth,
    tenants,
    transactions,
  }: { readonly truth: Truth; readonly tenants: TenantStore; readonly transactions: Transactions<SqliteTransaction> },
): StoreHealth {
  return {
    inspect: () => database.snapshot(async (connection) => inspect(connection)),
    async mend(told) {
      // nothing is written into a file that is damaged
      const seen = await database.snapshot(async (connection) => inspect(connection));
      if (!seen.some(isMended)) return [];
      const mended: StoreFault[] = [];
      for await (const scope of eachScope(tenants)) {
        const done = await truth.write(scope, async (stores) => {
          const { faults, gone } = mendUser(transactionOf(transactions, stores));
          if (faults.length > 0) await told?.(stores, gone);
          return faults;
        });
        mended.push(...done);
      }
      return sumFaults(WHOLE, mended);
    },
  };
}
