import { mendsDrift } from "../../../testing/storage/mending.js";
import { testDatabase } from "./postgres.scene.js";

mendsDrift("postgres", async () => {
  const database = testDatabase();
  const { url, schema } = database;
  const raw = await database.look();
  const within = async (sql: string): Promise<Record<string, unknown>[]> => {
    await raw.query("BEGIN");
    await raw.query("SELECT enter_scope('default', 'ada')");
    const { rows } = await raw.query<Record<string, unknown>>(sql);
    await raw.query("COMMIT");
    return rows;
  };
  return {
    config: { storage: { kind: "postgres", url, schema, partitions: 2, maxConnections: 8 } },
    owner: ["tenant, scope", "tenant, id"],
    besides: { posting: ", length", vector: ", revision", one: ", 1" },
    shortVector: "'[1]'",
    tamper: async (sql) => void (await within(sql)),
    read: (table) => within(`SELECT * FROM ${table}`),
    drop: () => database.drop(),
  };
});
