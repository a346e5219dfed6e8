import { fitsCaps, type ModelUsage, noUsage } from "../../../domain/index.js";
import type { UsageStore } from "../../../ports/index.js";
import { toUsage, type UsageRow } from "../relational/index.js";
import type { Connection } from "./connection.js";
import type { Database } from "./database.js";
import { SQL } from "./sql.js";
import { requireTenant } from "./transaction.js";

/** The tenant's day, made where it is not there; others wait for it until the commit. */
async function holdDay(
  connection: Connection,
  tenant: string,
  day: string,
): Promise<{ readonly number: number; readonly usage: ModelUsage }> {
  const number = await requireTenant(connection, tenant);
  await connection.run(SQL.openUsageDay, number, day);
  const row = await connection.get<UsageRow>(SQL.holdUsage, number, day);
  return { number, usage: row === undefined ? noUsage(day) : toUsage(row) };
}

export function createUsageStore(database: Database): UsageStore {
  return {
    reserve: (tenant, day, spend, caps) =>
      database.writeAcross(async (connection) => {
        const { number, usage } = await holdDay(connection, tenant, day);
        const fits = fitsCaps(usage, spend, caps);
        const tokens = spend.inputTokens + spend.outputTokens;
        if (fits) await connection.run(SQL.reserveUsage, number, day, tokens, spend.costMicros);
        else await connection.run(SQL.refuseUsage, number, day);
        return fits;
      }),
    async settle(tenant, day, reserved, spent) {
      const tokens = reserved.inputTokens + reserved.outputTokens;
      const { inputTokens, outputTokens, costMicros } = spent;
      await database.writeAcross(async (connection) => {
        const { number } = await holdDay(connection, tenant, day);
        const figures = [tokens, reserved.costMicros, inputTokens, outputTokens, costMicros];
        await connection.run(SQL.settleUsage, number, day, ...figures);
      });
    },
    find: (tenant, day) =>
      database.readAcross(async (connection) => {
        const row = await connection.get<UsageRow>(SQL.findUsage, tenant, day);
        return row === undefined ? noUsage(day) : toUsage(row);
      }),
    list: (tenant, limit) =>
      database.readAcross(async (connection) =>
        (await connection.all<UsageRow>(SQL.listUsage, tenant, limit)).map(toUsage),
      ),
  };
}
