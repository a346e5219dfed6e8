import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import type { Language } from "../../../config/index.js";
import { ALL, KeepsakeError, ROLES, type TurnId } from "../../../domain/index.js";
import { findOperation, type Operation, runOperation } from "../../../operations/index.js";
import { tellStall, waitForDigestion } from "../digestion.js";
import { type CliIo, readPipedText } from "../io.js";
import { Progress } from "../progress.js";
import { memoryTable, renderOutput } from "../render/index.js";
import type { MemoryShape } from "../render/shapes.js";
import { type CliParts, type CommonOptions, type Session, withSession } from "../session.js";
import { systemFault } from "../system-fault.js";
import { type Texts, textsOf } from "../texts.js";
import { withCommonOptions, withExample } from "./shared-options.js";

interface RecordOptions extends CommonOptions {
  readonly sessionId?: string;
  readonly role?: string;
  readonly speaker?: string;
  readonly at?: string;
  readonly id?: string;
  readonly agentId?: string;
  readonly timeZone?: string;
  readonly importId?: string;
  readonly turns?: string;
  readonly wait: boolean;
}

async function turnsFrom(file: string, io: CliIo, texts: Texts, language: Language): Promise<unknown> {
  let text: string;
  try {
    text = file === "-" ? await readPipedText(io) : await readFile(file, "utf8");
  } catch (error) {
    throw new KeepsakeError(
      "INVALID_INPUT",
      texts.cannotRead(file, systemFault(error, language)),
      { field: "--turns" },
      { cause: error },
    );
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new KeepsakeError("INVALID_INPUT", texts.notJson(file, why), { field: "--turns" }, { cause: error });
  }
}

async function inputOf(
  text: string | undefined,
  options: RecordOptions,
  io: CliIo,
  texts: Texts,
  language: Language,
): Promise<Record<string, unknown>> {
  if ((text === undefined) === (options.turns === undefined)) {
    throw new KeepsakeError("INVALID_INPUT", texts.stdinNeeded, {
      field: "text",
      remedy: { en: textsOf("en").stdinRemedy, zh: textsOf("zh").stdinRemedy },
    });
  }
  const { sessionId, agentId, timeZone, importId, role, speaker, at, id } = options;
  const turns =
    options.turns === undefined
      ? [
          {
            role: role ?? "user",
            text: text === "-" ? await readPipedText(io) : text,
            ...(speaker === undefined ? {} : { speaker }),
            ...(at === undefined ? {} : { at }),
            ...(id === undefined ? {} : { id }),
          },
        ]
      : await turnsFrom(options.turns, io, texts, language);
  return {
    sessionId,
    turns,
    ...(agentId === undefined ? {} : { agentId }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(importId === undefined ? {} : { importId }),
  };
}

interface Held {
  readonly memories: number;
  readonly turns: number;
}

/** How much is kept about the user. Every turn has an episode of its own. */
function countHeld({ engine, caller }: Session): Promise<Held> {
  return engine.parts.storage.truth.read(caller.scope, async ({ memories, episodes }) => ({
    memories: await memories.count(ALL),
    turns: await episodes.count(),
  }));
}

/** A turn that asks to forget, or not to be kept, goes itself: so much went with it. */
async function showErased(session: Session, turnIds: ReadonlySet<string>, before: Held): Promise<boolean> {
  const { engine, caller, screen, texts } = session;
  const left = await engine.parts.storage.truth.read(caller.scope, ({ turns }) =>
    turns.findMany([...turnIds] as TurnId[]),
  );
  if (left.length === turnIds.size) return false;
  const after = await countHeld(session);
  screen.say(
    texts.erasedAsAsked(Math.max(0, before.memories - after.memories), Math.max(0, before.turns - after.turns)),
  );
  return true;
}

/** What became of the turns, once they are digested: the memories taken from them. */
async function showRemembered(
  session: Session,
  sessionId: string,
  { turnIds, before }: { readonly turnIds: ReadonlySet<string>; readonly before: Held },
): Promise<void> {
  const erased = await showErased(session, turnIds, before);
  const list = findOperation("list");
  if (list === undefined) return;
  const { engine, caller, screen, texts } = session;
  const page = await runOperation(
    list,
    { parts: engine.parts, caller },
    { sessionId, limit: 200, statuses: ["active", "pending-review"] },
  );
  const { items } = page as { readonly items: readonly MemoryShape[] };
  const taken = items.filter((memory) => memory.turnIds.some((id) => turnIds.has(id)));
  if (taken.length === 0) {
    if (erased) return;
    screen.say(texts.noneRemembered);
    return;
  }
  screen.say(texts.remembered);
  memoryTable(screen, taken);
}

async function record(
  operation: Operation,
  parts: CliParts,
  texts: Texts,
  text: string | undefined,
  options: RecordOptions,
): Promise<void> {
  const input = await inputOf(text, options, parts.io, texts, texts === textsOf("zh") ? "zh" : "en");
  await withSession(parts, options, { worker: options.wait }, async (session) => {
    const { engine, caller, screen, config } = session;
    const before = await countHeld(session);
    const output = await runOperation(
      operation,
      { parts: engine.parts, caller, signal: parts.signal },
      input,
      config.language,
    );
    renderOutput(operation.name, screen, output);
    if (!options.wait) return;
    const digestion = await waitForDigestion(session, new Progress(parts.io, { quiet: screen.json }), parts.signal);
    tellStall(session, digestion);
    const { turnIds } = output as { readonly turnIds: readonly string[] };
    if (digestion.end === "done" && !screen.json && options.sessionId !== undefined)
      await showRemembered(session, options.sessionId, { turnIds: new Set(turnIds), before });
  });
}

/** `record`: one turn from the line, or many from a file; waits until they are digested. */
export function recordCommand(
  make: (name: string) => Command,
  operation: Operation,
  parts: CliParts,
  language: Language,
): Command {
  const texts = textsOf(language);
  const command = make("record")
    .summary(operation.title[language])
    .description(operation.description[language])
    .argument("[text]", texts.recordText)
    .requiredOption("--session-id <id>", language === "zh" ? "所属会话" : "the conversation it belongs to")
    .option("--role <role>", `${texts.recordRole} [${ROLES.join(", ")}]`)
    .option("--speaker <name>", language === "zh" ? "说话人的名字" : "the speaker's name")
    .option("--at <instant>", language === "zh" ? "说话的时刻（ISO 8601）" : "when it was said (ISO 8601)")
    .option("--id <id>", language === "zh" ? "消息自己的编号" : "the message's own id")
    .option("--agent-id <id>", language === "zh" ? "写入方智能体" : "the agent that writes")
    .option("--time-zone <zone>", texts.timeZone)
    .option("--import-id <id>", language === "zh" ? "所属导入的名称，供回滚使用" : "name of the import, for rollback")
    .option("--turns <file>", texts.recordTurns)
    .option("--no-wait", texts.noWait);
  withCommonOptions(command, texts, { user: true });
  withExample(command, operation.cli.example, texts);
  return command.action(async (text: string | undefined) =>
    record(operation, parts, texts, text, command.opts<RecordOptions>()),
  );
}
