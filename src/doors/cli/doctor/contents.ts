import {
  ALL,
  type ApiKey,
  DAY_MS,
  HOUR_MS,
  isUsable,
  KeepsakeError,
  readAll,
  SECOND_MS,
  toKeepsakeError,
} from "../../../domain/index.js";
import { inChinese, operationNamed, runOperation } from "../../../operations/index.js";
import { scopeStatus } from "../../../upkeep/index.js";
import { callerOf } from "../session.js";
import { both, type Finding, finding, type Patient } from "./finding.js";
import { remedyOf, tellFaults } from "./store-faults.js";

/* What is in the store, and whether it is whole. */

const EXPIRES_SOON_DAYS = 14;
const UNUSED_DAYS = 30;
const REVIEW_DAYS = 7;
const NAMES_TOLD = 5;

function some(names: readonly string[]): string {
  const more = names.length > NAMES_TOLD ? `, … (${names.length})` : "";
  return names.slice(0, NAMES_TOLD).join(", ") + more;
}

/** Tenants whose turns are refused because too many wait. */
async function refusedTenants({ engine, tenants }: Patient): Promise<readonly string[]> {
  const { storage, policy } = engine.parts;
  const { maxWaiting } = policy.journal;
  const refused: string[] = [];
  for (const tenant of tenants) {
    if ((await storage.queue.countWaiting(tenant, maxWaiting)) >= maxWaiting) refused.push(tenant);
  }
  return refused;
}

export async function checkJournal(patient: Patient): Promise<readonly Finding[]> {
  const { engine } = patient;
  const refused = await refusedTenants(patient);
  const { waiting, leased, dead, oldestAppendedAt } = await engine.parts.storage.queue.backlog();
  const hours = oldestAppendedAt === undefined ? 0 : (engine.parts.clock.now() - oldestAppendedAt) / HOUR_MS;
  return [
    finding(
      "journal-dead",
      dead > 0 ? "failed" : "ok",
      both(`${dead} entries failed for good.`, `${dead} 项最终失败。`),
      both(
        "See `keepsake journal list --user NAME`, mend the cause, then `keepsake journal retry`.",
        "请看 `keepsake journal list --user 名称`，排除原因后执行 `keepsake journal retry`。",
      ),
    ),
    finding(
      "journal-backlog",
      hours > 1 ? "warning" : "ok",
      both(
        `${waiting + leased} entries wait, the oldest for ${hours.toFixed(1)} h.`,
        `${waiting + leased} 项在等待，最久的已 ${hours.toFixed(1)} 小时。`,
      ),
      both(
        "Is a process with KEEPSAKE_WORKER=on running (`keepsake serve`)?",
        "是否有 KEEPSAKE_WORKER=on 的进程（`keepsake serve`）在运行？",
      ),
    ),
    finding(
      "journal-refusing",
      refused.length > 0 ? "failed" : "ok",
      both(
        refused.length === 0
          ? "No tenant's turns are refused."
          : `Turns are refused for want of workers: ${some(refused)}`,
        refused.length === 0 ? "没有租户的对话被拒收。" : `因处理不及而拒收对话的租户：${some(refused)}`,
      ),
      both(
        "Start more workers (`keepsake serve --role worker`), or raise KEEPSAKE_JOURNAL_MAX_WAITING.",
        "请增加处理进程（`keepsake serve --role worker`），或调高 KEEPSAKE_JOURNAL_MAX_WAITING。",
      ),
    ),
  ];
}

export async function checkEmbedder({ engine }: Pick<Patient, "engine">): Promise<Finding> {
  const { embedder } = engine.parts;
  const { modelId, runtime, dimension } = embedder.profile;
  try {
    const vector = await embedder.embedQuery("probe");
    if (vector.length !== dimension) throw new KeepsakeError("MODEL_INVALID_OUTPUT", `${vector.length} dimensions`);
    const what = `${modelId} · ${runtime} · ${dimension}`;
    return finding("embedder", "ok", both(what, what));
  } catch (thrown) {
    const { code, message } = toKeepsakeError(thrown);
    return finding(
      "embedder",
      "failed",
      both(`${modelId}: ${code} ${message}`, `${modelId}：${code} ${inChinese(message) ?? message}`),
      both("Check the settings embedder.* (`keepsake config`).", "请检查 embedder.* 设置（`keepsake config`）。"),
    );
  }
}

