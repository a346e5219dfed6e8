import type { AgentInputItem } from "@openai/agents";
import { KeepsakeError } from "../../domain/index.js";
import type { UserMemory } from "../../keepsake.js";
import { digest } from "../beside-chat.js";

/** Code units of a piece: at three bytes each it stays below what a value of working memory may have. */
const PIECE = 16_000;
const SEQUENCE_DIGITS = 12;
const PART_DIGITS = 4;

/** A piece of an item, as working memory holds it. An item counts when all its pieces are there. */
interface Piece {
  readonly json: string;
  readonly parts: number;
}

interface LoggedItem {
  /** Sequence and a random part: two writers that chose the same number both keep theirs. */
  readonly name: string;
  readonly item: AgentInputItem;
  readonly keys: readonly string[];
}

/** Never between the halves of a character. */
function pieces(json: string): string[] {
  const found: string[] = [];
  for (let from = 0; from < json.length; ) {
    let to = Math.min(from + PIECE, json.length);
    const last = json.charCodeAt(to - 1);
    if (to < json.length && last >= 0xd800 && last <= 0xdbff) to -= 1;
    found.push(json.slice(from, to));
    from = to;
  }
  return found;
}

/** The items of one session, in order, in working memory. */
export class ItemLog {
  readonly #space: Promise<string>;

  constructor(
    private readonly memory: UserMemory,
    sessionId: string,
    private readonly ttlSeconds: number,
  ) {
    this.#space = digest("openai-agents", sessionId).then((hash) => `openai-agents-${hash}`);
  }

  async read(): Promise<readonly LoggedItem[]> {
    const entries = await this.memory.state.list(await this.#space);
    const byName = new Map<string, { key: string; piece: Piece }[]>();
    for (const { key, value } of entries) {
      const name = key.slice(0, key.lastIndexOf("-"));
      const known = byName.get(name) ?? [];
      byName.set(name, [...known, { key, piece: value as Piece }]);
    }
    const names = [...byName.keys()].sort();
    return names.flatMap((name) => {
      const parts = byName.get(name) ?? [];
      if (parts.length !== parts[0]?.piece.parts) return [];
      const json = parts.map(({ piece }) => piece.json).join("");
      return [{ name, item: JSON.parse(json) as AgentInputItem, keys: parts.map(({ key }) => key) }];
    });
  }

  /** All or nothing: what was written of them is taken back when one cannot be. Returns their names. */
  async append(items: readonly AgentInputItem[]): Promise<readonly string[]> {
    const last = (await this.read()).at(-1)?.name ?? "0";
    const first = Number.parseInt(last, 10) + 1;
    const space = await this.#space;
    const written: string[] = [];
    const names: string[] = [];
    try {
      for (const [index, item] of items.entries()) {
        const sequence = String(first + index).padStart(SEQUENCE_DIGITS, "0");
        const name = `${sequence}-${crypto.randomUUID().slice(0, "xxxxxxxx".length)}`;
        const parts = pieces(JSON.stringify(item));
        if (parts.length >= 10 ** PART_DIGITS)
          throw new KeepsakeError("TOO_LARGE", "an item of the session is too large");
        for (const [part, json] of parts.entries()) {
          const key = `${name}-${String(part).padStart(PART_DIGITS, "0")}`;
          written.push(key);
          await this.memory.state.put(space, key, { json, parts: parts.length } satisfies Piece, this.ttlSeconds);
        }
        names.push(name);
      }
    } catch (thrown) {
      await this.#remove(written);
      throw thrown;
    }
    return names;
  }

  /** Removes the last item, and gives it. */
  async pop(): Promise<AgentInputItem | undefined> {
    const last = (await this.read()).at(-1);
    if (last === undefined) return undefined;
    await this.#remove(last.keys);
    return last.item;
  }

  async clear(): Promise<void> {
    const entries = await this.memory.state.list(await this.#space);
    await this.#remove(entries.map(({ key }) => key));
  }

  async #remove(keys: readonly string[]): Promise<void> {
    const space = await this.#space;
    for (const key of keys) await this.memory.state.delete(space, key);
  }
}
