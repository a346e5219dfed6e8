import { eachScope, type ItemId } from "../../../../domain/index.js";
import type { StoreFault, StoreHealth, TenantStore, Truth } from "../../../../ports/index.js";
import { type HealthRules, healthRules, isMended, sumFaults } from "../health-rules.js";
import { type Transactions, transactionOf } from "../transactions.js";
import type { Asking, ScopeNumbers, ServerDatabase } from "./connection.js";
import { numbersOf, type ServerTransaction } from "./transaction.js";

/** A user's rows by number: the first two values of every statement. */
const rows = (table: string, scope = "scope"): string => `${table}.tenant = $1 AND ${table}.${scope} = $2`;

async function faultsOf({ checks }: HealthRules, connection: Asking, place: ScopeNumbers): Promise<StoreFault[]> {
  const found = await Promise.all(
    checks.map(async ([kind, table, sql]): Promise<StoreFault> => {
      const counted = await connection.get<{ rows: number }>(sql, ...place);
      return { kind, place: table, rows: counted?.rows ?? 0 };
    }),
  );
  return found.filter((fault) => fault.rows > 0);
}

/** Mends the rows of the transaction's user, and says which items that took from the indexes. */
async function mendRows({ gone, mends }: HealthRules, transaction: ServerTransaction): Promise<readonly ItemId[]> {
  const connection = transaction.writing();
  const items = new Set<ItemId>();
  for (const sql of gone)
    for (const { itemId } of await connection.all<{ itemId: ItemId }>(sql, ...transaction.numbers)) items.add(itemId);
  for (const sql of mends) await connection.run(sql, ...transaction.numbers);
  return [...items];
}

export interface HealthEngine<Transaction extends ServerTransaction> {
  readonly database: ServerDatabase;
  readonly tenants: TenantStore;
  readonly truth: Truth;
  readonly transactions: Transactions<Transaction>;
  /** How many numbers a vector has: a term over the column `vectors.numbers`. */
  readonly dimension: string;
  /** Takes models away that no vector is of. */
  dropUnusedModels(transaction: Transaction): Promise<void>;
}

/** Every figure and link between a user's rows held against what it stands for, user by user: no wall between them is opened for it. */
export function createServerHealth<Transaction extends ServerTransaction>({
  database,
  tenants,
  truth,
  transactions,
  dimension,
  dropUnusedModels,
}: HealthEngine<Transaction>): StoreHealth {
  const rules = healthRules({
    owner: "tenant, scope",
    rows,
    alike: (table) => rows(table),
    damagedVectors: `${dimension} <> (SELECT dimension FROM vector_models WHERE ${rows("vector_models")} AND vector_models.id = vectors.model)`,
  });
  return {
    async inspect() {
      const found: StoreFault[] = [];
      for await (const scope of eachScope(tenants))
        found.push(
          ...(await database.read(scope, (connection, entered) => faultsOf(rules, connection, numbersOf(entered)))),
        );
      return sumFaults(rules, found);
    },
    async mend(told) {
      const mended: StoreFault[] = [];
      for await (const scope of eachScope(tenants)) {
        const seen = await database.read(scope, (connection, entered) =>
          faultsOf(rules, connection, numbersOf(entered)),
        );
        if (!seen.some(isMended)) continue; // whose rows are whole is not kept from writing
        const done = await truth.write(scope, async (stores) => {
          const transaction = transactionOf(transactions, stores);
          const faults = (await faultsOf(rules, transaction.reading(), transaction.numbers)).filter(isMended);
          const gone = await mendRows(rules, transaction);
          await dropUnusedModels(transaction);
          if (faults.length > 0) await told?.(stores, gone);
          return faults;
        });
        mended.push(...done);
      }
      return sumFaults(rules, mended);
    },
  };
}
