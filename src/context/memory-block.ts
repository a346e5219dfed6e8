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

/** Instructions and the tagged blocks, that of the conversation's own past last; "" when there is nothing to show. */
export function renderMemoryBlock(
  profile: readonly string[],
  entries: readonly BlockEntry[],
  wording: Wording,
  summary = "",
): string {
  if (profile.length === 0 && entries.length === 0 && summary === "") return "";
  const sections: string[] = [wording.instructions];
  if (profile.length > 0) {
    sections.push(
      `<keepsake-memory part="profile">\n${wording.profileHeading}:\n${profile.join("\n")}\n</keepsake-memory>`,
    );
  }
  if (entries.length > 0) {
    const body = bestAtTheEnds(entries).map(renderEntry).join("\n");
    sections.push(`<keepsake-memory part="memories">\n${wording.memoriesHeading}:\n${body}\n</keepsake-memory>`);
  }
  if (summary !== "") sections.push(summary);
  return sections.join("\n");
}
