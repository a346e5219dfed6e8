import { KeepsakeError, makeScope } from "../../domain/index.js";
import type { BlobStore, StoredBlob } from "../../ports/index.js";
import { type FileEntry, isSameFile } from "./file-sum.js";
import { DAMAGED, readFile } from "./owned-files.js";

/**
 * Has the file lie in the place, byte for byte: what is there already is left alone, and what is written is read back. Returns whether it
 * was written.
 * @throws STORE_CORRUPT where something else comes back than was put
 */
export async function putFile(store: BlobStore, entry: FileEntry, blob: StoredBlob): Promise<boolean> {
  const isThere = async (): Promise<boolean> => {
    const found = await readFile(store, entry);
    return found !== undefined && found !== DAMAGED && isSameFile(found.entry, entry);
  };
  if (await isThere()) return false;
  const scope = makeScope(entry.tenant, entry.user);
  // an earlier version may hold what was erased since: it goes before the new one comes
  await store.remove(scope, [entry.key]);
  await store.put(scope, entry.key, blob);
  if (await isThere()) return true;
  throw new KeepsakeError("STORE_CORRUPT", "a file does not come back as it was written", {
    remedy: {
      en: "See that nothing else writes to the target's files, and run the command again.",
      zh: "请确认没有其他进程在写入目标的文件存放处，然后再次运行该命令。",
    },
  });
}
