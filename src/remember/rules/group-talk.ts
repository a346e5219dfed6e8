import type { Candidate } from "../../domain/index.js";
import { hasHan, type Span } from "../../language/index.js";
import { findPerformed, labelsOwnMatter } from "../../language/speech-acts/index.js";

/** What one of several people said, in a turn that gives who said what line by line. */
export interface SaidBy extends Span {
  /** Absent: the speaker of the turn. */
  readonly name?: string;
}

const LINE =
  /^(?<label>(?:@?\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}*)?|[Mm]e|[\p{Script=Han}]{1,4}))[ \t]?[:：][ \t]*(?<said>\S.*)$/u;
const SELF = /^(?:me|我|本人|自己)$/iu;
const FIRST_PERSON = /\b(?:i|i['’]\p{L}+|my|me|we|our)\b|我|咱|俺/iu;
const FEWEST = 2;
const MOST_LINES = 60;

/** "Sister Ines writing: I need …", 小敏代发：我…: one of several who share the keyboard, to the end of the turn. */
const WRITES_HERE =
  /^\s*(?:(?:[Ss]ister|[Nn]urse|[Dd]r\.?|[Mm]rs?\.?|[Mm]s\.?|[Aa]unt(?:ie)?|[Uu]ncle|[Tt]his is|[Ii]t['’]s) )?(?<who>\p{Lu}[\p{L}'-]+|(?![我你您他她它咱俺这那谁])[\p{Script=Han}]{2,4}?)(?: (?:here|writing|typing|speaking)|(?:在打字|打字|代发))\s?[：:]\s?(?=我|I\b)/u;

/**
 * Who said what in a turn that retells a talk of several, each line behind the name of who said it: "Anna: I'm off on Thursday". undefined
 * where the turn is no such talk: a form, a list of attributes, a scene that is made up. Pure; linear in the text.
 */
export function groupTalk(text: string): readonly SaidBy[] | undefined {
  const writer = WRITES_HERE.exec(text);
  if (writer?.groups?.who !== undefined) {
    const start = writer[0].length;
    return [{ text: text.slice(start), start, end: text.length, name: writer.groups.who }];
  }
  if (!/[:：]/u.test(text) || !text.includes("\n")) return undefined;
  const said: (SaidBy & { readonly label: string })[] = [];
  let at = 0;
  let others = 0;
  for (const line of text.split("\n").slice(0, MOST_LINES)) {
    const { label, said: words } = LINE.exec(line.trim())?.groups ?? {};
    if (label !== undefined && words !== undefined && !(SELF.test(label) ? false : labelsOwnMatter(label))) {
      const start = at + line.indexOf(words, line.search(/[:：]/u));
      const name = SELF.test(label) ? {} : { name: label.replace(/^@/u, "") };
      said.push({ text: words, start, end: start + words.length, label, ...name });
    } else if (line.trim() !== "") others += 1;
    at += line.length + 1;
  }
  const labels = new Set(said.map(({ label }) => label));
  if (said.length < FEWEST || labels.size < FEWEST || others > 1) return undefined;
  if (!said.some(({ text: words }) => FIRST_PERSON.test(words))) return undefined;
  const bare = said.map(({ text: words }) => words).join("\n");
  const head = text.slice(0, said[0]?.start ?? 0);
  return findPerformed(bare).length > 0 || (others > 0 && findPerformed(head).length > 0)
    ? undefined
    : said.map(({ label: _label, ...each }) => each);
}

const KIN_OF_USER = /^user(?='s )/u;

/** Statements whose "I" is somebody else than the speaker: 用户下周休假 → 小林下周休假. What cannot be told apart is left out. */
export function saidByOther(candidates: readonly Candidate[], name: string): readonly Candidate[] {
  return candidates
    .filter(({ intent }) => intent === "state")
    .map((candidate) => ({
      ...candidate,
      subject: candidate.subject === "user" ? name : candidate.subject.replace(KIN_OF_USER, name),
      content: inName(candidate.content, name),
    }));
}

function inName(content: string, name: string): string {
  const own = hasHan(content) ? content.replaceAll("用户", () => name) : content.replace(/\bthe user\b/giu, () => name);
  return own.includes(name) ? own : hasHan(content) ? `${name}：${own}` : `${name}: ${own}`;
}
