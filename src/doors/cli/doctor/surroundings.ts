import { access, constants, stat, statfs } from "node:fs/promises";
import { type ApiKey, isUsable, REDACTION_KINDS, toIso } from "../../../domain/index.js";
import { isLoopback } from "../../gate.js";
import { both, type Finding, finding, type Patient } from "./finding.js";

/* What is around the store: the machine, the folder, the settings. */

const MIB = 1_048_576;
const FULL_MIB = 200;
const TIGHT_MIB = 1_024;
const OLDEST_NODE = 20;
/** 2024: no version of this product is older. */
const BEFORE_ALL = 1_704_067_200_000;
const AHEAD_MS = 300_000;

export function checkNode(version: string): Finding {
  const major = Number(version.replace(/^v/, "").split(".")[0]);
  return finding(
    "node-version",
    major >= OLDEST_NODE ? "ok" : "failed",
    both(`Node ${version}`, `Node ${version}`),
    both(`Install Node ${OLDEST_NODE} or newer.`, `请安装 Node ${OLDEST_NODE} 或更高版本。`),
  );
}

/** Whether the store is a database server's, with disks of its own. */
const isOnServer = ({ kind }: Patient["config"]["storage"]): boolean => kind === "postgres" || kind === "mariadb";

export async function checkFolder({ config }: Pick<Patient, "config">): Promise<readonly Finding[]> {
  const { dataFolder: folder, storage } = config;
  if (storage.kind === "memory") {
    const what = both("Everything is kept in memory and lost on exit.", "一切只在内存中，退出即丢失。");
    return [
      finding("data-folder", "warning", what, both("Set KEEPSAKE_STORAGE=sqlite.", "请设置 KEEPSAKE_STORAGE=sqlite。")),
    ];
  }
  if (isOnServer(storage)) return [];
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    const { mode } = await stat(folder);
    const { bavail, bsize } = await statfs(folder);
    const free = Math.floor((bavail * bsize) / MIB);
    // other systems have no such bits
    const isOpen = process.platform !== "win32" && (mode & 0o007) !== 0;
    return [
      finding("data-folder", "ok", both(`${folder} can be written.`, `${folder} 可写。`)),
      finding(
        "data-folder-private",
        isOpen ? "failed" : "ok",
        isOpen
          ? both(`Any user of this machine may enter ${folder}.`, `本机任何用户都能进入 ${folder}。`)
          : both("Others cannot enter the data folder.", "他人无法进入数据文件夹。"),
        both(`chmod 700 ${folder}`, `请执行 chmod 700 ${folder}`),
      ),
      finding(
        "disk-space",
        free < FULL_MIB ? "failed" : free < TIGHT_MIB ? "warning" : "ok",
        both(`${free} MiB free.`, `剩余 ${free} MiB。`),
        both("Make room, or move the data folder (KEEPSAKE_DATA).", "请腾出空间，或移动数据文件夹（KEEPSAKE_DATA）。"),
      ),
    ];
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    const remedy = both(
      "Give this user the folder, or name another by KEEPSAKE_DATA.",
      "请让本用户拥有该文件夹，或用 KEEPSAKE_DATA 另指一个。",
    );
    return [finding("data-folder", "failed", both(cause, cause), remedy)];
  }
}

export function checkEncryption({ config: { storage } }: Pick<Patient, "config">): Finding {
  const isOn = storage.kind === "sqlite" && storage.encryptionKey !== undefined;
  return finding(
    "encryption-at-rest",
    isOn ? "ok" : "notice",
    isOn
      ? both("The store is encrypted at rest.", "存储已静态加密。")
      : both("The store is not encrypted at rest.", "存储没有静态加密。"),
    both(
      isOnServer(storage)
        ? "Encrypt the disks of the database, or take a service that does."
        : "Set KEEPSAKE_ENCRYPTION_KEY for a new store, or encrypt the disk. A lost key cannot be recovered.",
      isOnServer(storage)
        ? "请加密数据库所在的磁盘，或选用带静态加密的数据库服务。"
        : "新建存储时设置 KEEPSAKE_ENCRYPTION_KEY，或加密磁盘。密钥遗失后无法恢复。",
    ),
  );
}

