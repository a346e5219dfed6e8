import type { RowDataPacket } from "mysql2/promise";
import { mendsDrift } from "../../../testing/storage/mending.js";
import { testDatabase } from "./mariadb.scene.js";

mendsDrift("mariadb", async () => {
  const database = await testDatabase();
  const raw = await database.look();
  return {
    config: { storage: { kind: "mariadb", url: database.url, maxConnections: 8 } },
    owner: ["tenant, scope", "tenant, id"],
    besides: { posting: ", length", vector: ", revision", one: ", 1" },
    shortVector: "x'00000000'",
    tamper: async (sql) => void (await raw.query(sql)),
    read: async (table) => (await raw.query<RowDataPacket[]>(`SELECT * FROM ${table}`))[0],
    drop: () => database.drop(),
  };
});
