import type { Command } from "commander";
import type { Language } from "../../../config/index.js";
import { KeepsakeError, toIso } from "../../../domain/index.js";
import { type Operation, runOperation } from "../../../operations/index.js";
import { readText, type TextField, textFields } from "../../text-input.js";
import { waitForDigestion } from "../digestion.js";
import { type CliIo, readPipedText } from "../io.js";
import { Progress } from "../progress.js";
import { renderOutput } from "../render/index.js";
import { type CliParts, type CommonOptions, configOf, type Session, withSession } from "../session.js";
import { textsOf } from "../texts.js";
import { addFileOptions, type FileOptions, intoFile, withFile } from "./file-options.js";
import { collect, kebab, withCommonOptions, withExample } from "./shared-options.js";

/** An erasure that is not proved is no success, whoever asks. */
function leavesResidue(output: unknown): boolean {
  if (typeof output !== "object" || output === null || !("residue" in output)) return false;
  return Array.isArray(output.residue) && output.residue.length > 0;
}

type Given = CommonOptions & FileOptions & Readonly<Record<string, unknown>>;

const FORM_LABEL: Readonly<Record<TextField["form"], string>> = {
  text: "text",
  integer: "n",
  number: "n",
  boolean: "",
  list: "text",
  pairs: "name=value",
  json: "json",
};

function addField(command: Command, field: TextField, repeatWord: string): void {
  const flag = `--${kebab(field.name)}`;
  const choices = field.choices === undefined ? "" : ` [${field.choices.join(", ")}]`;
  if (field.form === "boolean") {
    command.option(flag, field.description);
  } else if (field.form === "list" || field.form === "pairs") {
    command.option(`${flag} <${FORM_LABEL[field.form]}>`, `${field.description}${choices} (${repeatWord})`, collect);
  } else {
    command.option(`${flag} <${field.instant ? "instant" : FORM_LABEL[field.form]}>`, field.description + choices);
  }
}

function textsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(String);
  return [String(value)];
}

/** Positional words and options as the operation's input; the schema decides what is allowed. */
function readGiven(
  fields: readonly TextField[],
  positional: readonly string[],
  words: readonly Word[],
  options: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const field of fields) {
    const at = positional.indexOf(field.name);
    const value = at >= 0 ? words[at] : options[field.name];
    // a repeatable word that was given no time is an empty list
    const isGiven = value !== undefined && !(Array.isArray(value) && value.length === 0);
    if (isGiven) input[field.name] = readText(field, textsIn(value));
  }
  return input;
}

type Word = string | readonly string[] | undefined;

/** `-` stands for what is piped in, as it does for `record`; the line end that a shell adds belongs to no text. */
async function withPiped(words: readonly Word[], io: CliIo): Promise<readonly Word[]> {
  const at = words.indexOf("-");
  if (at < 0) return words;
  const piped = await readPipedText(io);
  return words.with(at, piped.replace(/\r?\n$/, ""));
}

/** Just as wrong as a name that is not there, and found nowhere else: opening a store makes the tenant that it is opened for. */
async function noteEmptyTenant({ engine, caller, screen, texts }: Session): Promise<void> {
  const { tenant } = caller.scope;
  const { items } = await engine.parts.storage.tenants.listUsers(tenant, { limit: 1 });
  if (items.length === 0) screen.note(texts.emptyTenant(tenant));
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/u;

/** A person who types a date means it where he is: it is the beginning of that day in the configured zone. */
async function datesAsInstants(
  fields: readonly TextField[],
  input: Readonly<Record<string, unknown>>,
  zone: () => string,
): Promise<Record<string, unknown>> {
  const read: Record<string, unknown> = { ...input };
  for (const { name } of fields.filter(({ instant }) => instant)) {
    const [, year, month, day] = DATE.exec(String(input[name])) ?? [];
    if (day === undefined) continue;
    const { instantOf, isRealWallTime } = await import("../../../importing/index.js");
    const time = { year: Number(year), month: Number(month), day: Number(day), hour: 0, minute: 0, second: 0 };
    if (isRealWallTime(time)) read[name] = toIso(instantOf(time, zone()));
  }
  return read;
}

/** Everything of a user is gone in one call: that must be said twice. */
function checkConfirmed(
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  options: Given,
  language: Language,
): void {
  if (operation.name !== "forget" || input.everything !== true || options.yes === true) return;
  throw new KeepsakeError("INVALID_INPUT", textsOf(language).confirmNeeded, {
    field: "--yes",
    remedy: { en: textsOf("en").confirmRemedy, zh: textsOf("zh").confirmRemedy },
  });
}

/** One command of one operation, made from its row in the table. */
export function operationCommand(
  make: (name: string) => Command,
  name: string,
  operation: Operation,
  parts: CliParts,
  language: Language,
): Command {
  const texts = textsOf(language);
  const fields = textFields(operation, language);
  const { positional, example } = operation.cli;
  const command = make(name).summary(operation.title[language]).description(operation.description[language]);
  for (const word of positional) {
    const field = fields.find((known) => known.name === word);
    const name = field?.form === "list" ? `${kebab(word)}...` : kebab(word);
    // the file's own name stands in for it
    const isNeeded = field?.required === true && word !== operation.cli.readsFile?.name;
    command.argument(isNeeded ? `<${name}>` : `[${name}]`, field?.description ?? "");
  }
  for (const field of fields) if (!positional.includes(field.name)) addField(command, field, texts.repeat);
  addFileOptions(command, operation, language);
  if (operation.name === "forget") command.option("--yes", texts.yes);
  withCommonOptions(command, texts, { user: operation.reach === undefined });
  withExample(command, example, texts);
  return command.action(async (...args: unknown[]) => {
    const words = await withPiped(args.slice(0, positional.length) as Word[], parts.io);
    const options = command.opts<Given>();
    const given = await withFile(operation, readGiven(fields, positional, words, options), options, language);
    const input = await datesAsInstants(fields, given, () => configOf(parts.io, options).defaultTimeZone);
    const waits = ["journal-retry", "reextract", "session-end"].includes(operation.name);
    checkConfirmed(operation, input, options, language);
    const { reach } = operation;
    await withSession(parts, options, { worker: waits, ...(reach === undefined ? {} : { reach }) }, async (session) => {
      const { engine, caller, screen, config } = session;
      const output = await runOperation(
        operation,
        { parts: engine.parts, caller, signal: parts.signal, language: config.language },
        input,
        config.language,
      );
      if (waits) await waitForDigestion(session, new Progress(parts.io, { quiet: screen.json }), parts.signal);
      if (leavesResidue(output)) parts.setExitCode(1);
      renderOutput(operation.name, screen, await intoFile(operation, output, options, language));
      if (options.tenant !== undefined && reach === undefined) await noteEmptyTenant(session);
    });
  });
}
