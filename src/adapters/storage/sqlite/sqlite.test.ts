import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Storage } from "../../../ports/index.js";
import { storageConformance } from "../../../testing/storage/index.js";
import { createSqliteStorage } from "./index.js";

function conformance(
  name: string,
  options: { readonly encryptionKey?: string; readonly hotScopeBytes?: number },
): void {
  storageConformance(name, async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), "keepsake-conformance-"));
    const opened: Storage[] = [];
    const connect = async () => {
      const storage = createSqliteStorage({ dataFolder, ...options });
      await storage.open();
      opened.push(storage);
      return storage;
    };
    const storage = await connect();
    return {
      storage,
      reopen: async () => {
        await storage.close();
        return connect();
      },
      secondConnection: connect,
      cleanup: async () => {
        await Promise.all(opened.map((one) => one.close()));
        rmSync(dataFolder, { recursive: true, force: true });
      },
    };
  });
}

conformance("sqlite", {});
conformance("sqlite, without room for copies of indexes", { hotScopeBytes: 1 });
