import type { Candidate, Turn } from "../../domain/index.js";
import { hasHan } from "../../language/index.js";

/** Names that say no more than "the user". */
const NO_NAME = /^(?:user|the user|me|myself|human|you|用户|我|使用者)$/iu;
const USER_WORDS = /用户|\bthe user\b/iu;

/** The name of whoever spoke, where the turn has one that tells more than its role. */
export function speakerOf({ speaker }: Pick<Turn, "speaker">): string | undefined {
  return speaker === undefined || NO_NAME.test(speaker.trim()) ? undefined : speaker.trim();
}

/**
 * Puts the speaker's name where a statement says "the user", so that it can be told from what others in the talk said of themselves.
 * What the speaker said of "users" or 用户 stays: then nothing is replaced.
 * @param raw the words as said
 */
export function inSpeakersName(content: string, raw: string, turn: Pick<Turn, "speaker">): string {
  const name = speakerOf(turn);
  if (name === undefined || USER_WORDS.test(raw)) return content;
  return content.replaceAll("用户", () => name).replace(/\bthe user\b/giu, () => name);
}

/** 安宁说：我计划…, with a colon: "I" is whoever is named. Without one 我 is the speaker of the turn (医生说我…). */
const REPORTED =
  /^(?<who>(?![我你您他她它咱俺这那谁])[\p{Script=Han}·]{2,4}?|\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)*)(?:刚才|昨天|今天|刚刚|上周)?(?:跟我|对我|和我|向我)?(?:说|表示|提到|回复|告诉我| said| told me)(?:了)?\s?[：:]\s?(?=我|I\b)/u;

/** Whose words a statement gives in the first person, and those words; undefined where they are the speaker's own. */
export function reportedOf(
  raw: string,
): { readonly who: string; readonly frame: string; readonly words: string } | undefined {
  const match = REPORTED.exec(raw.trim());
  const who = match?.groups?.who;
  if (match === null || who === undefined) return undefined;
  return { who, frame: match[0], words: raw.trim().slice(match[0].length) };
}

/** "I plan to join" as said by `who`: in the third person, by name. */
export function inNameOf(who: string, words: string): string {
  if (hasHan(words)) return words.replace(/我们/gu, `${who}那边`).replace(/我(?!国)/gu, who);
  return words
    .replace(/\bI'm\b/gu, `${who} is`)
    .replace(/\bI\b/gu, who)
    .replace(/\bmy\b/giu, `${who}'s`);
}

const OPENS_WITH_USER = /^用户(?!的|家|要求|他们|（)|^The user(?!['’]|s\b| asks:| \()/u;
/** What the user is called by others: 朋友叫我阿舟, "friends call me Ozzie". */
const CALLED =
  /(?:叫|喊|管)我(?:叫)?(?<zh>[\p{Script=Han}]{1,3}|[A-Z][a-z]+)(?:$|[，。；,;！])|\bcalls? me (?<en>\p{Lu}[\p{L}'-]*)/u;
const LONGEST_NAME = 40;

function asOwn(content: string, name: string, nickname: string | undefined): string | undefined {
  const han = hasHan(content);
  const wrap = (text: string): string => (han ? `（${text}）` : ` (${text})`);
  if (nickname !== undefined && nickname !== name && content.startsWith(nickname)) {
    return `${name}${wrap(nickname)}${content.slice(nickname.length)}`;
  }
  const opening = content.includes(name) ? undefined : OPENS_WITH_USER.exec(content)?.[0];
  return opening === undefined ? undefined : `${opening}${wrap(name)}${content.slice(opening.length)}`;
}

/**
 * Where a turn says the user's name, its other statements carry it too: "My name is Elena. I maintain the index" gives
 * "The user (Elena) maintains the index"; so do those that speak of the user by a nickname the turn gives.
 */
export function withOwnName(candidates: readonly Candidate[]): readonly Candidate[] {
  const named = candidates.find(
    (each) => each.attribute === "name" && each.subject === "user" && each.intent === "state",
  );
  const name = named?.value;
  if (named === undefined || name === undefined || name.length > LONGEST_NAME) return candidates;
  const groups = candidates.map((each) => CALLED.exec(each.evidence)?.groups).find((each) => each !== undefined);
  const nickname = groups?.zh ?? groups?.en;
  return candidates.map((each) => {
    if (each === named || each.intent === "forget") return each;
    if (each.subject !== "user" && !(nickname !== undefined && each.content.startsWith(nickname))) return each;
    const content = asOwn(each.content, name, nickname);
    return content === undefined ? each : { ...each, content };
  });
}
