import { fitsCaps, type ModelUsage, noUsage } from "../../../../domain/index.js";
import type { UsageStore } from "../../../../ports/index.js";
import { toUsage, type UsageRow } from "../usage-row.js";
import type { ServerConnection, ServerDatabase } from "./connection.js";
import { requireTenant } from "./transaction.js";

/** The tenant's day, made where it is not there; others wait for it until the commit. */
async function holdDay(
  connection: ServerConnection,
  tenant: string,
  day: string,
): Promise<{ readonly number: number; readonly usage: ModelUsage }> {
  const number = await requireTenant(connection, tenant);
  await connection.run(connection.sql.openUsageDay, number, day);
  const row = await connection.get<UsageRow>(connection.sql.holdUsage, number, day);
  return { number, usage: row === undefined ? noUsage(day) : toUsage(row) };
}

export function createUsageStore(database: ServerDatabase): UsageStore {
  return {
    reserve: (tenant, day, spend, caps) =>
      database.writeAcross(async (connection) => {
        const { number, usage } = await holdDay(connection, tenant, day);
        const fits = fitsCaps(usage, spend, caps);
        const tokens = spend.inputTokens + spend.outputTokens;
        if (fits) await connection.run(connection.sql.reserveUsage, number, day, tokens, spend.costMicros);
        else await connection.run(connection.sql.refuseUsage, number, day);
        return fits;
      }),
    async settle(tenant, day, reserved, spent) {
      const tokens = reserved.inputTokens + reserved.outputTokens;
      const { inputTokens, outputTokens, costMicros } = spent;
      await database.writeAcross(async (connection) => {
        const { number } = await holdDay(connection, tenant, day);
        const figures = [tokens, reserved.costMicros, inputTokens, outputTokens, costMicros];
        await connection.run(connection.sql.settleUsage, number, day, ...figures);
      });
    },
    find: (tenant, day) =>
      database.readAcross(async (connection) => {
        const row = await connection.get<UsageRow>(connection.sql.findUsage, tenant, day);
        return row === undefined ? noUsage(day) : toUsage(row);
      }),
    list: (tenant, limit) =>
      database.readAcross(async (connection) =>
        (await connection.all<UsageRow>(connection.sql.listUsage, tenant, limit)).map(toUsage),
      ),
  };
}
