import { KeepsakeError, toKeepsakeError } from "../../../domain/index.js";
import type { DoorEngine } from "../../engine.js";
import { type Bilingual, both, type Finding, type FindingStatus, finding, type Patient } from "./finding.js";

/* The service beside the store. */

type Companion = NonNullable<DoorEngine["parts"]["companion"]>;
type Concern = Awaited<ReturnType<Companion["examine"]>>["concerns"][number];

const CONCERNS: Readonly<
  Record<Concern, { readonly status: FindingStatus; readonly what: Bilingual; readonly remedy: Bilingual }>
> = {
  "memory-unbounded": {
    status: "warning",
    what: both("Nothing bounds the memory of Redis.", "Redis 没有内存上限。"),
    remedy: both(
      "Set maxmemory (64 MiB are plenty for copies and hints), or the machine may run out of memory.",
      "请设置 maxmemory（副本与提示用 64 MiB 已足够），否则可能耗尽内存。",
    ),
  },
  "memory-nearly-full": {
    status: "warning",
    what: both("The memory of Redis is nearly full.", "Redis 的内存快满了。"),
    remedy: both(
      "Raise maxmemory or give Keepsake a Redis of its own: when it is full, everything is read from the store, which is slower.",
      "请调高 maxmemory，或让 Keepsake 独用一个 Redis：写满后一切改从存储读取，会变慢。",
    ),
  },
  "not-primary": {
    status: "failed",
    what: both("This Redis is a replica: it takes no writes.", "此 Redis 是从节点，不接受写入。"),
    remedy: both("Name the primary in KEEPSAKE_REDIS_URL.", "请在 KEEPSAKE_REDIS_URL 中填写主节点。"),
  },
  "written-to-disk": {
    status: "notice",
    what: both("Redis writes what it holds to its disk.", "Redis 会把所存内容写入磁盘。"),
    remedy: both(
      "Keepsake needs no persistence of Redis (nothing is lost with it). With `appendonly no` no copy of working memory reaches the disk, so that what is forgotten is gone there too.",
      "Keepsake 不需要 Redis 持久化（丢失也不丢数据）。设为 `appendonly no` 后，工作状态的副本不会写入磁盘，遗忘时也就不会留在那里。",
    ),
  },
  "too-old": {
    status: "warning",
    what: both("This Redis is older than 6.", "此 Redis 的版本低于 6。"),
    remedy: both("Use Redis 6 or newer.", "请使用 Redis 6 或更高版本。"),
  },
};

/** Its loss costs time and nothing else, so that one that is silent is a warning. */
export async function checkCompanion({ engine }: Pick<Patient, "engine">): Promise<readonly Finding[]> {
  const { companion } = engine.parts;
  if (companion === undefined) return [];
  try {
    const { version, summary, concerns } = await companion.examine();
    const what = `Redis ${version} · ${companion.address} · ${summary}`;
    return [
      finding("redis", "ok", both(what, what)),
      ...concerns.map((concern) => {
        const { status, what: told, remedy } = CONCERNS[concern];
        return finding(`redis-${concern}`, status, told, remedy);
      }),
    ];
  } catch (thrown) {
    const { code, message } = toKeepsakeError(thrown);
    if (!(thrown instanceof KeepsakeError) || code !== "UNAVAILABLE") throw thrown;
    const remedy = both(
      "Start it or mend KEEPSAKE_REDIS_URL. Until then everything is read from the store: right, and slower.",
      "请启动它或更正 KEEPSAKE_REDIS_URL。在此之前一切从存储读取：结果正确，只是较慢。",
    );
    const what = both(message, `Redis（${companion.address}）没有应答。`);
    return [finding("redis", "warning", what, remedy)];
  }
}
