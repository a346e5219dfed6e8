import type { Policy, Turn } from "../../domain/index.js";
import { findInjection, isInjectedContext, type Span, splitSentences } from "../../language/index.js";
import { findPastes, findPerformed, findQuoted } from "../../language/speech-acts/index.js";
import { groupTalk } from "./group-talk.js";
import { type ListedSentence, listItems } from "./list-items.js";
import type { Piece } from "./piece.js";
import { readPieces } from "./units.js";

/** A sentence of the user's own, read. */
export interface ReadSentence extends Span {
  readonly pieces: readonly Piece[];
  /** What list it is an item of, in the third person. */
  readonly head?: string;
  /** Who says it, where that is not the speaker of the turn. */
  readonly saidBy?: string;
}

function overlaps(span: Span, others: readonly { readonly start: number; readonly end: number }[]): boolean {
  return others.some((other) => span.start < other.end && other.start < span.end);
}

/** "[shares a photo: …]", [图片]: what is shown or done, not what is said. */
const DIRECTION =
  /[[［【](?:(?:shares?|sends?|posts?|attach(?:es|ed)?|shows?|sent|shared) [^\]］】\n]{0,300}|(?:photo|image|picture|video|sticker|voice|audio|gif|file|emoji|图片|照片|表情|视频|语音|文件|动画表情|链接)(?:[:：][^\]］】\n]{0,300})?)[\]］】]/giu;

/** Blanks them out, so that every offset stays. */
function withoutDirections(text: string): string {
  return text.replace(DIRECTION, (direction) => " ".repeat(direction.length));
}

/** Sentences that are the user's own words: outside pastes, injected context and instructions to the model. */
function ownSentences(text: string, performed = findPerformed(text)): readonly ListedSentence[] {
  const orders = findInjection(text);
  const foreign = [...findPastes(text), ...performed, ...isInjectedContext(text)];
  return (
    listItems(text, splitSentences(withoutDirections(text)))
      // whoever wrote an order to the model wrote the rest of its sentence too, in whatever person
      .filter((sentence) => !overlaps(sentence, orders))
      .flatMap((sentence) => ownPart(sentence, foreign))
      .flatMap(splitCasual)
      .map(unbracketed)
  );
}

/** The speaker in person, behind what was quoted: “…” 我是8栋的. */
const SPEAKS_AGAIN =
  /^[\s，,。.；;、—–-]*(?:(?:and|but|so|anyway|btw|ok|first of all)[, ]+)*(?:(?:i|i['’](?:m|ve|d|ll)|we|we['’](?:re|ve)|my|our|mine)\b|(?:但是?|不过|其实|反正|那个?|对了|可)?[，,]?(?:我|俺|咱))/iu;

/** A sentence, or what of it the speaker says behind a stretch that is not theirs; nothing where it is all somebody else's. */
function ownPart(sentence: ListedSentence, foreign: readonly Pick<Span, "start" | "end">[]): readonly ListedSentence[] {
  if (!overlaps(sentence, foreign)) return [sentence];
  const end = Math.max(...foreign.filter((each) => overlaps(sentence, [each])).map((each) => each.end));
  const rest = sentence.text.slice(Math.max(0, end - sentence.start));
  if (!SPEAKS_AGAIN.test(rest)) return [];
  const lead = /^[\s，,。.；;、—–-]*/u.exec(rest)?.[0].length ?? 0;
  return [{ text: rest.slice(lead), start: end + lead, end: sentence.end }];
}

/** "(I use vim)": brackets around a whole sentence are no part of it. */
function unbracketed(sentence: ListedSentence): ListedSentence {
  const inner = /^(?<open>[(（])(?<text>[^()（）]{4,})[)）]$/u.exec(sentence.text.trim());
  const text = inner?.groups?.text;
  if (text === undefined) return sentence;
  const start = sentence.start + sentence.text.indexOf(text);
  return { ...sentence, text, start, end: start + text.length };
}

/** Chat without capitals: "style stuff. we don't use generics", "got promoted!! senior analyst as of today 🥳 does my …". */
const CASUAL_END = /(?<=[\p{L}\d)"'%]{2})[.!?]+\s+(?=[\p{Ll}(]|I\b|I')|(?<=\p{Extended_Pictographic})\s+(?=[\p{L}])/gu;
const ABBREVIATED = /(?:^|\s)(?:e\.?g|i\.?e|etc|vs|approx|dr|mr|mrs|ms|st|incl|esp|w|min|max|ca|cf|a\.m|p\.m)$/iu;

function splitCasual(sentence: ListedSentence): readonly ListedSentence[] {
  const out: ListedSentence[] = [];
  let start = 0;
  for (const match of sentence.text.matchAll(CASUAL_END)) {
    if (ABBREVIATED.test(sentence.text.slice(Math.max(start, match.index - 8), match.index))) continue;
    const end = match.index + match[0].trimEnd().length;
    out.push({
      ...sentence,
      text: sentence.text.slice(start, end),
      start: sentence.start + start,
      end: sentence.start + end,
    });
    start = match.index + match[0].length;
  }
  out.push({ ...sentence, text: sentence.text.slice(start), start: sentence.start + start });
  return out.filter((span) => span.text.trim() !== "");
}

/** The user's own sentences of a turn, each read; of a long turn its head, at most `policy.extraction.maxTurnCharacters`. */
export function readTurn(turn: Pick<Turn, "text">, policy: Pick<Policy, "extraction">): readonly ReadSentence[] {
  const text = turn.text.slice(0, policy.extraction.maxTurnCharacters);
  const quoted = findQuoted(text);
  return sentencesOf(text).flatMap((sentence) => {
    const pieces = readPieces(sentence).map((piece) => (overlaps(piece, quoted) ? asQuotation(piece) : piece));
    const isOthers = pieces.length > 0 && pieces.every((piece) => overlaps(piece, quoted));
    return isOthers ? [] : [{ ...sentence, pieces }];
  });
}

/** The sentences of a turn; of a talk of several that it retells, each with who says it. */
function sentencesOf(text: string): readonly (ListedSentence & { readonly saidBy?: string })[] {
  const talk = groupTalk(text);
  if (talk === undefined) return ownSentences(text);
  return ownSentences(text, []).flatMap((sentence) =>
    talk
      .filter((said) => overlaps(said, [sentence]))
      .map(({ name, start: from, end: to }) => {
        const [start, end] = [Math.max(from, sentence.start), Math.min(to, sentence.end)];
        const own = {
          ...sentence,
          start,
          end,
          text: sentence.text.slice(start - sentence.start, end - sentence.start),
        };
        return name === undefined ? own : { ...own, saidBy: name };
      }),
  );
}

/** What somebody else is quoted with: no statement of the user's. */
function asQuotation(piece: Piece): Piece {
  return { ...piece, slots: [], speech: { ...piece.speech, act: "quotation" } };
}
