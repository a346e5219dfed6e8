import type { Candidate } from "../../domain/index.js";
import { hasHan, type Span } from "../../language/index.js";
import { classifySpeech, isPlanOrDemand } from "../../language/speech-acts/index.js";
import { probabilityOf, scoreByWorth, withWorth } from "../worth/with-worth.js";
import { toCandidate } from "./candidate.js";
import { isCompanyTalk, isPastime } from "./company-talk.js";
import { employerBeside } from "./employer.js";
import { FROM_NOW_ON, instructed } from "./instructed.js";
import { readInstruction } from "./instruction.js";
import { isDropped, type Run } from "./joints.js";
import { isMomentary } from "./momentary.js";
import type { Piece } from "./piece.js";
import type { ReadSentence } from "./read-turn.js";
import type { Reader } from "./reader.js";
import { scorePiece } from "./score.js";
import { endsOpen, isToListener, lacksVerb, standsAlone } from "./stands-alone.js";
import { timeBoundScore } from "./time-bound.js";
import { groupUnits, runsOf, type Unit } from "./units.js";

/** 我在写一本小说，主角是…: that somebody writes is real. */
const WRITES =
  /^(?:我|我们)(?:最近|现在|正|一直|也)*(?:在|要)?(?:写|拍|画|导|策划|创作)|^(?:i|we)(?:'m| am|'re| are|'ve| have)? (?:been )?(?:writ|edit|draft|direct|film|draw)/iu;

function isUnreal(sentence: Span, pieces: readonly Piece[]): boolean {
  const only = pieces.length === 1 ? pieces[0]?.speech : undefined;
  const whole = only ?? classifySpeech(sentence.text, { sentence: sentence.text, isLast: true });
  if (whole.act === "fiction" && pieces[0]?.speech.act !== "fiction" && WRITES.test(sentence.text)) return false;
  if (["sarcasm", "fiction", "quotation", "paste", "chatter"].includes(whole.act)) return true;
  return isPlanOrDemand(sentence.text) || pieces[0]?.speech.act === "quotation";
}

/** "If" with an imperative behind it is a rule: "If the build fails, ping #ci-help"; 遇到超时，先重启再报。 */
const CONDITIONAL_RULE =
  /(?:^|[,;] )(?:and |but |so |also )?(?:if|when|whenever|once|before|after) [^,?]{4,80},|(?:遇到|碰到|如果|要是|一旦|凡是?|只要|出现)[^，？?]{2,30}，/iu;
const IMPERATIVE =
  /^(?:please |pls |then |you (?:must|should) |always |just )?(?:ping|ask|tell|call|e-?mail|message|use|run|check|send|notify|wait|stop|don'?t|do not|never|make sure|open|create|page|escalate|roll back|revert|skip|restart|contact|text|talk to|go to|assign|log|flag)\b|^(?:请|先|就|要|必须|务必|一律|直接|立刻|马上|及时|不要|别|得|都)/iu;
const PROCEDURE_SCORE = 0.66;
/** A sentence that ends in a question is said to ask: what it states on the way counts less. */
const ASKING_COST = 0.1;
/** Share of the classifier's threshold from which a clause keeps its place in a sentence that is kept as a whole. */
const BESIDE_SHARE = 0.5;

function scoresOf(reader: Reader, sentence: ReadSentence, run: Run): Parameters<typeof groupUnits>[1] {
  const asks = /[?？]\s*\p{Extended_Pictographic}*\s*$/u.test(sentence.text);
  const procedural = CONDITIONAL_RULE.test(sentence.text);
  const cost = asks ? ASKING_COST : 0;
  const known = new Map<Piece, number>();
  const piece = (each: Piece): number => {
    const before = known.get(each);
    if (before !== undefined) return before;
    const rule = procedural && IMPERATIVE.test(each.text) ? PROCEDURE_SCORE : 0;
    const base = withWorth(reader, each, Math.max(rule, scorePiece(each), timeBoundScore(reader, each)), run);
    const score = each.speech.cues.explicit ? base : base - cost;
    known.set(each, score);
    return score;
  };
  const whole = run.pieces.length > 1 ? scoreByWorth(reader, run) : undefined;
  const isKept = whole !== undefined && whole - cost >= reader.threshold;
  const from = (reader.worthFrom ?? 1) * BESIDE_SHARE;
  return {
    piece,
    whole: whole === undefined ? undefined : whole - cost,
    beside: (each) => isKept && (probabilityOf(reader, each) ?? 0) >= from,
    threshold: reader.threshold,
  };
}

/** The user says that it is noted, and asks for nothing: 我已经记下来了. */
const HAS_NOTED = /(?:我|已经?|都)(?:已经?|都|会|也)*记(?:下|住|着|好)/u;
/** "I do remember those classes", "that helps me remember": tells of remembering. */
const REMEMBERS = /\b(?:I|we|me|us)\b[^.,;!?]{0,24}\bremember|^\W*(?:remember|never forget)(?: to| how)\b/iu;
const OWN = /\b(?:i|i'm|i've|me|my|mine|we|us|our)\b|我|咱|俺/iu;

/** What is said for comfort, of anyone's life: "remember, it takes time", "I'm always here for you". */
const ADVISES =
  /\bremember(?:,|:| that)?,? (?:\p{Lu}\p{Ll}+,? )?(?:even|staying|being|it takes|it['’]?s (?:ok|okay|all|never|always|about|not the)|small|little|life|love|everyone|no one|nobody|failures?|success|happiness|hard work|progress|there['’]?s always|don['’]?t (?:rush|give up|worry|stress|quit)|just do it|never give up|keep (?:going|pushing)|to (?:enjoy|breathe|smile|take care|be kind)|you(?:['’]re| are| can| have| deserve|['’]ve)|life['’]s|what (?:matters|counts)|why|i(?:['’]m| am| will|['’]ll) (?:always )?(?:here|there|be here|be there|around))\b|\b(?:here|there) for you\b|\bquit, remember\b|\band remember life/iu;

/** "Remember, small steps matter": in company talk what names nothing of the user's is advice, not a wish to have it remembered. */
function asksToRemember(reader: Reader, sentence: string): boolean {
  if (HAS_NOTED.test(sentence)) return false;
  const said = sentence.replace(/’/gu, "'");
  return reader.company < MOSTLY_COMPANY || (OWN.test(said) && !REMEMBERS.test(said));
}

/** What one sentence of the user's own says that is worth keeping. */
export function fromSentence(reader: Reader, sentence: ReadSentence): readonly Candidate[] {
  const { pieces } = sentence;
  if (isUnreal(sentence, pieces) || ADVISES.test(sentence.text)) return [];
  const explicitHead = pieces.find(
    (piece) => piece.speech.cues.explicit && piece.speech.act !== "question" && asksToRemember(reader, sentence.text),
  );
  if (explicitHead !== undefined)
    return explicitUnits(pieces, explicitHead).flatMap((unit) => candidatesOf(reader, unit, 0.95, true));
  const channel = pieces.some((piece) => piece.slots.some((slot) => slot.attribute === "channel"));
  const instruction =
    readInstruction(sentence.text) ?? (channel && FROM_NOW_ON.test(sentence.text) ? "procedure" : undefined);
  if (instruction !== undefined) return instructed(reader, sentence, pieces, instruction);
  return runsOf(sentence).flatMap((run) => {
    const scores = scoresOf(reader, sentence, run);
    return groupUnits(run, scores).flatMap((unit) => {
      const byRules = unit.pieces.some((piece) => scorePiece(piece) >= reader.threshold);
      if (!byRules && isFragment(reader, unit)) return [];
      return candidatesOf(reader, unit, Math.max(unit.score ?? 0, ...unit.pieces.map(scores.piece)), byRules);
    });
  });
}

/** What only goes on with a sentence before it; in company talk a bare participle too: it cannot be read alone. */
const GOES_ON =
  /^(?:and |but |so |or )*(?:especially|including|as well as|such as|like\b|even\b|particularly|mostly because|because|since (?!(?:19|20)?\d)|although|though|which|whose|that'?s|it'?s|plus it)|^(?:所以|因为|尤其|特别是|比如|例如|包括|同时也|从而|这样|让我|使我)/iu;
const BARE_PARTICIPLE = /^(?:and |but |so )*\p{L}{2,}ing\b/iu;
const IN_COMPANY = 0.5;

function isFragment(reader: Reader, unit: Unit): boolean {
  const text = reader.text.slice(unit.start, unit.end).trim();
  if (GOES_ON.test(text)) return reader.company >= IN_COMPANY || !/,|，/u.test(text);
  return reader.company >= IN_COMPANY && BARE_PARTICIPLE.test(text);
}

function candidatesOf(reader: Reader, unit: Unit, confidence: number, byRules: boolean): readonly Candidate[] {
  const candidate = toCandidate(reader, unit, Math.max(0.05, Math.min(1, confidence)));
  if (candidate === undefined) return [];
  const beside = employerBeside(unit, candidate);
  if (!isReadable(reader, candidate, byRules)) return [];
  const own = byRules ? candidate : asClassified(candidate);
  return beside === undefined ? [own] : [own, beside];
}

/** Scores from which a statement is kept as it is: names, allergies, wishes to remember. */
const SETTLED = 0.85;

/** From this share of company on, what cannot be read alone is praise and small talk more often than matter. */
const MOSTLY_COMPANY = 0.4;
/** What only the classifier asks for needs less of it to be passed over. */
const SOME_COMPANY = 0.2;

/** "Remember", "I definitely will": the wish without its matter. */
function saysSomething(content: string): boolean {
  if (hasHan(content) || /\d/u.test(content)) return true;
  return content.split(/\s+/u).length >= 3 && !/\b(?:will|would|can|do|does|definitely|always)[.!]*$/iu.test(content);
}

/** Whether a statement tells something by itself; what a slot holds, or a rule is sure of, does. */
function isReadable(reader: Reader, candidate: Candidate, byRules: boolean): boolean {
  const { content, evidence, subject, intent, attribute, confidence, source } = candidate;
  if (source === "explicit") return saysSomething(content);
  if (intent === "forget" || confidence >= SETTLED) return true;
  // one turn alone does not tell what sort of talk it is
  const isCompany = byRules
    ? reader.company >= MOSTLY_COMPANY && reader.context.before.length > 0
    : reader.company >= SOME_COMPANY;
  if (isCompany && isCompanyTalk(candidate)) return false;
  if (!byRules && isPastime(content)) return false;
  if (intent !== "state") return true;
  if (isCompany && !byRules && attribute === undefined && lacksVerb(content)) return false;
  if (attribute === undefined && (isMomentary(content) || BARE_NAME.test(content.trim()))) return false;
  if (isToListener(content, evidence) || (attribute === undefined && saysUnchanged(content))) return false;
  if (byRules && attribute !== undefined) return !endsOpen(content);
  if (endsOpen(content)) return false;
  return subject !== "user" || standsAlone(content);
}

/** "Biscuit.", "The greenhouse.", "1978.": names what the next sentence is about, and tells nothing of it. */
const BARE_NAME = /^(?:The (?:user['’]s )?)?[\p{Script=Latin}'’-]+[.!:]?$|^\d{1,4}[.!]?$/u;

/** 户名没变过, "the rest as before": tells nothing by itself, and would pass for the new state of what it leaves as it is. */
const UNCHANGED =
  /(?:^|[，,])[\p{Script=Han}A-Za-z]{0,10}?(?:都|也|就|还是|一直|从来)*(?:没变过?|没有变化?|不变|照旧|老样子|没改过?)了?[。！]?$|(?:^|, )[\p{L}'’ ]{0,40}?(?:ha(?:s|ve)(?:n['’]t| not) changed|(?:is|are|stays?|remains?) (?:still )?(?:the same|unchanged|as (?:before|it was|they were))|as before)[.!]?$/iu;
const LONGEST_UNCHANGED = 60;

function saysUnchanged(content: string): boolean {
  return (
    content.length <= LONGEST_UNCHANGED &&
    !/用户|\bthe user\b(?!['’])/iu.test(content) &&
    UNCHANGED.test(content.trim())
  );
}

/** What no rule asked for. */
function asClassified(candidate: Candidate): Candidate {
  return { ...candidate, source: "classifier", rule: `${hasHan(candidate.evidence) ? "zh" : "en"}.classified` };
}

/** Nothing but the asking: 你可给俺记牢喽, "please remember that", "keep that in mind". */
const BARE_ASKING =
  /^(?:[\p{P}\p{S}\s]|你|您|可|千万|一定|务必|要|得|给|帮|替|我|俺|咱|把|这个?|这条|这些|那个?|都|也|先|再|好好|请|麻烦|记住?|记牢|记好|记下来?|记着|记低|一下|别忘|忘|了|啦|喽|哦|啊|哈|呀|吧|remember|memori[sz]e|note|please|pls|that|this|it|them|all|in|mind|keep|bear|don'?t|forget|make|take|a|of|for|me|next|time|down|can|could|you|will|would)*$/iu;

/** "Remember that …" reaches to the end of its sentence, whatever the clauses are; said behind or amid the matter, to its beginning too. */
function explicitUnits(pieces: readonly Piece[], head: Piece): readonly Unit[] {
  const isBare = BARE_ASKING.test(head.text) || head.text.length < 4;
  const at = pieces.indexOf(head);
  const before = pieces.slice(0, at).filter((piece) => !isDropped(piece));
  const trailing = at > 0 && (at === pieces.length - 1 || (isBare && before.some(isOfMatter)));
  const members = (trailing ? pieces : pieces.slice(at)).filter(
    (piece) => !isDropped(piece) && !(isBare && piece === head),
  );
  const first = members[0];
  const last = members.at(-1);
  if (first === undefined || last === undefined) return [];
  return [{ pieces: members, start: first.start, end: last.end }];
}

/** A clause long enough to be what is to be remembered. */
function isOfMatter({ text, slots }: Piece): boolean {
  return slots.length > 0 || (hasHan(text) ? [...text].length >= 6 : text.split(/\s+/u).length >= 4);
}
