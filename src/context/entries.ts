import type { RecalledItem, Scope, Turn, TurnId } from "../domain/index.js";
import { hasHan } from "../language/index.js";
import type { EngineParts } from "../ports/index.js";
import type { Chooser } from "./chooser.js";
import type { BlockEntry } from "./memory-block.js";
import { describeSource, escapeLabel, quote, withholdInstructions } from "./quote-memory.js";
import { trimSentences } from "./trim-sentences.js";

/** What `maxTokensPerNeighbour` is where the policy says nothing. */
const NEIGHBOUR_TOKENS = 60;

/** The turns behind episodes, so that each can be shown with as much of its surroundings as there is room for. One read. */
export async function readSpoken(
  parts: EngineParts,
  scope: Scope,
  items: readonly RecalledItem[],
): Promise<ReadonlyMap<TurnId, Turn>> {
  const ids = [...new Set(items.flatMap((item) => (item.type === "episode" ? item.turnIds : [])))];
  if (ids.length === 0) return new Map();
  const turns = await parts.storage.truth.read(scope, (transaction) => transaction.turns.findMany(ids));
  return new Map(turns.map((turn) => [turn.id, turn]));
}

/** An item as it stands in the block. */
export interface Rendered {
  readonly entry: BlockEntry;
  /** Tokens that its cap took away; 0 where it is whole. */
  readonly lost: number;
  /** Turns whose words it shows whole. */
  readonly shows: readonly TurnId[];
  /** How many neighbours stand beside an episode's turn. */
  readonly around: number;
}

function lineOf(turn: Turn, text: string, { wording }: Chooser): string {
  const name = turn.speaker === undefined ? wording.role[turn.role] : escapeLabel(turn.speaker, wording);
  return `${name}: ${text}`;
}

function trimmed(text: string, budget: number, chooser: Chooser): string | undefined {
  const { tokens, wording, terms } = chooser;
  return trimSentences(text, budget, { tokens, wording, terms });
}

function renderSpoken(
  item: RecalledItem,
  chooser: Chooser,
  spoken: ReadonlyMap<TurnId, Turn>,
  neighbours: readonly TurnId[],
): Rendered | undefined {
  const [centreId] = item.turnIds;
  const centre = centreId === undefined ? undefined : spoken.get(centreId);
  if (centre === undefined) return undefined;
  const { tokens, wording, policy } = chooser;
  const whole = withholdInstructions(centre.text, wording);
  const text = trimmed(whole, policy.maxTokensPerMemory, chooser);
  if (text === undefined) return undefined;
  const around = neighbours.flatMap((id) => {
    const turn = spoken.get(id);
    if (turn === undefined) return [];
    const cap = policy.maxTokensPerNeighbour ?? NEIGHBOUR_TOKENS;
    const said = withholdInstructions(turn.text, wording);
    const cut = trimmed(said, cap, chooser);
    return cut === undefined ? [] : [{ turn, text: cut, isWhole: cut === turn.text }];
  });
  const lines = [{ turn: centre, text, isWhole: text === centre.text }, ...around].sort(
    (a, b) => a.turn.position - b.turn.position,
  );
  // each line names who said it: the source need not say so again
  const { speaker: _, ...unnamed } = item;
  const quoted = quote(lines.map((line) => lineOf(line.turn, line.text, chooser)).join("\n"));
  return {
    entry: { source: describeSource(unnamed, wording, chooser), quoted },
    lost: text === whole ? 0 : Math.max(1, tokens.count(whole) - tokens.count(text)),
    shows: lines.filter(({ isWhole }) => isWhole).map(({ turn }) => turn.id),
    around: around.length,
  };
}

/**
 * An item with its source, capped (P24); an episode as its turn and the neighbours that are asked for. Undefined where nothing useful
 * would be left of it.
 */
export function renderItem(
  item: RecalledItem,
  chooser: Chooser,
  spoken: ReadonlyMap<TurnId, Turn>,
  neighbours: readonly TurnId[],
): Rendered | undefined {
  const { tokens, wording, policy } = chooser;
  if (item.type === "episode" && spoken.has(item.turnIds[0] ?? ("" as TurnId))) {
    return renderSpoken(item, chooser, spoken, neighbours);
  }
  const whole = withholdInstructions(item.content, wording);
  const text = trimmed(whole, policy.maxTokensPerMemory, chooser);
  if (text === undefined) return undefined;
  return {
    entry: { source: describeSource(item, wording, chooser), quoted: quote(text) },
    lost: text === whole ? 0 : Math.max(1, tokens.count(whole) - tokens.count(text)),
    shows: [],
    around: 0,
  };
}

/** Turns that a person would need beside this one to read it, nearest first: the one that it answers, then the one that answers it. */
export function neighboursOf(item: RecalledItem): readonly TurnId[] {
  return item.type === "episode" ? item.turnIds.slice(1) : [];
}

/** Whether a turn cannot be read alone: it is so short that it must answer something. */
export function leansOnOthers(turn: Turn | undefined): boolean {
  if (turn === undefined) return false;
  const { text } = turn;
  return hasHan(text) ? [...text].length < 12 : text.split(/\s+/u).length < 8;
}
