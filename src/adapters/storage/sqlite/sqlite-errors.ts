import Sqlite from "better-sqlite3-multiple-ciphers";
import { type ErrorCode, KeepsakeError } from "../../../domain/index.js";

/** SQLite's result codes by what the caller can do about them; extended codes (SQLITE_BUSY_SNAPSHOT) follow their family. */
const CODES: readonly (readonly [family: string, code: ErrorCode, message: string])[] = [
  ["SQLITE_BUSY", "STORE_BUSY", "another process holds the store"],
  ["SQLITE_LOCKED", "STORE_BUSY", "the store is locked"],
  ["SQLITE_FULL", "STORE_FULL", "the disk is full"],
  ["SQLITE_READONLY", "STORE_READ_ONLY", "the store cannot be written"],
  ["SQLITE_CANTOPEN", "STORE_READ_ONLY", "the store's file cannot be opened or made"],
  ["SQLITE_PERM", "STORE_READ_ONLY", "the store's file may not be accessed"],
  ["SQLITE_CONSTRAINT_TRIGGER", "STORE_READ_ONLY", "the store is held while it is moved elsewhere"],
  ["SQLITE_CORRUPT", "STORE_CORRUPT", "the store's file is damaged"],
  ["SQLITE_NOTADB", "STORE_CORRUPT", "the file is not a store, or the encryption key is not its own"],
];

const FILE_CODES: Readonly<Record<string, ErrorCode>> = {
  EACCES: "STORE_READ_ONLY",
  EPERM: "STORE_READ_ONLY",
  EROFS: "STORE_READ_ONLY",
  ENOTDIR: "STORE_READ_ONLY",
  EEXIST: "STORE_READ_ONLY", // a file stands where the folder should be
  EISDIR: "STORE_READ_ONLY",
  ENOENT: "STORE_READ_ONLY",
  ELOOP: "STORE_READ_ONLY",
  ENAMETOOLONG: "STORE_READ_ONLY",
  ERR_INVALID_ARG_VALUE: "STORE_READ_ONLY", // a NUL in the path
  ENOSPC: "STORE_FULL",
  EDQUOT: "STORE_FULL",
};

/** A file without its key looks like noise: nobody should overwrite it with a backup before looking at the key. */
const KEY_OR_BACKUP = {
  en: "Check KEEPSAKE_ENCRYPTION_KEY first (of a move's source KEEPSAKE_FROM_ENCRYPTION_KEY, of its target KEEPSAKE_TO_ENCRYPTION_KEY); if it is right, restore from a backup. The file was left as it is.",
  zh: "请先核对 KEEPSAKE_ENCRYPTION_KEY（迁移的来源为 KEEPSAKE_FROM_ENCRYPTION_KEY，目标为 KEEPSAKE_TO_ENCRYPTION_KEY）；密钥无误再从备份恢复。文件保持原样，未被改动。",
};

/** The mark stays when the store has been moved: what is written here now would be missing there. */
const HELD = {
  en: "Use the store that it was moved to; `keepsake migrate --from FOLDER --release` opens this one again.",
  zh: "请改用迁移后的存储；若要重新开放此存储，请运行 `keepsake migrate --from 文件夹 --release`。",
};

const REMEDIES: Readonly<Record<string, { readonly en: string; readonly zh: string }>> = {
  SQLITE_NOTADB: KEY_OR_BACKUP,
  SQLITE_CONSTRAINT_TRIGGER: HELD,
};

const PACKAGE = "better-sqlite3-multiple-ciphers";
/** `npm ci --ignore-scripts`, another Node than the one that installed, or a node_modules from another machine. */
const BUILD = {
  en: `Run \`npm rebuild ${PACKAGE}\` (in a clone: \`npm ci\`) with the Node that runs Keepsake (${process.version}); where no prebuilt one fits, it is compiled: that takes a C++ compiler, make and Python 3.`,
  zh: `请用运行 Keepsake 的 Node（${process.version}）执行 \`npm rebuild ${PACKAGE}\`（在克隆的代码中执行 \`npm ci\`）；没有合适的预编译文件时将就地编译，需要 C++ 编译器、make 与 Python 3。`,
};

/** SQLite's own part, which npm builds at install, is not there or not for this Node. */
function isUnbuilt(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  // the loader of native parts gives no code where it found none, and the list of places where it looked
  return "tries" in thrown || ["ERR_DLOPEN_FAILED", "MODULE_NOT_FOUND"].includes(codeOf(thrown));
}

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
}

/** The one place where an engine's failure becomes a catalogued one. Catalogued errors pass; what is unknown becomes INTERNAL. */
export function toStoreError(thrown: unknown): KeepsakeError {
  if (thrown instanceof KeepsakeError) return thrown;
  const code = codeOf(thrown);
  const known = CODES.find(([family]) => code === family || code.startsWith(`${family}_`));
  if (known !== undefined) {
    const remedy = REMEDIES[known[0]];
    const details = { sqliteCode: code, ...(remedy && { remedy }) };
    return new KeepsakeError(known[1], known[2], details, { cause: thrown });
  }
  if (isUnbuilt(thrown)) {
    const message = "SQLite's native part is not built for this Node";
    return new KeepsakeError("CONFIG_INVALID", message, { field: "storage.kind", remedy: BUILD }, { cause: thrown });
  }
  const fileCode = FILE_CODES[code];
  if (fileCode !== undefined)
    return new KeepsakeError(fileCode, `the data folder cannot be used (${code})`, {}, { cause: thrown });
  return new KeepsakeError("INTERNAL", "the store failed", code === "" ? {} : { sqliteCode: code }, { cause: thrown });
}

/** Errors of the engine become catalogued; errors of the caller's own code pass as they are. */
export function translateSqliteError(thrown: unknown): unknown {
  return codeOf(thrown).startsWith("SQLITE_") ? toStoreError(thrown) : thrown;
}

export function isBusy(thrown: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(codeOf(thrown));
}

/** A unique or primary key was there already. */
export function isDuplicate(thrown: unknown): boolean {
  return thrown instanceof Sqlite.SqliteError && /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/.test(thrown.code);
}
