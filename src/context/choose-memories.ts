import type {
  ContextCut,
  EpochMs,
  Memory,
  MemoryId,
  Policy,
  ProfileResult,
  RecalledItem,
  TimeZone,
  TurnId,
} from "../domain/index.js";
import type { Language } from "../language/index.js";
import type { TokenCounter } from "../ports/index.js";
import { shortenText } from "./fit-turns.js";
import { type BlockEntry, renderEntry, renderMemoryBlock } from "./memory-block.js";
import { describeSource, quote, quoteProfileMemory, withholdInstructions } from "./quote-memory.js";
import type { Wording } from "./wording.js";

/** The profile is always there and must leave room for what the query is about: at most this share of what is left after the turns. */
const PROFILE_SHARE = 1 / 3;
const PROFILE_STATEMENTS = 20;
/** Line breaks between entries, headings and tags, and what joining costs in tokens. */
const JOIN_TOKENS = 2;

export interface ChosenMemories {
  readonly profileLines: readonly string[];
  readonly profileIds: ReadonlySet<MemoryId>;
  readonly entries: readonly { readonly item: RecalledItem; readonly entry: BlockEntry }[];
  readonly cut: readonly ContextCut[];
}

export interface Chooser {
  readonly tokens: TokenCounter;
  readonly policy: Policy["context"];
  readonly wording: Wording;
  readonly language: Language;
  readonly now: EpochMs;
  readonly timeZone: TimeZone;
}

/** The tags, headings and instructions alone. */
function overhead(chooser: Chooser): number {
  return chooser.tokens.count(renderMemoryBlock([""], [{ source: "", quoted: "" }], chooser.wording)) + JOIN_TOKENS;
}

function chooseProfile(profile: ProfileResult, budget: number, chooser: Chooser) {
  const { tokens, policy, wording } = chooser;
  // In turn from each section, so that fifty preferences do not push out who the user is.
  const ranked: Memory[] = [];
  const longest = Math.max(0, ...profile.sections.map((section) => section.memories.length));
  for (let rank = 0; rank < longest; rank += 1) {
    for (const section of profile.sections) ranked.push(...section.memories.slice(rank, rank + 1));
  }
  const lines: string[] = [];
  const ids = new Set<MemoryId>();
  const cut: ContextCut[] = [];
  let spent = 0;
  for (const memory of ranked) {
    const whole = quoteProfileMemory(memory, withholdInstructions(memory.content, wording), wording);
    const line =
      tokens.count(whole) <= policy.maxTokensPerMemory
        ? whole
        : shortenText(whole, policy.maxTokensPerMemory, tokens, wording);
    const cost = tokens.count(line ?? whole) + JOIN_TOKENS;
    if (line === undefined || spent + cost > budget || ids.size >= PROFILE_STATEMENTS) {
      cut.push({ part: "profile", what: memory.id, tokens: cost, reason: "over-budget" });
      continue;
    }
    if (line !== whole)
      cut.push({
        part: "profile",
        what: memory.id,
        tokens: tokens.count(whole) - tokens.count(line),
        reason: "too-long",
      });
    lines.push(line);
    ids.add(memory.id);
    spent += cost;
  }
  return { lines, ids, spent, cut };
}

/** Why an item is not worth its tokens even where there is room. */
function redundancy(
  item: RecalledItem,
  profileIds: ReadonlySet<MemoryId>,
  shownTurns: ReadonlySet<TurnId>,
): ContextCut["reason"] | undefined {
  if (item.type === "memory") {
    if (profileIds.has(item.id)) return "already-in-profile";
    return item.turnIds.length > 0 && item.turnIds.every((id) => shownTurns.has(id)) ? "duplicate" : undefined;
  }
  const [centre] = item.turnIds;
  return centre !== undefined && shownTurns.has(centre) ? "duplicate" : undefined;
}

/**
 * Spends `budget` tokens on the profile, then on recalled items, best first; each item is capped (P24). Everything left out or
 * shortened is reported with its reason.
 */
export function chooseMemories(
  profile: ProfileResult,
  items: readonly RecalledItem[],
  shownTurns: ReadonlySet<TurnId>,
  budget: number,
  chooser: Chooser,
): ChosenMemories {
  const { tokens, policy, wording } = chooser;
  const room = budget - overhead(chooser);
  const chosen = chooseProfile(profile, Math.floor(room * PROFILE_SHARE), chooser);
  const cut: ContextCut[] = [...chosen.cut];
  const entries: { item: RecalledItem; entry: BlockEntry }[] = [];
  let left = room - chosen.spent;
  for (const item of items) {
    const whole = quote(withholdInstructions(item.content, wording));
    const wholeTokens = tokens.count(whole);
    const reason = redundancy(item, chosen.ids, shownTurns);
    if (reason !== undefined) {
      cut.push({ part: "memories", what: item.id, tokens: wholeTokens, reason });
      continue;
    }
    const capped =
      wholeTokens <= policy.maxTokensPerMemory ? whole : shortenText(whole, policy.maxTokensPerMemory, tokens, wording);
    const entry = { source: describeSource(item, wording, chooser), quoted: capped ?? whole };
    const cost = tokens.count(renderEntry(entry)) + JOIN_TOKENS;
    if (capped === undefined || cost > left || entries.length >= policy.maxMemories) {
      cut.push({ part: "memories", what: item.id, tokens: cost, reason: "over-budget" });
      continue;
    }
    if (capped !== whole)
      cut.push({ part: "memories", what: item.id, tokens: wholeTokens - tokens.count(capped), reason: "too-long" });
    entries.push({ item, entry });
    left -= cost;
  }
  return { profileLines: chosen.lines, profileIds: chosen.ids, entries, cut };
}
