import type { SummaryPoint } from "../../domain/index.js";
import { findEntities, findTimeExpressions, queryTerms } from "../../language/index.js";
import { type AskedFor, askedFor, putsOff, saysYesOrNo } from "./cues.js";
import { type Sentence, speakerOf } from "./sentences.js";

/** A statement with this share of a question's terms is about what was asked. */
const SHARED_SHARE = 0.5;

/** So many turns after the question still reply to it: the next one, or the one after where a tool was asked in between. */
const REPLY_WITHIN = 2;

/** What a question is held against: its words, once taken apart. */
interface Asked {
  readonly terms: readonly string[];
  readonly text: string;
}

function sharesTerms(asked: Asked, sentence: Sentence): boolean {
  const shared = asked.terms.filter((term) => sentence.terms.has(term)).length;
  return shared > 0 && (shared >= 2 || shared >= asked.terms.length * SHARED_SHARE);
}

const FITS: Readonly<Record<AskedFor, (sentence: Sentence) => boolean>> = {
  when: ({ text, turn }) => /\d{1,2}[:：]\d{2}/u.test(text) || findTimeExpressions(text, turn).length > 0,
  "how-much": ({ text }) => /[\p{N}〇一二两三四五六七八九十百千万]/u.test(text),
  who: ({ text }) => findEntities(text).some(({ kind }) => kind === "person" || kind === "name"),
  "yes-or-no": ({ text }) => saysYesOrNo(text),
};

/** A short reply answers by its kind: "At 9:40." shares no word with "When does the train leave?". */
function fitsKind(asked: Asked, sentence: Sentence): boolean {
  return askedFor(asked.text).some((kind) => FITS[kind](sentence));
}

function answers(asked: Asked, sentence: Sentence, replies: boolean): boolean {
  if (sentence.act === "question" || sentence.act === "hypothetical" || putsOff(sentence.text)) return false;
  return sharesTerms(asked, sentence) || (replies && fitsKind(asked, sentence));
}

/** Said right after the question, by someone else. */
function isReply(question: SummaryPoint, { turn }: Sentence): boolean {
  return speakerOf(turn) !== question.speaker && turn.position - question.position <= REPLY_WITHIN;
}

/**
 * Of the user's questions, those that no later statement answers: none shares their terms, and the reply in the next turn is not
 * of the kind that was asked for. A question of which no term is left asks nothing that could stay open.
 * @param questions of earlier folds and of these sentences, in order
 * @param sentences those of the turns that are folded in
 */
export function stillOpen(questions: readonly SummaryPoint[], sentences: readonly Sentence[]): readonly SummaryPoint[] {
  return questions.filter((question) => {
    const asked: Asked = { terms: queryTerms(question.text), text: question.text };
    if (asked.terms.length === 0) return false;
    const later = sentences.filter(({ turn }) => turn.position > question.position);
    return !later.some((sentence) => answers(asked, sentence, isReply(question, sentence)));
  });
}
