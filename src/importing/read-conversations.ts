import { isValidTimeZone } from "../domain/index.js";
import { DEFAULT_POLICY } from "../policy/index.js";
import { readChatGpt } from "./chatgpt-format.js";
import { formatOf } from "./formats.js";
import { importFault, quoteForMessage } from "./import-fault.js";
import {
  FORMAT_NAMES,
  type FormatName,
  type ImportedSession,
  type ImportOptions,
  type ImportRules,
  type ImportSource,
} from "./imported-session.js";
import { readLocomo } from "./locomo-format.js";
import { readMemoryBank } from "./memorybank-format.js";
import { readMessages } from "./messages-format.js";
import { nameFormat, REMEDIES } from "./remedies.js";
import { SessionLedger } from "./session-ledger.js";
import { CLOCK_TOLERANCE_MS } from "./source-dates.js";
import { SourceText } from "./source-text.js";
import { readTranscript } from "./transcript-format.js";
import { WarningTally } from "./warning-tally.js";

type Reader = (
  source: SourceText,
  rules: ImportRules,
  tally: WarningTally,
  ledger: SessionLedger,
) => AsyncGenerator<ImportedSession>;

const READERS: Readonly<Record<FormatName, Reader>> = {
  messages: readMessages,
  chatgpt: readChatGpt,
  locomo: readLocomo,
  memorybank: readMemoryBank,
  transcript: readTranscript,
};

function userTest(choice: ImportOptions["speakerIsUser"]): ImportRules["isUser"] {
  if (choice === undefined || typeof choice === "function") return choice;
  const names = new Set(typeof choice === "string" ? [choice] : choice);
  return (speaker) => names.has(speaker);
}

function rulesOf(format: FormatName, options: ImportOptions): ImportRules {
  const isUser = userTest(options.speakerIsUser);
  return {
    format,
    timeZone: options.timeZone ?? "UTC",
    latestAt: (options.now ?? Date.now()) + CLOCK_TOLERANCE_MS,
    maxTurnCharacters: options.maxTurnCharacters ?? DEFAULT_POLICY.limits.maxTurnCharacters,
    maxTurnsPerPiece: DEFAULT_POLICY.limits.maxTurnsPerRecord,
    ...(isUser === undefined ? {} : { isUser }),
    ...(options.undatedAt === undefined ? {} : { undatedAt: options.undatedAt }),
  };
}

function checkOptions(options: ImportOptions): void {
  if (options.timeZone !== undefined && !isValidTimeZone(options.timeZone)) {
    throw importFault(
      "INVALID_INPUT",
      { field: "timeZone" },
      `unknown time zone ${quoteForMessage(options.timeZone)}`,
      REMEDIES.zoneName,
    );
  }
  if (options.format !== undefined && !FORMAT_NAMES.includes(options.format)) {
    throw importFault(
      "UNSUPPORTED_FORMAT",
      { field: "format" },
      `unknown format ${quoteForMessage(options.format)}`,
      nameFormat(FORMAT_NAMES),
    );
  }
}

/**
 * The conversations of a file, as sessions ready for `record`, in the order of the source. Each is checked whole before it is
 * handed out: an error later in the file leaves those before it whole, and the same source read again after mending gives the same
 * ids, so what was recorded is not recorded twice.
 * @throws KeepsakeError UNSUPPORTED_FORMAT, INVALID_INPUT or TOO_LARGE, naming the line or field and what to do
 * @example for await (const session of readConversations("history.jsonl", { timeZone: "Asia/Shanghai" })) await memory.record(session);
 */
export async function* readConversations(
  source: ImportSource,
  options: ImportOptions = {},
): AsyncGenerator<ImportedSession> {
  checkOptions(options);
  const tally = new WarningTally();
  const text = new SourceText(source, tally);
  let sessions = 0;
  try {
    const format = await formatOf(text, options.format);
    const rules = rulesOf(format, options);
    for await (const session of READERS[format](text, rules, tally, new SessionLedger(rules, tally))) {
      sessions += 1;
      yield session;
    }
    if (sessions === 0) throw importFault("INVALID_INPUT", {}, "there is no message in it", REMEDIES.checkFile);
  } finally {
    await text.close();
    for (const warning of tally.list()) options.onWarning?.(warning);
  }
}
