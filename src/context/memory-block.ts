import type { Wording } from "./wording.js";

/** An entry that is ready to stand in the block, best first in its list. */
export interface BlockEntry {
  readonly source: string;
  readonly quoted: string;
}

/**
 * Readers attend to the beginning and the end of a long context and lose its middle (Liu et al. 2023, "Lost in the Middle"):
 * the best entry comes first, the second last, and the weakest stand between.
 */
function bestAtTheEnds<Item>(bestFirst: readonly Item[]): readonly Item[] {
  const head = bestFirst.filter((_, index) => index % 2 === 0);
  const tail = bestFirst.filter((_, index) => index % 2 === 1).reverse();
  return [...head, ...tail];
}

export function renderEntry(entry: BlockEntry): string {
  return `[${entry.source}]\n${entry.quoted}`;
}

/** Everything that the block may hold; each list best first. */
export interface BlockParts {
  readonly profile: readonly string[];
  readonly memories: readonly BlockEntry[];
  readonly knowledge?: readonly BlockEntry[];
  /** The conversation's own past, rendered with its tags; "" where there is none. */
  readonly summary?: string;
  readonly wording: Wording;
}

function tagged(part: string, heading: string, body: string): string {
  return `<keepsake-memory part="${part}">\n${heading}:\n${body}\n</keepsake-memory>`;
}

/**
 * Instructions and the tagged blocks; "" when there is nothing to show. What changes least comes first, so that a provider's cache of
 * prefixes holds as long as it can: instructions, profile, the conversation's summary; then what each query brings.
 */
export function renderMemoryBlock({ profile, memories, knowledge = [], summary = "", wording }: BlockParts): string {
  if (profile.length === 0 && memories.length === 0 && knowledge.length === 0 && summary === "") return "";
  const entries = (list: readonly BlockEntry[]) => bestAtTheEnds(list).map(renderEntry).join("\n");
  const sections: string[] = [wording.instructions];
  if (profile.length > 0) sections.push(tagged("profile", wording.profileHeading, profile.join("\n")));
  if (summary !== "") sections.push(summary);
  if (knowledge.length > 0) sections.push(tagged("knowledge", wording.knowledgeHeading, entries(knowledge)));
  if (memories.length > 0) sections.push(tagged("memories", wording.memoriesHeading, entries(memories)));
  return sections.join("\n");
}
