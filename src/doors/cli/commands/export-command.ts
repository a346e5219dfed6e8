import { createWriteStream } from "node:fs";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import type { Command } from "commander";
import type { Language } from "../../../config/index.js";
import { KeepsakeError } from "../../../domain/index.js";
import { type Operation, runOperation } from "../../../operations/index.js";
import { printable } from "../render/width.js";
import { type CliParts, type CommonOptions, type Session, withSession } from "../session.js";
import { systemFault } from "../system-fault.js";
import { textsOf } from "../texts.js";
import { withCommonOptions, withExample } from "./shared-options.js";

interface ExportOptions extends CommonOptions {
  readonly format?: string;
  readonly out?: string;
}

interface Page {
  readonly items?: readonly unknown[];
  readonly text?: string;
  readonly nextCursor?: string;
}

const TEXTS = {
  en: {
    format: "json or markdown (default: markdown; json with --json)",
    out: "write to this file, readable by you alone, instead of stdout",
    unknown: (given: string) => `${given} is neither json nor markdown`,
    exists: (file: string) => `${file} is there already`,
    written: (things: number, file: string) => `Wrote ${things} page${things === 1 ? "" : "s"} to ${file}.`,
  },
  zh: {
    format: "json 或 markdown（默认 markdown；有 --json 时为 json）",
    out: "写入此文件（仅本人可读），而非 stdout",
    unknown: (given: string) => `${given} 既不是 json 也不是 markdown`,
    exists: (file: string) => `${file} 已经存在`,
    written: (things: number, file: string) => `已写入 ${things} 页到 ${file}。`,
  },
} as const;

/** Waits where the reader is slower than the store, so that nothing piles up. */
async function put(target: Writable, text: string): Promise<void> {
  if (target.write(text)) return;
  await new Promise<void>((resolve, reject) => {
    const settle = (error?: Error): void => {
      target.off("drain", settle).off("error", settle);
      if (error === undefined) resolve();
      else reject(error);
    };
    target.once("drain", settle).once("error", settle);
  });
}

async function* pagesOf(
  operation: Operation,
  { engine, caller, config }: Session,
  format: string,
  signal: AbortSignal,
): AsyncGenerator<Page, void> {
  let cursor: string | undefined;
  do {
    const input = { format, language: config.language, ...(cursor === undefined ? {} : { cursor }) };
    const page = (await runOperation(operation, { parts: engine.parts, caller, signal }, input)) as Page;
    yield page;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}

/** One JSON value, whatever its size: head, items as they come, tail. */
function jsonHead({ caller, engine }: Session): string {
  const { tenant, user } = caller.scope;
  const exportedAt = new Date(engine.parts.clock.now()).toISOString();
  const head = JSON.stringify({ format: "keepsake-export", version: 1, tenant, user, exportedAt });
  return `${head.slice(0, -1)},"items":[`;
}

async function writePages(
  operation: Operation,
  session: Session,
  format: string,
  target: Writable,
  signal: AbortSignal,
): Promise<number> {
  let pages = 0;
  let items = 0;
  if (format === "json") await put(target, jsonHead(session));
  for await (const page of pagesOf(operation, session, format, signal)) {
    pages += 1;
    if (format === "markdown") {
      // a document is read in a terminal sooner or later; JSON writes such characters as escapes
      await put(target, printable(page.text ?? ""));
      continue;
    }
    for (const item of page.items ?? []) {
      await put(target, `${items === 0 ? "\n" : ",\n"}${JSON.stringify(item)}`);
      items += 1;
    }
  }
  if (format === "json") await put(target, "\n]}\n");
  return pages;
}

async function openFile(file: string, message: string, language: Language): Promise<Writable> {
  const stream = createWriteStream(file, { flags: "wx", mode: 0o600 });
  await new Promise<void>((resolve, reject) => {
    stream.once("open", () => resolve());
    stream.once("error", (cause: NodeJS.ErrnoException) => {
      const text = cause.code === "EEXIST" ? message : systemFault(cause, language);
      reject(new KeepsakeError("INVALID_INPUT", text, { field: "--out" }, { cause }));
    });
  });
  return stream;
}

async function run(operation: Operation, options: ExportOptions, parts: CliParts): Promise<void> {
  await withSession(parts, options, { worker: false }, async (session) => {
    const texts = TEXTS[session.config.language];
    const format = options.format ?? (options.json === true ? "json" : "markdown");
    if (format !== "json" && format !== "markdown") {
      throw new KeepsakeError("INVALID_INPUT", texts.unknown(format), { field: "--format" });
    }
    const { out } = options;
    if (out === undefined) {
      await writePages(operation, session, format, parts.io.stdout, parts.signal);
      return;
    }
    const file = await openFile(out, texts.exists(out), session.config.language);
    const pages = await writePages(operation, session, format, file, parts.signal);
    file.end();
    await finished(file);
    session.screen.note(texts.written(pages, out));
  });
}

/** `export`: all pages in one go, as one JSON value or one Markdown document; a page is held at a time. */
export function exportCommand(
  make: (name: string) => Command,
  operation: Operation,
  parts: CliParts,
  language: Language,
): Command {
  const command = make("export")
    .summary(operation.title[language])
    .description(operation.description[language])
    .option("--format <form>", TEXTS[language].format)
    .option("--out <file>", TEXTS[language].out);
  withCommonOptions(command, textsOf(language), { user: true });
  withExample(command, operation.cli.example, textsOf(language));
  return command.action(async () => run(operation, command.opts<ExportOptions>(), parts));
}
