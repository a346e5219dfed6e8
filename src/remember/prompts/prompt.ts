/** What is told besides the messages to be read: the turns around them, for reference. */
export interface PromptLine {
  /** Of a message to be read, from 1; absent: for reference only. */
  readonly number?: number;
  readonly speaker: string;
  readonly date?: string;
  readonly text: string;
}

export interface PromptParts {
  /** What is remembered already, one JSON object a line; empty: nothing. */
  readonly known: string;
  /** The conversation in order. */
  readonly lines: readonly PromptLine[];
}

/** One version of the instructions to a model. A change of wording is a new version: memories tell which one they came from. */
export interface ExtractionPrompt {
  readonly version: string;
  readonly system: string;
  readonly ask: (parts: PromptParts) => string;
  /** Sent once when the answer did not fit. */
  readonly repair: (problems: readonly string[]) => string;
}

const TAGS = /<(\/?)(?=(?:known|earlier|message|conversation)\b)/giu;

/** Data must not close its own quotation: our tags inside it lose their bracket's force. */
function quoted(text: string): string {
  return text.replace(TAGS, "<\u200b$1");
}

/** The parts as every language's prompt has them: everything that people said is quoted, and marked as read or to be read. */
export function quoteParts({ known, lines }: PromptParts): string {
  const told = lines.map(({ number, speaker, date, text }) =>
    number === undefined
      ? `<earlier speaker=${JSON.stringify(quoted(speaker))}>${quoted(text)}</earlier>`
      : `<message number="${number}" date=${JSON.stringify(date ?? "")}>\n${quoted(text)}\n</message>`,
  );
  return `<known>\n${quoted(known)}\n</known>\n<conversation>\n${told.join("\n")}\n</conversation>`;
}