export function checkRedaction({ engine }: Pick<Patient, "engine">): Finding {
  const { redaction } = engine.parts.policy;
  const allowed = REDACTION_KINDS.filter((kind) => redaction[kind] === "allow");
  const isAll = allowed.length === REDACTION_KINDS.length;
  return finding(
    "redaction",
    isAll ? "failed" : "ok",
    both(
      allowed.length === 0 ? "Secrets are cut out before storing." : `Stored as they are: ${allowed.join(", ")}.`,
      allowed.length === 0 ? "敏感信息在存储前剔除。" : `照原样存储：${allowed.join("、")}。`,
    ),
    both("Take kinds out of KEEPSAKE_REDACTION.", "请从 KEEPSAKE_REDACTION 中去掉一些种类。"),
  );
}

export async function checkClock({ engine, tenants }: Patient): Promise<Finding> {
  const now = engine.parts.clock.now();
  let newest = 0;
  for (const tenant of tenants) {
    const { items } = await engine.parts.storage.auditLog.list(tenant, {}, { limit: 1 });
    newest = Math.max(newest, items[0]?.at ?? 0);
  }
  const isWrong = now < BEFORE_ALL || newest > now + AHEAD_MS;
  const told = toIso(now);
  return finding(
    "clock",
    isWrong ? "failed" : "ok",
    isWrong
      ? both(
          `The clock says ${told}, which is before what is already in the audit log.`,
          `时钟为 ${told}，早于审计日志里已有的记录。`,
        )
      : both(`The clock says ${told}.`, `时钟为 ${told}。`),
    both(
      "Set the clock (NTP); later writes would seem older than earlier ones.",
      "请校准时钟（NTP），否则新写入会显得更旧。",
    ),
  );
}

/** A port that others reach needs a lock, and a lock somebody who can open it. */
export function checkExposure(
  { config, engine }: Pick<Patient, "config" | "engine">,
  keys: readonly ApiKey[],
): Finding {
  const now = engine.parts.clock.now();
  const isConfigured = config.http.apiKeys.length > 0 || config.auth.jwt !== undefined;
  const opens = isConfigured || keys.some((key) => isUsable(key, now));
  const remedy = both(
    "Make a key: `keepsake keys create NAME --role agent`.",
    "请创建密钥：`keepsake keys create 名称 --role agent`。",
  );
  if (opens)
    return finding("authentication", "ok", both("Callers over the network need a credential.", "网络调用需要凭据。"));
  if (keys.length > 0) {
    const what = both(
      "Every key is revoked or has expired: the doors stay locked and nobody over the network gets in.",
      "所有密钥均已吊销或过期：各入口保持锁定，网络上无人能进入。",
    );
    return finding("authentication", "warning", what, remedy);
  }
  const { host } = config.http;
  const what = both(`No credential exists; http.host is ${host}.`, `没有任何凭据；http.host 为 ${host}。`);
  return finding("authentication", isLoopback(host) ? "notice" : "failed", what, remedy);
}

/** In PostgreSQL row-level security stands behind the adapter's own conditions, for every role that does not pass it by. */
export async function checkWall({ engine }: Pick<Patient, "engine">): Promise<readonly Finding[]> {
  const { wall } = engine.parts.storage;
  if (wall === undefined) return [];
  const holds = await wall.holds();
  return [
    finding(
      "row-security",
      holds ? "ok" : "warning",
      holds
        ? both("The database keeps users apart by itself.", "数据库自身也隔离各用户。")
        : both(
            "The database role passes row-level security by: it is a superuser or has BYPASSRLS.",
            "数据库角色绕过了行级安全：它是超级用户或具有 BYPASSRLS。",
          ),
      both(
        "Connect as a role of its own: CREATE ROLE keepsake LOGIN NOSUPERUSER NOBYPASSRLS, make it the owner of the schema, and name it in storage.url.",
        "请使用专用角色连接：CREATE ROLE keepsake LOGIN NOSUPERUSER NOBYPASSRLS，将模式归其所有，并在 storage.url 中指明。",
      ),
    ),
  ];
}