/** Vectors of a model that nothing names are never compared; rows without a vector by the model that serves are found by their words alone. */
export async function checkVectors({ engine, scopes }: Patient): Promise<readonly Finding[]> {
  const { storage, embedder, otherEmbedder } = engine.parts;
  const configured = new Set([embedder.profile.modelId, otherEmbedder?.profile.modelId]);
  let own = 0;
  let others = 0;
  let items = 0;
  let missing = 0;
  for (const scope of scopes) {
    const { serving, counts } = await scopeStatus(engine.parts, scope);
    const served = counts.get(serving) ?? 0;
    own += served;
    let foreign = 0;
    for (const [modelId, count] of counts) if (!configured.has(modelId)) foreign += count;
    others += foreign;
    const rows = await storage.truth.read(
      scope,
      async ({ memories, episodes }) => (await memories.count(ALL)) + (await episodes.count()),
    );
    items += rows;
    missing += Math.max(0, rows - served - foreign);
  }
  const share = own + others === 0 ? 0 : Math.round((100 * others) / (own + others));
  return [
    finding(
      "vector-space",
      others === 0 ? "ok" : own === 0 ? "failed" : "warning",
      both(
        `${share} % of ${own + others} vectors are of another model.`,
        `${own + others} 个向量中 ${share} % 属于其他模型。`,
      ),
      both(
        "`keepsake reindex` embeds what they stand for; `keepsake reindex --drop-old` removes them once nobody needs them.",
        "`keepsake reindex` 会为其内容重新生成向量；不再需要时用 `keepsake reindex --drop-old` 删除。",
      ),
    ),
    finding(
      "index-drift",
      missing === 0 ? "ok" : "warning",
      both(`${missing} of ${items} rows have no vector.`, `${items} 行中有 ${missing} 行没有向量。`),
      both(
        "They come when the journal is worked off; dead entries: `keepsake journal retry`.",
        "待处理任务完成后即补齐；失败的请执行 `keepsake journal retry`。",
      ),
    ),
  ];
}

/** Every key that was ever made: also dead ones keep the doors locked. */
export async function allKeys({ engine, tenants }: Patient): Promise<readonly ApiKey[]> {
  const keys: ApiKey[] = [];
  for (const tenant of tenants) {
    keys.push(...(await readAll((page) => engine.parts.storage.credentials.list(tenant, page))));
  }
  return keys;
}

export function checkKeys({ engine }: Patient, everMade: readonly ApiKey[]): readonly Finding[] {
  const now = engine.parts.clock.now();
  const keys = everMade.filter((key) => isUsable(key, now));
  const name = (key: ApiKey): string => `${key.tenant}/${key.name}`;
  const ending = keys.filter(
    ({ expiresAt, replacedBy }) =>
      replacedBy === undefined && expiresAt !== undefined && expiresAt < now + EXPIRES_SOON_DAYS * DAY_MS,
  );
  const unused = keys.filter(
    ({ lastUsedAt, createdAt }) => lastUsedAt === undefined && createdAt < now - UNUSED_DAYS * DAY_MS,
  );
  return [
    finding(
      "keys-expiring",
      ending.length > 0 ? "warning" : "ok",
      both(
        ending.length === 0 ? "No key ends soon." : `End within ${EXPIRES_SOON_DAYS} days: ${some(ending.map(name))}`,
        ending.length === 0 ? "没有即将到期的密钥。" : `${EXPIRES_SOON_DAYS} 天内到期：${some(ending.map(name))}`,
      ),
      both("`keepsake keys rotate ID`", "请执行 `keepsake keys rotate 编号`"),
    ),
    finding(
      "keys-unused",
      unused.length > 0 ? "warning" : "ok",
      both(
        unused.length === 0 ? "No key lies unused." : `Never used in ${UNUSED_DAYS} days: ${some(unused.map(name))}`,
        unused.length === 0 ? "没有闲置的密钥。" : `${UNUSED_DAYS} 天内从未使用：${some(unused.map(name))}`,
      ),
      both("`keepsake keys revoke ID` what nobody needs.", "不需要的请执行 `keepsake keys revoke 编号`。"),
    ),
  ];
}

