import type { Command } from "commander";
import type { Language } from "../../../config/index.js";
import { KeepsakeError } from "../../../domain/index.js";
import {
  type DropReport,
  dropOld,
  type ReindexReport,
  type ReindexStatus,
  reindex,
  reindexStatus,
} from "../../../upkeep/index.js";
import { EXIT_INTERRUPTED } from "../io.js";
import { toldOf } from "../moving/told.js";
import { Progress } from "../progress.js";
import { type CliParts, type CommonOptions, type Session, withSession } from "../session.js";
import { textsOf } from "../texts.js";
import { withCommonOptions, withExample } from "./shared-options.js";

interface ReindexCommandOptions extends CommonOptions {
  readonly back?: boolean;
  readonly dropOld?: boolean;
  readonly status?: boolean;
  readonly yes?: boolean;
  readonly share: string;
}

const TEXTS = {
  en: {
    title: "Change the embedding model",
    about:
      "Embeds everything with the model named as nextEmbedder while recall goes on with the old one, and lets each user be searched by it once nothing of theirs is missing. May be stopped and run again. With one model configured: embeds what another model left.",
    back: "go back to the old model, whose vectors are kept until --drop-old",
    dropOld: "remove the vectors of every model but the configured one, for good (with --yes)",
    status: "say where the change stands, and change nothing",
    share: "percent of the time to spend working, so that callers are not held up (1 to 100)",
    yes: "confirm that old vectors are to be removed",
    yesNeeded: "--drop-old needs --yes: there is no way back afterwards but embedding everything anew",
    yesRemedy: "Look at `keepsake reindex --status`, then add --yes.",
    oneOnly: "give one of --back, --drop-old and --status",
    shareWanted: "--share is a number from 1 to 100",
    embedding: "embedding",
    interrupted: "Stopped. What was done stays; run it again to go on.",
    done: ({ modelId, users, cutOverUsers, embedded }: ReindexReport) =>
      `${modelId}: ${embedded} vectors made; ${cutOverUsers} of ${users} users are newly searched by it.`,
    left: ({ failed, remainingUsers }: ReindexReport) =>
      `${remainingUsers} users stay with the model they had; ${failed} texts could not be embedded. Look at the log, then run it again.`,
    dropped: ({ dropped, users }: DropReport) =>
      `Removed: ${
        Object.entries(dropped)
          .map(([name, count]) => `${name} × ${count}`)
          .join(", ") || "nothing"
      } (${users} users).`,
    notCutOver: (count: number) =>
      `${count} users are not cut over yet, and keep their old vectors: run \`keepsake reindex\`.`,
    tooRecent: (count: number) =>
      `${count} users were cut over within the last ten minutes, and keep their old vectors: run this again later.`,
    model: "model",
    setting: "setting",
    vectors: "vectors",
    servedUsers: "users searched by it",
    none: "none",
    behind: ({ behindUsers, users }: ReindexStatus) =>
      `${behindUsers} of ${users} users have items that only another model finds: \`keepsake reindex\` embeds them.`,
  },
  zh: {
    title: "更换向量模型",
    about:
      "用 nextEmbedder 指定的模型重新生成全部向量；其间检索仍用旧模型，某个用户的内容齐全后才切换到新模型。可随时中断并再次执行。只配置一个模型时：补齐其他模型遗留的内容。",
    back: "切回旧模型；其向量会保留到 --drop-old 为止",
    dropOld: "彻底删除当前模型以外的所有向量（需 --yes）",
    status: "只显示进展，不作改动",
    share: "工作时间所占百分比，以免影响正在进行的调用（1 到 100）",
    yes: "确认删除旧向量",
    yesNeeded: "--drop-old 需要 --yes：删除后只能全部重新生成",
    yesRemedy: "请先查看 `keepsake reindex --status`，再加上 --yes。",
    oneOnly: "--back、--drop-old、--status 只能选一个",
    shareWanted: "--share 应为 1 到 100 的数字",
    embedding: "生成向量",
    interrupted: "已中断；已完成的部分会保留，再次执行即可继续。",
    done: ({ modelId, users, cutOverUsers, embedded }: ReindexReport) =>
      `${modelId}：生成 ${embedded} 个向量；${users} 个用户中有 ${cutOverUsers} 个新切换到该模型。`,
    left: ({ failed, remainingUsers }: ReindexReport) =>
      `${remainingUsers} 个用户仍用原模型；${failed} 段文本无法生成向量。请查看日志后再次执行。`,
    dropped: ({ dropped, users }: DropReport) =>
      `已删除：${
        Object.entries(dropped)
          .map(([name, count]) => `${name} × ${count}`)
          .join("、") || "无"
      }（${users} 个用户）。`,
    notCutOver: (count: number) => `${count} 个用户尚未切换，旧向量保留：请执行 \`keepsake reindex\`。`,
    tooRecent: (count: number) => `${count} 个用户切换不足十分钟，旧向量保留：请稍后再执行。`,
    model: "模型",
    setting: "设置",
    vectors: "向量数",
    servedUsers: "使用它的用户数",
    none: "无",
    behind: ({ behindUsers, users }: ReindexStatus) =>
      `${users} 个用户中有 ${behindUsers} 个的部分内容只有其他模型能找到：\`keepsake reindex\` 会补齐。`,
  },
} as const;

