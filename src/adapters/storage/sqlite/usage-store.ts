import { fitsCaps, type ModelUsage, noUsage } from "../../../domain/index.js";
import type { UsageStore } from "../../../ports/index.js";
import { toUsage, type UsageRow } from "../relational/index.js";
import type { Connection } from "./connection.js";
import type { Database } from "./database.js";
import { SQL } from "./sql.js";
import { requireTenant } from "./transaction.js";

function read(connection: Connection, tenant: string, day: string): ModelUsage {
  const row = connection.get<UsageRow>(SQL.findUsage, tenant, day);
  return row === undefined ? noUsage(day) : toUsage(row);
}

/** The tenant's number; its row of the day exists afterwards. */
function openDay(connection: Connection, tenant: string, day: string): number {
  const id = requireTenant(connection, tenant);
  connection.run(SQL.openUsageDay, id, day);
  return id;
}

export function createUsageStore(database: Database): UsageStore {
  return {
    reserve: (tenant, day, spend, caps) =>
      database.write((connection) => {
        const id = openDay(connection, tenant, day);
        const fits = fitsCaps(read(connection, tenant, day), spend, caps);
        if (fits) connection.run(SQL.reserveUsage, spend.inputTokens + spend.outputTokens, spend.costMicros, id, day);
        else connection.run(SQL.refuseUsage, id, day);
        return fits;
      }),
    async settle(tenant, day, reserved, spent) {
      const tokens = reserved.inputTokens + reserved.outputTokens;
      const { inputTokens, outputTokens, costMicros } = spent;
      await database.write((connection) => {
        const id = openDay(connection, tenant, day);
        connection.run(SQL.settleUsage, tokens, reserved.costMicros, inputTokens, outputTokens, costMicros, id, day);
      });
    },
    async find(tenant, day) {
      return database.look((connection) => read(connection, tenant, day));
    },
    async list(tenant, limit) {
      return database.look((connection) => connection.all<UsageRow>(SQL.listUsage, tenant, limit).map(toUsage));
    },
  };
}