export async function checkAudit({ config, engine, tenants }: Patient): Promise<Finding> {
  const verify = operationNamed("audit-verify");
  const broken: string[] = [];
  for (const tenant of tenants) {
    const caller = callerOf({ ...config, tenant }, "cli", verify.reach);
    const report = (await runOperation(verify, { parts: engine.parts, caller }, {})) as { readonly intact: boolean };
    if (!report.intact) broken.push(tenant);
  }
  return finding(
    "audit-chain",
    broken.length > 0 ? "failed" : "ok",
    both(
      broken.length === 0 ? "The audit log is intact." : `Not intact: ${some(broken)}`,
      broken.length === 0 ? "审计日志完好。" : `不完好：${some(broken)}`,
    ),
    both(
      "`keepsake audit verify --tenant NAME` says where; somebody changed the store beside the product.",
      "`keepsake audit verify --tenant 名称` 会指出位置；有人绕过本产品改动了存储。",
    ),
  );
}

/** The file's pages, the links between tables, and what the indexes hold against what they stand for. */
export async function checkIntegrity({ engine }: Patient): Promise<Finding> {
  const { health } = engine.parts.storage;
  if (health === undefined) {
    return finding(
      "store-integrity",
      "notice",
      both("Not checked: this kind of store has no check of its own here.", "未检查：此类存储没有自带的检查。"),
      both(
        "Use the database's own checks (PostgreSQL: amcheck, data checksums; MariaDB: CHECK TABLE), and try its backups by restoring one.",
        "请使用数据库自带的检查（PostgreSQL：amcheck、数据校验和；MariaDB：CHECK TABLE），并通过实际恢复来验证备份。",
      ),
    );
  }
  const faults = await health.inspect();
  return finding(
    "store-integrity",
    faults.length === 0 ? "ok" : "failed",
    faults.length === 0
      ? both("The store is whole, and its indexes agree with it.", "存储完好，索引与之一致。")
      : both(tellFaults(faults, "en"), tellFaults(faults, "zh")),
    remedyOf(faults),
  );
}

/** Erased words that a log of the store still holds, because somebody reads from before the erasure. Tries to clear them first. */
export async function checkErasedBytes({ engine }: Patient): Promise<readonly Finding[]> {
  const { erasedBytes } = engine.parts.storage;
  if (erasedBytes === undefined) return [];
  const bytes = await erasedBytes.clear(SECOND_MS);
  return [
    finding(
      "erased-bytes",
      bytes === 0 ? "ok" : "warning",
      bytes === 0
        ? both("The store's log holds nothing that was erased.", "存储的预写日志中没有已抹除的内容。")
        : both(
            `${bytes} bytes of the store's log may still hold what was erased.`,
            `存储的预写日志中有 ${bytes} 字节可能仍含已抹除的内容。`,
          ),
      both(
        "They go by themselves when the process that reads the store since before the erasure (a backup, an export) has ended: look for one that hangs.",
        "从抹除之前起一直在读取存储的进程（如备份、导出）结束后会自动清除：请检查是否有卡住的进程。",
      ),
    ),
  ];
}

export async function checkReview({ engine, scopes }: Patient): Promise<Finding> {
  const { truth } = engine.parts.storage;
  const waiting = { op: "in", field: "status", values: ["pending-review"] } as const;
  let count = 0;
  let oldest = engine.parts.clock.now();
  for (const scope of scopes) {
    await truth.read(scope, async ({ memories }) => {
      for (const row of await readAll((page) => memories.list(waiting, page))) {
        count += 1;
        oldest = Math.min(oldest, row.recordedAt);
      }
    });
  }
  const days = (engine.parts.clock.now() - oldest) / DAY_MS;
  return finding(
    "review-queue",
    days > REVIEW_DAYS ? "warning" : "ok",
    both(
      `${count} changes wait, the oldest for ${days.toFixed(1)} days.`,
      `${count} 项待审核，最久的已 ${days.toFixed(1)} 天。`,
    ),
    both("`keepsake review list --user NAME`", "请执行 `keepsake review list --user 名称`"),
  );
}
