import type {
  ContextCut,
  KnowledgePassage,
  Memory,
  MemoryId,
  Policy,
  ProfileResult,
  RecalledItem,
  Turn,
  TurnId,
} from "../domain/index.js";
import type { Chooser } from "./chooser.js";
import { leansOnOthers, neighboursOf, type Rendered, renderItem } from "./entries.js";
import { type BlockEntry, renderEntry, renderMemoryBlock } from "./memory-block.js";
import { escapeLabel, quote, quoteProfileMemory, withholdInstructions } from "./quote-memory.js";
import { trimSentences } from "./trim-sentences.js";

/** How what is left after prompt, query and guaranteed turns is split where the policy says nothing. */
export const SHARES: NonNullable<Policy["context"]["shares"]> = { profile: 0.2, summary: 0.3, knowledge: 0.4 };
const PROFILE_STATEMENTS = 20;
/** Line breaks between entries, headings and tags, and what joining costs in tokens. */
const JOIN_TOKENS = 2;
/** A summary tells a little of much: beside the words themselves it gets this share of an item's cap. */
const SUMMARY_CAP = 0.4;
/** The first three items are shown with their neighbours from the start; the others get theirs when all that is relevant is in. */
const WITH_NEIGHBOURS = 3;

export interface ChosenMemories {
  readonly profileLines: readonly string[];
  readonly profileIds: ReadonlySet<MemoryId>;
  readonly entries: readonly { readonly item: RecalledItem; readonly entry: BlockEntry }[];
  readonly passages: readonly { readonly id: string; readonly entry: BlockEntry }[];
  readonly cut: readonly ContextCut[];
}

/** What there is to choose from. */
export interface Choice {
  readonly profile: ProfileResult;
  /** Best first. */
  readonly items: readonly RecalledItem[];
  readonly spoken: ReadonlyMap<TurnId, Turn>;
  /** Best first. */
  readonly knowledge: readonly KnowledgePassage[];
  /** Turns that stand in the context verbatim. */
  readonly shownTurns: ReadonlySet<TurnId>;
}

/** The tags, headings and instructions alone. */
function overhead({ knowledge }: Choice, { tokens, wording }: Chooser): number {
  const empty = [{ source: "", quoted: "" }];
  const block = renderMemoryBlock({
    ...{ profile: [""], memories: empty, knowledge: knowledge.length === 0 ? [] : empty, wording },
  });
  return tokens.count(block) + JOIN_TOKENS;
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
    const content = withholdInstructions(memory.content, wording);
    const whole = quoteProfileMemory(memory, content, wording);
    const kept = trimSentences(content, policy.maxTokensPerMemory, { tokens, wording });
    const line = kept === undefined ? undefined : quoteProfileMemory(memory, kept, wording);
    const cost = tokens.count(line ?? whole) + JOIN_TOKENS;
    if (line === undefined || spent + cost > budget || ids.size >= PROFILE_STATEMENTS) {
      cut.push({ part: "profile", what: memory.id, tokens: cost, reason: "over-budget" });
      continue;
    }
    if (line !== whole) {
      const lost = Math.max(1, tokens.count(whole) - tokens.count(line));
      cut.push({ part: "profile", what: memory.id, tokens: lost, reason: "too-long" });
    }
    lines.push(line);
    ids.add(memory.id);
    spent += cost;
  }
  return { lines, ids, spent, cut };
}

