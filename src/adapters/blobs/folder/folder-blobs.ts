import { randomBytes } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { access, constants, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { KeepsakeError, MINUTE_MS, type Scope } from "../../../domain/index.js";
import type { BlobFacts, BlobStore, StoredBlob } from "../../../ports/index.js";
import {
  checkDigest,
  checkFolder,
  checkKey,
  factsText,
  occupantsOf,
  pageOfKeys,
  pageStart,
  scopeFolder,
  sha256Hex,
  tenantFolder,
  within,
} from "../keys/index.js";

/* A blob is one file: so long a head (four bytes), the head as JSON, the bytes. Folders end in nothing, files in `.blob`. */

const ENDING = ".blob";
const LENGTH_BYTES = 4;
/** Facts and a digest take far less. */
const MOST_HEAD_BYTES = 16_384;
const UNFINISHED = /^\.[0-9a-f]{24}$/;
/** Longer than any put lasts: nobody writes on what lay unfinished so long. */
const ABANDONED_MS = 10 * MINUTE_MS;
const PRIVATE = 0o700;
const UNUSABLE = new Set(["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST"]);

interface Head {
  readonly digest: string;
  readonly facts: BlobFacts;
}

function isAbsent(thrown: unknown): boolean {
  return thrown instanceof Error && "code" in thrown && (thrown.code === "ENOENT" || thrown.code === "ENOTDIR");
}

function toStoreError(thrown: unknown, path: string): unknown {
  if (!(thrown instanceof Error) || !("code" in thrown)) return thrown;
  const told = { field: "blobs.path" };
  if (thrown.code === "ENOSPC" || thrown.code === "EDQUOT")
    return new KeepsakeError("STORE_FULL", `there is no room in ${path}`, told, { cause: thrown });
  if (UNUSABLE.has(String(thrown.code)))
    return new KeepsakeError("CONFIG_INVALID", `the folder of blobs cannot be written: ${path}`, told, {
      cause: thrown,
    });
  return thrown;
}

async function absentAs<Result>(work: Promise<Result>, absent: Result): Promise<Result> {
  try {
    return await work;
  } catch (thrown) {
    if (isAbsent(thrown)) return absent;
    throw thrown;
  }
}

/** Names of a folder last as long as its content only once the folder itself was written. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return; // folders cannot be opened there
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function toFile({ bytes, facts }: StoredBlob): Buffer {
  factsText(facts);
  const head = Buffer.from(JSON.stringify({ digest: sha256Hex(bytes), facts } satisfies Head));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(head.byteLength);
  return Buffer.concat([length, head, bytes]);
}

function headOf(file: Buffer, path: string): { readonly head: Head; readonly bytes: Buffer } {
  try {
    const end = LENGTH_BYTES + file.readUInt32BE(0);
    return { head: JSON.parse(file.subarray(LENGTH_BYTES, end).toString()) as Head, bytes: file.subarray(end) };
  } catch (cause) {
    throw new KeepsakeError("STORE_CORRUPT", `${path} is no blob as it was written`, {}, { cause });
  }
}

/** The head, and how many bytes follow it, which are not read. */
async function readHead(path: string): Promise<{ readonly head: Head; readonly bytes: number }> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const buffer = Buffer.alloc(Math.min(size, LENGTH_BYTES + MOST_HEAD_BYTES));
    const { bytesRead } = await file.read(buffer, 0, buffer.byteLength, 0);
    const start = buffer.subarray(0, bytesRead);
    const { head, bytes } = headOf(start, path);
    return { head, bytes: size - (bytesRead - bytes.byteLength) };
  } finally {
    await file.close();
  }
}

