import { MINUTE_MS, toIso } from "../../../domain/index.js";
import { both, type Finding, finding, type Patient } from "./finding.js";

/* An engine beside the store that answers searches by vector. */

const BEHIND_MINUTES = 10;

/** Whether it answers, holds everything, and how far it has come. While it does not, the store answers in its place. */
export async function checkVectorEngine({ engine: { parts } }: Pick<Patient, "engine">): Promise<readonly Finding[]> {
  const report = await parts.storage.feed?.examine();
  if (report === undefined) return [];
  const { engine, state, lastError = "", waiting, dead, oldestAppendedAt } = report;
  const now = parts.clock.now();
  const minutes = oldestAppendedAt === undefined ? 0 : (now - oldestAppendedAt) / MINUTE_MS;
  const upTo = toIso(oldestAppendedAt ?? now);
  const states = {
    ready: both(`${engine} answers and holds everything.`, `${engine} 有应答，数据齐全。`),
    resting: both(`${engine} does not answer: ${lastError}`, `${engine} 没有应答：${lastError}`),
    filling: both(`${engine} does not hold everything yet.`, `${engine} 尚未装入全部数据。`),
  };
  return [
    finding(
      "vector-engine",
      state === "ready" ? "ok" : "warning",
      states[state],
      state === "resting"
        ? both(
            "Start it or mend the settings vectors.*. Until then the store's own vectors answer: right, and slower for users with very much.",
            "请启动它，或更正 vectors.* 设置。在此之前由存储自带的向量回答：结果正确，数据很多的用户会慢一些。",
          )
        : both(
            "A process with KEEPSAKE_WORKER=on fills it; until then the store's own vectors answer.",
            "由 KEEPSAKE_WORKER=on 的进程装入；在此之前由存储自带的向量回答。",
          ),
    ),
    finding(
      "vector-engine-lag",
      dead > 0 ? "failed" : minutes > BEHIND_MINUTES ? "warning" : "ok",
      both(
        `${engine} is indexed up to ${upTo}: ${waiting} entries wait, ${dead} failed for good.`,
        `${engine} 已索引至 ${upTo}：${waiting} 项在等待，${dead} 项最终失败。`,
      ),
      both(
        "Does the engine answer, and does a worker run? Failed ones: `keepsake journal retry --user NAME`.",
        "引擎是否有应答，处理进程是否在运行？失败的请执行 `keepsake journal retry --user 名称`。",
      ),
    ),
  ];
}
