import { KeepsakeError } from "../../../domain/index.js";
import { type Condition, type Remedies, storeError, unreachable } from "../relational/index.js";

const LOST: Condition = ["UNAVAILABLE", "the connection to the server was lost"];
const REFUSED: Condition = ["CONFIG_INVALID", "the server refused the user or its password"];
const READ_ONLY: Condition = ["STORE_READ_ONLY", "the server only reads: it is a replica, or was told to"];
const FORBIDDEN: Condition = ["STORE_READ_ONLY", "the database user may not do this"];
const CROWDED: Condition = ["STORE_BUSY", "the server takes no more connections"];
const FULL: Condition = ["STORE_FULL", "the server's disk is full"];
const TOO_SLOW: Condition = ["DEADLINE_EXCEEDED", "a statement took longer than allowed"];
const TOO_LARGE: Condition = ["TOO_LARGE", "a value is too long for the table"];
const DAMAGED: Condition = ["STORE_CORRUPT", "the server found its data damaged"];

/** The server's numbers of errors, by what the caller can do about them; MySQL's and MariaDB's own lie apart. */
const CONDITIONS: Readonly<Record<number, Condition>> = {
  1020: ["STORE_BUSY", "another transaction changed the same rows"],
  1205: ["STORE_BUSY", "another writer holds the rows"],
  1213: ["STORE_BUSY", "two transactions waited for each other"],
  ...{ 1040: CROWDED, 1203: CROWDED, 1226: CROWDED },
  ...{ 1021: FULL, 1114: FULL },
  ...{ 1317: TOO_SLOW, 1969: TOO_SLOW, 3024: TOO_SLOW },
  ...{ 1290: READ_ONLY, 1836: READ_ONLY, 1142: FORBIDDEN, 1143: FORBIDDEN, 1227: FORBIDDEN },
  ...{ 1071: TOO_LARGE, 1153: TOO_LARGE, 1301: TOO_LARGE, 1406: TOO_LARGE },
  ...{ 1044: REFUSED, 1045: REFUSED, 1698: REFUSED },
  1049: ["CONFIG_INVALID", "the database does not exist"],
  ...{ 1047: LOST, 1053: LOST, 1080: LOST, 1152: LOST, 1927: LOST, 3169: LOST },
  ...{ 1034: DAMAGED, 1194: DAMAGED, 1195: DAMAGED, 1712: DAMAGED, 1815: DAMAGED },
};

const REMEDIES: Remedies = {
  STORE_READ_ONLY: {
    en: "Give the database user the right to write, or connect to the primary server.",
    zh: "请授予数据库用户写入权限，或连接到主服务器。",
  },
  STORE_FULL: {
    en: "Free disk space on the database server; nothing of the refused write was kept.",
    zh: "请在数据库服务器上释放磁盘空间；被拒绝的写入没有留下任何内容。",
  },
  CONFIG_INVALID: {
    en: "Check the database's address, user and password, and that the database exists.",
    zh: "请检查数据库的地址、用户和密码，以及数据库是否存在。",
  },
  STORE_CORRUPT: { en: "Restore the database from a backup.", zh: "请从备份恢复数据库。" },
};

/** Of the operating system and of the driver, which has no numbers for its own. */
const NETWORK = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_|PROTOCOL_(CONNECTION_LOST|SEQUENCE_TIMEOUT))/;
const GONE = /closed state|connection is closed|connection lost|server closed the connection/i;

interface DriverError extends Error {
  readonly code?: string;
  readonly errno?: number;
}

const isError = (thrown: unknown): thrown is DriverError => thrown instanceof Error;

function conditionOf(thrown: unknown): Condition | undefined {
  if (!isError(thrown)) return undefined;
  const nobody = unreachable(thrown);
  if (nobody !== undefined) return nobody;
  if (NETWORK.test(thrown.code ?? "")) return LOST;
  const known = CONDITIONS[thrown.errno ?? 0];
  return known ?? (GONE.test(thrown.message) ? LOST : undefined);
}

/** The one place where the engine's failure becomes a catalogued one. Catalogued errors pass; what is unknown becomes INTERNAL. */
export function toStoreError(thrown: unknown): KeepsakeError {
  if (thrown instanceof KeepsakeError) return thrown;
  const serverCode = isError(thrown) ? thrown.code : undefined;
  return storeError(thrown, conditionOf(thrown), serverCode === undefined ? {} : { serverCode }, REMEDIES);
}

/** The server gave the transaction up in favour of another: the same work may succeed when it is run again. */
export function isWorthRetrying(thrown: unknown): boolean {
  return isError(thrown) && [1020, 1213].includes(thrown.errno ?? 0);
}

/** The connection was gone before anything was asked of it. */
export function isConnectionLost(thrown: unknown): boolean {
  return conditionOf(thrown)?.[0] === "UNAVAILABLE";
}

/** More than the one statement is over; of every other error the server lets the transaction go on. */
export function endsTransaction(thrown: unknown): boolean {
  return isConnectionLost(thrown) || isWorthRetrying(thrown);
}

/** A step of a migration that was taken already, by a process that did not live to note it. */
export function isDoneAlready(thrown: unknown): boolean {
  return isError(thrown) && [1050, 1060, 1061, 1091].includes(thrown.errno ?? 0);
}
