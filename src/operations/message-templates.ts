/** A sentence with `{}` for what differs; in Chinese `{1}`, `{2}` put it in its places, in the order in which it came. */
export type Sentence = readonly [english: string, chinese: string];

interface Template {
  readonly pattern: RegExp;
  readonly chinese: string;
}

const literal = ([english]: Sentence): number => english.replaceAll("{}", "").length;

function templateOf([english, chinese]: Sentence): Template {
  const parts = english.split("{}").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return { pattern: new RegExp(`^${parts.join("(.+?)")}$`, "su"), chinese };
}

/**
 * Puts sentences into Chinese by a table; undefined for one that is not in it. The most exact comes first: what one template says of
 * anything, another may say better of something.
 * @param value how what differs is said
 */
export function translator(
  sentences: readonly Sentence[],
  value: (text: string) => string = (text) => text,
): (sentence: string) => string | undefined {
  const templates = [...sentences].sort((a, b) => literal(b) - literal(a)).map(templateOf);
  return (sentence) => {
    for (const { pattern, chinese } of templates) {
      const found = pattern.exec(sentence);
      if (found !== null) return chinese.replace(/\{(\d)\}/g, (_, place: string) => value(found[Number(place)] ?? ""));
    }
    return undefined;
  };
}
