/** Moves one folder into another, and says of each write that it is about to make it; the test kills it between two of them. */
import { join } from "node:path";
import { createFolderBlobs } from "../adapters/blobs/folder/index.js";
import { createSqliteStorage } from "../adapters/storage/sqlite/index.js";
import type { BlobStore, Storage } from "../ports/index.js";
import { changedStore } from "./files/files.scene.js";
import { migrate } from "./migrate.js";
import { contentsOf } from "./write-rows.js";

const [from = "", to = ""] = process.argv.slice(2);

async function open(dataFolder: string): Promise<Storage> {
  const storage = createSqliteStorage({ dataFolder });
  await storage.open();
  return storage;
}

const source = await open(from);
const opened = await open(to);
const contents = contentsOf(opened);
const said = () => process.stdout.write("write\n");
const target: Storage = {
  ...opened,
  contents: {
    ...contents,
    put: async (...asked) => {
      said();
      await contents.put(...asked);
    },
  },
  truth: {
    ...opened.truth,
    write: (...asked) => {
      said();
      return opened.truth.write(...asked);
    },
  },
};
const placeIn = (folder: string): BlobStore => createFolderBlobs({ path: join(folder, "blobs") });
const place = placeIn(to);
const files = {
  source: placeIn(from),
  target: changedStore(place, {
    put: (...asked) => {
      process.stdout.write("file\n");
      return place.put(...asked);
    },
  }),
};
await migrate({ source, target, sourceName: "one", now: 1, isFinal: true, files }, () => undefined);
process.stdout.write("done\n");
await Promise.all([source.close(), opened.close()]);
