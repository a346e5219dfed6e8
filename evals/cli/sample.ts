import { writeFile } from "node:fs/promises";
import type { Memory, UserMemory } from "keepsake";
import { ALL_STATUSES, listAll } from "../engine/pages.js";
import { recordTurns, type TurnMap } from "../engine/recorder.js";
import type { StoreOptions, System } from "../engine/system.js";
import { seededRandom } from "../metrics/index.js";
import type { DataConversation, DataTurn } from "../readers/conversation.js";
import { readDataFile } from "../readers/files.js";
import { readLocomo } from "../readers/locomo.js";
import { readMemoryBankFile } from "../readers/memorybank.js";

export const SAMPLE_FORMATS = ["locomo", "memorybank"] as const;
export type SampleFormat = (typeof SAMPLE_FORMATS)[number];

export interface SampleRequest extends StoreOptions {
  readonly paths: readonly string[];
  readonly format: SampleFormat;
  /** Lines of the sheet; fewer where fewer memories were kept. */
  readonly count: number;
  readonly seed: number;
  /** At most this many conversations of each file. */
  readonly limit: number | undefined;
  readonly out: string;
  readonly onProgress: (done: number, total: number, label: string) => void;
}

interface SaidTurn {
  /** The speaker's name, else the role. */
  readonly speaker: string;
  readonly text: string;
}

interface SourceTurn extends SaidTurn {
  readonly at: string;
  /** The two turns before it in its session, the nearer one last. */
  readonly before: readonly SaidTurn[];
}

/** One memory as a person is to judge it. */
export interface SheetLine {
  readonly id: string;
  readonly data: string;
  readonly conversation: string;
  readonly content: string;
  readonly kind: string;
  readonly tier: string;
  readonly subject: string;
  readonly status: string;
  readonly turns: readonly SourceTurn[];
  /** Filled in by whoever judges. */
  readonly judgement: "";
}

/** How much one file's conversations left. */
export interface Yield {
  readonly data: string;
  readonly conversations: number;
  readonly userTurns: number;
  readonly kept: number;
}

const BEFORE = 2;

function toSaid(turn: DataTurn): SaidTurn {
  return { speaker: turn.speaker ?? turn.role, text: turn.text };
}

/** The turns of a conversation by id, each with those before it. */
function withContext(turns: readonly DataTurn[]): ReadonlyMap<string, SourceTurn & { readonly place: number }> {
  const found = new Map<string, SourceTurn & { readonly place: number }>();
  const sessions = new Map<string, SaidTurn[]>();
  for (const [place, turn] of turns.entries()) {
    const said = sessions.get(turn.sessionId) ?? [];
    const before = said.slice(-BEFORE);
    found.set(turn.id, { ...toSaid(turn), at: new Date(turn.at).toISOString(), before, place });
    sessions.set(turn.sessionId, [...before, toSaid(turn)]);
  }
  return found;
}

function toLine(
  memory: Memory,
  data: string,
  conversation: string,
  turns: readonly (SourceTurn & { readonly place: number })[],
): SheetLine {
  const { id, content, kind, tier, subject, status } = memory;
  const sources = turns.map(({ speaker, text, at, before }) => ({ speaker, text, at, before }));
  return { id, data, conversation, content, kind, tier, subject, status, turns: sources, judgement: "" };
}

/** What was kept of one conversation, in the order in which it was said, so that one seed draws the same ones from every run. */
async function keptOf(user: UserMemory, data: string, conversation: DataConversation): Promise<readonly SheetLine[]> {
  const map: TurnMap = new Map();
  await recordTurns(user, conversation.turns, conversation.timeZone, map);
  const known = withContext(conversation.turns);
  const memories = await listAll(user, { statuses: ALL_STATUSES });
  const placed = memories
    // a summary is no statement: it is judged by other measures
    .filter((memory) => memory.kind !== "summary")
    .map((memory) => {
      const turns = memory.turnIds.flatMap((id) => known.get(map.get(id) ?? "") ?? []);
      const place = Math.min(Number.MAX_SAFE_INTEGER, ...turns.map((turn) => turn.place));
      return { place, line: toLine(memory, data, conversation.id, turns) };
    });
  return placed.sort((a, b) => a.place - b.place || (a.line.content < b.line.content ? -1 : 1)).map(({ line }) => line);
}

/** `count` of the things, no set of them likelier than another (Fisher and Yates), in their own order. */
export function drawAtRandom<Thing>(things: readonly Thing[], count: number, seed: number): readonly Thing[] {
  const random = seededRandom(seed);
  const places = things.map((_, place) => place);
  const drawn: number[] = [];
  while (drawn.length < count && places.length > 0) {
    const [place] = places.splice(Math.floor(random() * places.length), 1);
    if (place !== undefined) drawn.push(place);
  }
  return drawn.sort((a, b) => a - b).flatMap((place) => things[place] ?? []);
}

async function readData(path: string, format: SampleFormat): Promise<readonly DataConversation[]> {
  const file = await readDataFile(path);
  return format === "locomo" ? readLocomo(file) : readMemoryBankFile(file);
}

/**
 * Records conversations as a customer would, a user for each, and writes a sheet of memories drawn at random for people to judge.
 * DataError when a file is missing or of another format.
 */
export async function drawSample(
  system: System,
  request: SampleRequest,
): Promise<{ readonly yields: readonly Yield[]; readonly drawn: number }> {
  const store = await system.openStore(request);
  try {
    const yields: Yield[] = [];
    const kept: SheetLine[] = [];
    for (const path of request.paths) {
      const conversations = (await readData(path, request.format)).slice(0, request.limit);
      const before = kept.length;
      for (const [index, conversation] of conversations.entries()) {
        request.onProgress(index, conversations.length, conversation.id);
        kept.push(...(await keptOf(store.keepsake.user(`${path}/${conversation.id}`), path, conversation)));
      }
      const userTurns = conversations.flatMap(({ turns }) => turns).filter((turn) => turn.role === "user").length;
      yields.push({ data: path, conversations: conversations.length, userTurns, kept: kept.length - before });
    }
    const sheet = drawAtRandom(kept, request.count, request.seed);
    await writeFile(request.out, sheet.map((line) => `${JSON.stringify(line)}\n`).join(""));
    return { yields, drawn: sheet.length };
  } finally {
    await store.dispose();
  }
}
