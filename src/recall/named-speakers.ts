import { foldName } from "../domain/index.js";

export interface NamedSpeakers {
  /** Speakers whose name is in the text, as the directory writes them. */
  readonly named: readonly string[];
  /** The text without those names. */
  readonly rest: string;
}

const HAN = /\p{Script=Han}/u;
const NOT_A_NAME = new Set(["user", "assistant", "system", "tool", "bot", "ai", "我", "用户", "助手"]);

function escapeForRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}

/** The ways in which a text may call a speaker: the whole name, and for "Ana Lopez" the first name where nobody else has it. */
function callNames(name: string, everyone: readonly string[]): string[] {
  const whole = name.normalize("NFKC").trim();
  if (whole.length < 2 || NOT_A_NAME.has(foldName(whole))) return [];
  const [first] = whole.split(/\s+/u);
  if (first === undefined || first === whole || first.length < 3) return [whole];
  const sharers = everyone.filter((other) => foldName(other).split(" ")[0] === foldName(first));
  return sharers.length === 1 ? [whole, first] : [whole];
}

function patternFor(callName: string): RegExp {
  const name = escapeForRegExp(callName);
  // Han has no word boundary; 的 after a name is its possessive and goes with it, as 's does.
  return HAN.test(callName)
    ? new RegExp(`${name}的?`, "giu")
    : new RegExp(`(?<![\\p{L}\\p{N}])${name}(?:['’]s?)?(?![\\p{L}\\p{N}])`, "giu");
}

/**
 * Finds speakers' names in a text and takes them out. Who spoke is an attribute of a segment and not in its text, so a name in the
 * query only pulls it towards turns that address that person: the wrong ones.
 */
export function takeOutSpeakers(text: string, speakers: readonly string[]): NamedSpeakers {
  const named: string[] = [];
  let rest = text;
  for (const speaker of speakers) {
    for (const callName of callNames(speaker, speakers)) {
      const without = rest.replace(patternFor(callName), " ");
      if (without === rest) continue;
      rest = without;
      if (!named.includes(speaker)) named.push(speaker);
    }
  }
  if (named.length === 0) return { named, rest: text };
  return {
    named,
    rest: rest
      .replace(/\s+/gu, " ")
      .replace(/\s+([?!.,;:？！。，])/gu, "$1")
      .trim(),
  };
}