/** Whole or not at all: under a name of its own first, on the disk, then renamed. */
async function writeWhole(path: string, content: Buffer): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: PRIVATE });
  const unfinished = join(folder, `.${randomBytes(12).toString("hex")}`);
  try {
    const file = await open(unfinished, "wx", 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (thrown) {
    await rm(unfinished, { force: true });
    throw thrown;
  }
  await syncFolder(folder);
}

class FolderBlobs implements BlobStore {
  readonly name = "folder";
  readonly #path: string;

  /** However the way to it is written. */
  get place(): string {
    return `folder ${existsSync(this.#path) ? realpathSync(this.#path) : resolve(this.#path)}`;
  }

  constructor(path: string) {
    this.#path = path;
  }

  /** Nothing is made before something is kept: most users keep no blobs. */
  async open(): Promise<void> {
    await this.#told(absentAs(access(this.#path, constants.R_OK | constants.W_OK | constants.X_OK), undefined));
  }

  async close(): Promise<void> {
    return undefined;
  }

  put(scope: Scope, key: string, blob: StoredBlob): Promise<void> {
    const work = async (): Promise<void> => {
      const path = this.#fileOf(scope, key);
      const content = toFile(blob);
      try {
        await writeWhole(path, content);
      } catch (thrown) {
        // an erasure may have taken the empty folder away meanwhile
        if (!isAbsent(thrown)) throw thrown;
        await writeWhole(path, content);
      }
    };
    return this.#told(work());
  }

  async find(scope: Scope, key: string): Promise<StoredBlob | undefined> {
    const path = this.#fileOf(scope, key);
    const file = await this.#told(absentAs(readFile(path), undefined));
    if (file === undefined) return undefined;
    const { head, bytes } = headOf(file, path);
    checkDigest(bytes, head.digest, path);
    return { bytes: Uint8Array.from(bytes), facts: head.facts };
  }

  async findFacts(scope: Scope, key: string) {
    const found = await this.#told(absentAs(readHead(this.#fileOf(scope, key)), undefined));
    return found === undefined ? undefined : { facts: found.head.facts, bytes: found.bytes };
  }

  async list(scope: Scope, folder: string, page: { readonly limit: number; readonly cursor?: string }) {
    const after = pageStart(scope, folder, page);
    const keys = (await this.#keysIn(scope, folder)).filter((key) => key > after);
    return pageOfKeys(scope, folder, keys, page.limit);
  }

  async remove(scope: Scope, keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#told(this.#erase(this.#fileOf(scope, key), this.#folderOf(scope)));
    await this.#told(this.#sweep(scope));
  }

  async clear(scope: Scope, folder: string): Promise<number> {
    const keys = await this.#keysIn(scope, checkFolder(folder));
    await this.remove(scope, keys);
    // what others write at this moment too: nothing of the user is to stay
    if (folder === "") await this.#told(rm(this.#folderOf(scope), { recursive: true, force: true }));
    return keys.length;
  }

  async occupants(tenant: string) {
    const path = join(this.#path, tenantFolder(tenant));
    const entries = await this.#told(absentAs(readdir(path, { withFileTypes: true }), []));
    return occupantsOf(entries.filter((entry) => entry.isDirectory()).map(({ name }) => name));
  }

  async examine() {
    // no tenant's folder: a plain name has no `~`, and a digest is longer
    const probe = join(this.#path, `~probe-${randomBytes(6).toString("hex")}`);
    const file = join(probe, `probe${ENDING}`);
    await this.#told(writeWhole(file, toFile({ bytes: Uint8Array.of(1), facts: {} })));
    await this.#told(rm(file).then(() => rmdir(probe)));
    return { summary: this.#path };
  }

  async #told<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } catch (thrown) {
      throw toStoreError(thrown, this.#path);
    }
  }

  #folderOf(scope: Scope): string {
    return join(this.#path, ...scopeFolder(scope).split("/"));
  }

  #fileOf(scope: Scope, key: string): string {
    return join(this.#folderOf(scope), ...`${checkKey(key)}${ENDING}`.split("/"));
  }

  async #keysIn(scope: Scope, folder: string): Promise<readonly string[]> {
    const root = this.#folderOf(scope);
    const start = folder === "" ? root : join(root, ...folder.split("/"));
    return (await this.#filesIn(start))
      .filter((path) => path.endsWith(ENDING))
      .map((path) => path.slice(root.length + 1, -ENDING.length))
      .map((path) => path.replaceAll("\\", "/"))
      .filter((key) => key.startsWith(within(folder)))
      .sort();
  }

  async #filesIn(folder: string): Promise<readonly string[]> {
    const entries = await this.#told(absentAs(readdir(folder, { recursive: true, withFileTypes: true }), []));
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  }

  /** What a process that died left half written: it is in no list, and holds bytes all the same. */
  async #sweep(scope: Scope): Promise<void> {
    const root = this.#folderOf(scope);
    for (const path of await this.#filesIn(root)) {
      if (!UNFINISHED.test(basename(path))) continue;
      const found = await absentAs(stat(path), undefined);
      if (found !== undefined && Date.now() - found.mtimeMs > ABANDONED_MS) await this.#erase(path, root);
    }
  }

  /** The file, and the folders that are empty without it. */
  async #erase(path: string, scopeRoot: string): Promise<void> {
    await rm(path, { force: true });
    for (let folder = dirname(path); folder.startsWith(scopeRoot); folder = dirname(folder)) {
      try {
        await rmdir(folder);
      } catch (thrown) {
        if (isAbsent(thrown)) continue;
        await syncFolder(folder);
        return; // something else lies there
      }
    }
    await absentAs(
      stat(dirname(scopeRoot)).then(() => syncFolder(dirname(scopeRoot))),
      undefined,
    );
  }
}

/** Blobs as files of a folder: the default beside a store of one machine. */
export function createFolderBlobs({ path }: { readonly path: string }): BlobStore {
  return new FolderBlobs(path);
}
