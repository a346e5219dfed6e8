import type { RecordReceipt } from "../domain/index.js";
import type { ImportedSession, ImportOptions, ImportSource } from "./imported-session.js";
import { readConversations } from "./read-conversations.js";

/** What an import came to, or has come to so far. */
export interface ImportReport {
  /** Names what was recorded, for rollback. Absent where there was nothing to record. */
  readonly importId?: string;
  readonly turns: number;
  readonly duplicates: number;
  readonly sessions: number;
  readonly redacted: Readonly<Record<string, number>>;
  readonly warnings: Readonly<Record<string, number>>;
  /** Told to stop, it stopped between two pieces: what was recorded stays, and the same source takes it up again. */
  readonly interrupted: boolean;
}

interface ImportWork {
  readonly options: ImportOptions;
  /** Asked once, before the first piece is recorded. */
  readonly importId: () => string | Promise<string>;
  readonly record: (
    piece: ImportedSession & { readonly importId: string },
  ) => Promise<Pick<RecordReceipt, "accepted" | "duplicates" | "redacted">>;
  /** Turns dealt with so far. */
  readonly onProgress?: (turns: number) => void;
  readonly signal?: AbortSignal | undefined;
}

function add(into: Record<string, number>, counts: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(counts)) into[name] = (into[name] ?? 0) + count;
}

/** Reads a source and records it piece by piece, each durable before the next is read. */
export async function recordConversations(source: ImportSource, work: ImportWork): Promise<ImportReport> {
  const redacted: Record<string, number> = {};
  const warnings: Record<string, number> = {};
  const seen = new Set<string>();
  const counts = { turns: 0, duplicates: 0, sessions: 0 };
  let importId: string | undefined;
  let interrupted = false;
  const reading: ImportOptions = {
    ...work.options,
    onWarning: (warning) => add(warnings, { [warning.code]: warning.count }),
  };
  for await (const piece of readConversations(source, reading)) {
    if (work.signal?.aborted === true) {
      interrupted = true;
      break;
    }
    importId ??= await work.importId();
    const receipt = await work.record({ ...piece, importId });
    seen.add(piece.sessionId);
    counts.turns += receipt.accepted;
    counts.duplicates += receipt.duplicates;
    counts.sessions = seen.size;
    add(redacted, receipt.redacted);
    work.onProgress?.(counts.turns + counts.duplicates);
  }
  return { ...(importId === undefined ? {} : { importId }), ...counts, redacted, warnings, interrupted };
}

const IMPORT_ID_DIGITS = 16;

/** The same file has the same id, so that an import that is repeated or taken up again is one. */
export function importIdOf(sha256Hex: string): string {
  return `import_${sha256Hex.slice(0, IMPORT_ID_DIGITS)}`;
}
