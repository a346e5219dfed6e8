import type { Candidate, Turn } from "../../domain/index.js";
import { hasHan, readEndings } from "../../language/index.js";
import { classifySpeech, isPlanOrDemand } from "../../language/speech-acts/index.js";
import { companyShare } from "../worth/threshold.js";
import { LONGEST_CONTENT, toCandidate } from "./candidate.js";
import { isCompanyTalk, isPastime } from "./company-talk.js";
import type { Run } from "./joints.js";
import type { ReadSentence } from "./read-turn.js";
import type { ExtractionContext, Reader } from "./reader.js";
import { isToListener, standsAlone } from "./stands-alone.js";
import { runsOf, type Unit } from "./units.js";

/** Turns longer than this tell a story; what they change is said more plainly. In characters */
const LONGEST_TURN = 500;
const MOST_FAINT = 4;
/** Talk that is this much company changes nothing that is not said outright. */
const COMPANY = 0.4;
/** From here on what is praise, comfort or advice changes nothing. */
const SOME_COMPANY = 0.1;
const SHORTEST_HAN = 4;
const SHORTEST = 10;
const UNREAL: ReadonlySet<string> = new Set(["sarcasm", "fiction", "quotation", "paste", "chatter", "question"]);

/** The rule of what may only end what its own words name: said in passing, it changes nothing else. */
export const ENDS = "ends";

function unitOf(run: Run): Unit {
  const span = { pieces: run.pieces, start: run.start, end: run.end };
  return run.corrects ? { ...span, corrects: true } : span;
}

function isLong(text: string): boolean {
  return hasHan(text) ? [...text].length >= SHORTEST_HAN : text.length >= SHORTEST;
}

/**
 * What a turn says that was not worth keeping by itself: whole runs of clauses of which nothing was kept. "I'm up to chapter 11" is
 * small talk, unless chapter 4 is what is remembered. At most four.
 * @param kept what is kept of the turn anyway
 */
export function faintCandidates(
  turn: Turn,
  context: ExtractionContext,
  sentences: readonly ReadSentence[],
  kept: readonly Candidate[],
): readonly Candidate[] {
  if (turn.role !== "user" || turn.text.length > LONGEST_TURN) return [];
  const company = context.worth === undefined ? 0 : companyShare(turn, context.before);
  const threshold = context.policy.extraction.minConfidence;
  const reader: Reader = { turn, text: turn.text, context, company, threshold };
  return sentences
    .filter(isReal)
    .flatMap(runsOf)
    .filter((run) => company < COMPANY || readEndings(run.text).length > 0)
    .filter((run) => isLong(run.text) && !kept.some((candidate) => isKept(run.text, candidate)))
    .flatMap((run) => {
      const candidate = toCandidate(reader, unitOf(run), threshold);
      const ends = readEndings(run.text).length > 0;
      if (candidate === undefined || candidate.content.length > LONGEST_CONTENT) return [];
      const passes =
        isToListener(candidate.content, candidate.evidence) ||
        isPastime(candidate.content) ||
        company >= COMPANY ||
        (company >= SOME_COMPANY && (isCompanyTalk(candidate) || !standsAlone(candidate.content)));
      if (passes && !ends) return [];
      const language = hasHan(run.text) ? "zh" : "en";
      return [{ ...candidate, source: "classifier" as const, rule: `${language}.${passes ? ENDS : "changes"}` }];
    })
    .slice(0, MOST_FAINT);
}

/** Whether what is kept of the turn says what matters of the run already: most of it, or the value of a slot. */
function isKept(run: string, { evidence, attribute }: Candidate): boolean {
  if (evidence.includes(run)) return true;
  return run.includes(evidence) && (attribute !== undefined || evidence.length >= run.length / 2);
}

function isReal(sentence: ReadSentence): boolean {
  const { act } = classifySpeech(sentence.text, { sentence: sentence.text, isLast: true });
  return !UNREAL.has(act) && !isPlanOrDemand(sentence.text);
}