function chooseKnowledge(passages: readonly KnowledgePassage[], budget: number, chooser: Chooser) {
  const { tokens, policy, wording, terms } = chooser;
  const kept: { id: string; entry: BlockEntry }[] = [];
  const cut: ContextCut[] = [];
  let spent = 0;
  for (const passage of passages) {
    const whole = withholdInstructions(passage.content, wording);
    const text = trimSentences(whole, policy.maxTokensPerMemory, { tokens, wording, terms });
    const entry = { source: escapeLabel(passage.source, wording), quoted: quote(text ?? whole) };
    const cost = tokens.count(renderEntry(entry)) + JOIN_TOKENS;
    if (text === undefined || spent + cost > budget) {
      cut.push({ part: "knowledge", what: passage.id, tokens: cost, reason: "over-budget" });
      continue;
    }
    if (text !== whole) {
      const lost = Math.max(1, tokens.count(whole) - tokens.count(text));
      cut.push({ part: "knowledge", what: passage.id, tokens: lost, reason: "too-long" });
    }
    kept.push({ id: passage.id, entry });
    spent += cost;
  }
  return { kept, spent, cut };
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

interface Packed {
  readonly item: RecalledItem;
  rendered: Rendered;
  cost: number;
}

/** Takes recalled items until the room is used, then gives what is left of it to their surroundings, best first. */
class Packer {
  readonly packed: Packed[] = [];
  readonly cut: ContextCut[] = [];
  private readonly shown: Set<TurnId>;

  constructor(
    private readonly choice: Choice,
    private readonly chooser: Chooser,
    public left: number,
  ) {
    this.shown = new Set(choice.shownTurns);
  }

  private costOf({ entry }: Rendered): number {
    return this.chooser.tokens.count(renderEntry(entry)) + JOIN_TOKENS;
  }

  private render(item: RecalledItem, withNeighbours: boolean): Rendered | undefined {
    const isSummary = item.type === "memory" && item.kind === "summary";
    const { policy } = this.chooser;
    const chooser = isSummary
      ? {
          ...this.chooser,
          policy: { ...policy, maxTokensPerMemory: Math.ceil(policy.maxTokensPerMemory * SUMMARY_CAP) },
        }
      : this.chooser;
    const around = withNeighbours ? neighboursOf(item).filter((id) => !this.shown.has(id)) : [];
    return renderItem(item, chooser, this.choice.spoken, around);
  }

  private tell(item: RecalledItem, tokens: number, reason: ContextCut["reason"]): void {
    this.cut.push({ part: "memories", what: item.id, tokens, reason });
  }

  /** With its neighbours where it stands at the front, or cannot be read alone; alone where they do not fit. */
  private renderFor(item: RecalledItem): Rendered | undefined {
    const leans = leansOnOthers(this.choice.spoken.get(item.turnIds[0] ?? ("" as TurnId)));
    const wants = item.type === "episode" && (this.packed.length < WITH_NEIGHBOURS || leans);
    const rendered = this.render(item, wants);
    if (!wants || rendered === undefined || this.costOf(rendered) <= this.left) return rendered;
    return this.render(item, false);
  }

  take(item: RecalledItem, profileIds: ReadonlySet<MemoryId>): void {
    const reason = redundancy(item, profileIds, this.shown);
    const isFull = this.left <= 0 || this.packed.length >= this.chooser.policy.maxMemories;
    if (reason !== undefined || isFull) {
      this.tell(item, this.chooser.tokens.count(item.content), reason ?? "over-budget");
      return;
    }
    const rendered = this.renderFor(item);
    const cost = rendered === undefined ? this.chooser.tokens.count(item.content) : this.costOf(rendered);
    if (rendered === undefined || cost > this.left) {
      this.tell(item, cost, "over-budget");
      return;
    }
    if (rendered.lost > 0) this.tell(item, rendered.lost, "too-long");
    this.packed.push({ item, rendered, cost });
    this.left -= cost;
    for (const id of rendered.shows) this.shown.add(id);
  }

  /** Surroundings for those that stand alone so far. */
  widen(): void {
    for (const one of this.packed) {
      if (one.item.type !== "episode" || one.rendered.around > 0) continue;
      const wider = this.render(one.item, true);
      if (wider === undefined || wider.around === 0) continue;
      const cost = this.costOf(wider);
      if (cost - one.cost > this.left) continue;
      this.left -= cost - one.cost;
      one.rendered = wider;
      one.cost = cost;
      for (const id of wider.shows) this.shown.add(id);
    }
  }
}

/**
 * Spends `budget` tokens on the profile and on knowledge within their shares, and on recalled items, best first, each capped (P24). What
 * one of them does not need the others borrow: the items all that is left, then profile and knowledge what the items leave. Everything
 * left out or shortened is reported with its reason.
 */
export function chooseMemories(choice: Choice, budget: number, chooser: Chooser): ChosenMemories {
  const room = budget - overhead(choice, chooser);
  const shares = chooser.policy.shares ?? SHARES;
  const choose = (profileBudget: number, knowledgeBudget: number) => {
    const profile = chooseProfile(choice.profile, profileBudget, chooser);
    const knowledge = chooseKnowledge(choice.knowledge, knowledgeBudget, chooser);
    const packer = new Packer(choice, chooser, room - profile.spent - knowledge.spent);
    for (const item of choice.items) packer.take(item, profile.ids);
    return { profile, knowledge, packer };
  };
  const byShares = choose(Math.floor(room * shares.profile), Math.floor(room * shares.knowledge));
  const isCut = (cut: readonly ContextCut[]) => cut.some(({ reason }) => reason === "over-budget");
  const { left } = byShares.packer;
  const lends =
    left > 0 && !isCut(byShares.packer.cut) && (isCut(byShares.profile.cut) || isCut(byShares.knowledge.cut));
  const knowledgeBudget = byShares.knowledge.spent + (lends && isCut(byShares.knowledge.cut) ? left : 0);
  const chosen = lends
    ? choose(byShares.profile.spent + (isCut(byShares.knowledge.cut) ? 0 : left), knowledgeBudget)
    : byShares;
  const { profile, knowledge, packer } = chosen;
  packer.widen();
  return {
    profileLines: profile.lines,
    profileIds: profile.ids,
    entries: packer.packed.map(({ item, rendered }) => ({ item, entry: rendered.entry })),
    passages: knowledge.kept,
    cut: [...profile.cut, ...knowledge.cut, ...packer.cut],
  };
}