type ReindexTexts = (typeof TEXTS)[Language];

function refuse(field: string, texts: ReindexTexts, message: string): KeepsakeError {
  const remedy = message === texts.yesNeeded ? { remedy: { en: TEXTS.en.yesRemedy, zh: TEXTS.zh.yesRemedy } } : {};
  return new KeepsakeError("INVALID_INPUT", message, { field, ...remedy });
}

function shareOf({ share }: ReindexCommandOptions, texts: ReindexTexts): number {
  const percent = Number(share);
  if (percent >= 1 && percent <= 100) return percent / 100;
  throw refuse("--share", texts, texts.shareWanted);
}

async function showStatus({ engine, screen }: Session, texts: ReindexTexts): Promise<void> {
  const status = await reindexStatus(engine.parts);
  if (screen.json) return screen.data(status);
  const rows = status.models.map(({ modelId, setting, vectors, servedUsers }) => [
    ...[modelId, setting ?? texts.none, String(vectors), String(servedUsers)],
  ]);
  screen.table(
    [texts.model, texts.setting, texts.vectors, texts.servedUsers].map((title) => ({ title })),
    rows,
  );
  if (status.behindUsers > 0) screen.note(texts.behind(status));
}

async function drop({ engine, screen }: Session, texts: ReindexTexts): Promise<void> {
  const { storage } = engine.parts;
  const report = await toldOf(
    storage,
    "reindex-drop-old",
    () => dropOld(engine.parts),
    ({ dropped, users }) => ({ users, dropped: Object.values(dropped).reduce((sum, count) => sum + count, 0) }),
  );
  if (screen.json) return screen.data(report);
  screen.say(texts.dropped(report));
  if (report.notCutOver > 0) screen.note(texts.notCutOver(report.notCutOver));
  if (report.tooRecent > 0) screen.note(texts.tooRecent(report.tooRecent));
}

async function change(
  options: ReindexCommandOptions,
  { engine, screen }: Session,
  parts: CliParts,
  texts: ReindexTexts,
): Promise<void> {
  const progress = new Progress(parts.io, { quiet: screen.json });
  const share = shareOf(options, texts);
  const work = () =>
    reindex(engine.parts, {
      direction: options.back === true ? "back" : "next",
      share,
      signal: parts.signal,
      onProgress: (items, total) => progress.bar(texts.embedding, items, total),
    }).finally(() => progress.clear());
  const report = await toldOf(
    engine.parts.storage,
    options.back === true ? "reindex-back" : "reindex",
    work,
    ({ users, cutOverUsers, embedded, failed }) => ({ users, cutOverUsers, embedded, failed }),
  );
  if (report.interrupted) parts.setExitCode(EXIT_INTERRUPTED);
  else if (report.remainingUsers > 0) parts.setExitCode(1);
  if (screen.json) return screen.data(report);
  screen.say(texts.done(report));
  if (report.remainingUsers > 0) screen.note(texts.left(report));
  if (report.interrupted) screen.note(texts.interrupted);
}

async function run(options: ReindexCommandOptions, parts: CliParts, language: Language): Promise<void> {
  const texts = TEXTS[language];
  const chosen = [options.back, options.dropOld, options.status].filter((option) => option === true);
  if (chosen.length > 1) throw refuse("--back", texts, texts.oneOnly);
  if (options.dropOld === true && options.yes !== true) throw refuse("--yes", texts, texts.yesNeeded);
  await withSession(parts, options, { worker: false, reach: "store" }, (session) => {
    if (options.status === true) return showStatus(session, texts);
    if (options.dropOld === true) return drop(session, texts);
    return change(options, session, parts, texts);
  });
}

/** `reindex`: from one embedding model to another, and back. */
export function reindexCommand(make: (name: string) => Command, parts: CliParts, language: Language): Command {
  const texts = TEXTS[language];
  const command = make("reindex")
    .summary(texts.title)
    .description(texts.about)
    .option("--back", texts.back)
    .option("--drop-old", texts.dropOld)
    .option("--status", texts.status)
    .option("--share <percent>", texts.share, "50")
    .option("--yes", texts.yes);
  withCommonOptions(command, textsOf(language), { user: false });
  withExample(command, "keepsake reindex --share 30", textsOf(language));
  return command.action(async () => run(command.opts<ReindexCommandOptions>(), parts, language));
}
