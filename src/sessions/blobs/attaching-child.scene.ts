/** Adds an attachment to a conversation, says that its file is there, and never writes its line; the test kills it there. */
import { join } from "node:path";
import { createFolderBlobs } from "../../adapters/blobs/folder/index.js";
import { createSqliteStorage } from "../../adapters/storage/sqlite/index.js";
import type { BlobStore } from "../../ports/index.js";
import { openWriteScene } from "../../testing/write-scene.js";
import { addAttachment } from "./attachments.js";

const [dataFolder = "", moment = ""] = process.argv.slice(2);
const store = createFolderBlobs({ path: join(dataFolder, "blobs") });
const forever = (): Promise<never> => new Promise(() => setInterval(() => undefined, 1_000));
const put: BlobStore["put"] = async (...asked) => {
  if (moment === "before") {
    process.stdout.write("there\n");
    // the erasure comes first, then the file: as from a process that was held up
    await new Promise((resolve) => process.stdin.once("data", resolve));
  }
  await store.put(...asked);
  process.stdout.write("put\n");
  await forever();
};
const blobs: BlobStore = new Proxy(store, {
  get(target, name) {
    const own: unknown = name === "put" ? put : Reflect.get(target, name, target);
    return typeof own === "function" ? own.bind(target) : own;
  },
});
const { parts, scope } = await openWriteScene({
  storage: createSqliteStorage({ dataFolder }),
  blobs: { store: blobs, keepsTranscripts: false },
});
await addAttachment(parts, scope, { sessionId: "a", name: "x.txt", content: Uint8Array.of(1, 2, 3) });
