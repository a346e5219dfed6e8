import { KeepsakeError } from "../../../domain/index.js";
import { type Condition, type Remedies, storeError, unreachable } from "../relational/index.js";

/** Conditions of the server by what the caller can do about them: whole codes first, then classes (their first two characters). */
const CODES: Readonly<Record<string, Condition>> = {
  "40001": ["STORE_BUSY", "another transaction changed the same rows"],
  "40P01": ["STORE_BUSY", "two transactions waited for each other"],
  "55P03": ["STORE_BUSY", "another writer holds the rows"],
  "53300": ["STORE_BUSY", "the server takes no more connections"],
  "53100": ["STORE_FULL", "the server's disk is full"],
  "57014": ["DEADLINE_EXCEEDED", "a statement took longer than allowed"],
  "25006": ["STORE_READ_ONLY", "the server only reads: it is a standby, or was told to"],
  "42501": ["STORE_READ_ONLY", "the database role may not do this"],
  "54000": ["TOO_LARGE", "a value is too long for an index"],
  "3D000": ["CONFIG_INVALID", "the database does not exist"],
  "58P01": ["CONFIG_INVALID", "the server lacks a file: the pgvector extension is probably not installed"],
  "0A000": ["CONFIG_INVALID", "the server lacks something: the pgvector extension is probably not installed"],
  "57P01": ["UNAVAILABLE", "the server ended the connection"],
  "57P02": ["UNAVAILABLE", "the server ended the connection after a crash"],
  "57P03": ["UNAVAILABLE", "the server is starting or stopping"],
  "25P03": ["UNAVAILABLE", "the server ended a transaction that stood still"],
  "28": ["CONFIG_INVALID", "the server refused the user or its password"],
  "08": ["UNAVAILABLE", "the connection to the server was lost"],
  XX: ["STORE_CORRUPT", "the server found its data damaged"],
};

const REMEDIES: Remedies = {
  STORE_READ_ONLY: {
    en: "Give the database role the right to write, or connect to the primary server.",
    zh: "请授予数据库角色写入权限，或连接到主服务器。",
  },
  STORE_FULL: {
    en: "Free disk space on the database server; nothing of the refused write was kept.",
    zh: "请在数据库服务器上释放磁盘空间；被拒绝的写入没有留下任何内容。",
  },
  CONFIG_INVALID: {
    en: "Check the database's address, user and password, and that the extension vector can be made in it.",
    zh: "请检查数据库的地址、用户和密码，以及能否在其中创建 vector 扩展。",
  },
  STORE_CORRUPT: { en: "Restore the database from a backup.", zh: "请从备份恢复数据库。" },
};

/** Of the operating system and of the driver, which names most of its own only in words. */
const NETWORK = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/;
const LOST = /connection (terminated|ended|error)|Client (was closed|has encountered)|Query read timeout/i;
const NO_CONNECTION_FREE = /timeout exceeded when trying to connect/;

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
}

const LOST_CONNECTION = ["UNAVAILABLE", "the connection to the server was lost"] as const;

function conditionOf(thrown: unknown): Condition | undefined {
  const code = codeOf(thrown);
  const nobody = unreachable(thrown);
  if (nobody !== undefined) return nobody;
  if (NETWORK.test(code)) return LOST_CONNECTION; // first: EPIPE looks like a condition of the server
  const known = CODES[code] ?? (/^[0-9A-Z]{5}$/.test(code) ? CODES[code.slice(0, 2)] : undefined);
  if (known !== undefined || !(thrown instanceof Error) || code !== "") return known;
  if (NO_CONNECTION_FREE.test(thrown.message)) return ["STORE_BUSY", "no connection to the server became free"];
  return LOST.test(thrown.message) ? LOST_CONNECTION : undefined;
}

/** The one place where the engine's failure becomes a catalogued one. Catalogued errors pass; what is unknown becomes INTERNAL. */
export function toStoreError(thrown: unknown): KeepsakeError {
  if (thrown instanceof KeepsakeError) return thrown;
  const sqlState = codeOf(thrown);
  const known = sqlState === "" ? {} : { sqlState };
  return storeError(thrown, conditionOf(thrown), known, REMEDIES);
}

/** The server gave the transaction up in favour of another: the same work may succeed when it is run again. */
export function isWorthRetrying(thrown: unknown): boolean {
  return ["40001", "40P01"].includes(codeOf(thrown));
}

/** The connection was gone before anything was asked of it. */
export function isConnectionLost(thrown: unknown): boolean {
  return conditionOf(thrown)?.[0] === "UNAVAILABLE";
}
