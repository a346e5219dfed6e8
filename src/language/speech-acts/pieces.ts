import { pairedMarks } from "../brackets.js";
import { type Span, trimmedSpan } from "../span.js";

const LONGEST_UNCUT = 300;
/** Where an English sentence is cut: before the conjunction, after the mark. */
/** "they make me so happy": how much, and no joint. */
const SO_MUCH =
  "much|many|far|that|instead|long|on|little|often|please|good|great|nice|cute|cool|bad|sad|glad|happy|proud|excited|exciting|tired|hard|easy|fun|funny|beautiful|amazing|awesome|special|close|busy|different|important|grateful|thankful|lucky|stressed|stressful|calm|calming|fast|well|sweet|adorable|relaxing|rewarding|inspiring|powerful|peaceful|pretty|delicious|tasty|expensive|cheap|late|early|big|small|loud|cozy|cosy|soft|kind|supportive|helpful|popular|strong|weird|true|fresh|lovely|worth|into|full|warm|cold|hot|yummy|satisfying|therapeutic|comforting";
const EN_CUT = new RegExp(
  `[;—–]\\s*|,\\s+(?=\\S)|\\s+--?\\s+|\\s+(?=(?:but|so(?! (?:${SO_MUCH})\\b)|because|cause|cuz|since(?= (?:i|we|it|he|she|they|that|the|my)\\b)|although|though|(?<!\\b(?:an?|the) )while(?! to\\b)|whereas|which) )|\\s+(?=and (?:i|we|my|our|the|he|she|it|they|it's|i'm|you|don't|do not|please|then|always|never|nobody|no one|someone|everyone|there|that's|this is|who|what)\\b)`,
  "giu",
);
const ZH_SPACE = /(?<=\p{Script=Han})[ \u3000]+(?=\p{Script=Han})/gu;
/** Spaces between scripts are a habit of typesetting: then a space is no pause. */
const SPACED_SCRIPTS = /\p{Script=Han} [A-Za-z\d]|[A-Za-z\d] \p{Script=Han}/u;
const ZH_CUT = /[，；;：:—]+|,(?=\s?\p{Script=Han})|(?<=\p{Script=Han}),/gu;

/** A stretch without any mark that is longer than this was spoken, not written: it is cut at its joints. In characters */
const LONGEST_UNMARKED = 40;
const SHORTEST_CUT = 6;
const JOINT =
  /(?<=[嘛啊呢吧哈])(?=\p{Script=Han})|(?=(?:然后|另外|还有就是|但是|不过|而且|所以|因为|后来|反正|对了)\p{Script=Han})|(?<=了)(?=[我他她这那])|(?<=\p{Script=Han}{6})(?<![让给跟和对叫帮把被为替问找陪是的比像在到说得道想教请带送接等爱看喊劝求催怕骂比嫌])(?=(?:我们?|他|她|我[老儿女爸妈姐哥弟妹]\p{Script=Han}?)(?:是|在|有|就|也|都|还|管|打算|准备|最近|想|要|不|没|喜欢|以前|现在|每|平时|对|去|做|住|会|能|上|当|们?这))|(?=(?:今年|去年|一共|平时|以前)\p{Script=Han}{4})/gu;

function cutUnmarked(piece: Span): readonly Span[] {
  if (piece.text.length <= LONGEST_UNMARKED || !/\p{Script=Han}/u.test(piece.text)) return [piece];
  const spans: Span[] = [];
  let from = 0;
  const push = (to: number): void => {
    const span = trimmedSpan(piece.text, from, to);
    if (span !== undefined) spans.push({ ...span, start: piece.start + span.start, end: piece.start + span.end });
    from = to;
  };
  for (const { index } of piece.text.matchAll(JOINT)) {
    if (index - from >= SHORTEST_CUT && piece.text.length - index >= SHORTEST_CUT) push(index);
  }
  push(piece.text.length);
  return spans;
}

/**
 * A sentence at its finest grain: cut at every comma, semicolon, dash, colon (Chinese) and joining conjunction, but not inside
 * quotation marks or brackets. What belongs together again is for the caller to say. Linear in the sentence.
 */
export function splitPieces(sentence: string): readonly Span[] {
  const pairs = [...pairedMarks(sentence, LONGEST_UNCUT)].sort((a, b) => a[0] - b[0]);
  const points: { at: number; end: number }[] = [];
  for (const pattern of SPACED_SCRIPTS.test(sentence) ? [EN_CUT, ZH_CUT] : [EN_CUT, ZH_CUT, ZH_SPACE]) {
    for (const match of sentence.matchAll(pattern))
      points.push({ at: match.index, end: match.index + match[0].length });
  }
  points.sort((a, b) => a.at - b.at || b.end - a.end);
  const pieces: Span[] = [];
  let start = 0;
  let pair = 0;
  let coveredTo = -1;
  for (const { at, end } of points) {
    for (let next = pairs[pair]; next !== undefined && next[0] <= at; next = pairs[pair]) {
      coveredTo = Math.max(coveredTo, next[1]);
      pair += 1;
    }
    if (at <= coveredTo || at < start) continue;
    if (isInsideNumber(sentence, at, end)) continue;
    const piece = trimmedSpan(sentence, start, at);
    if (piece !== undefined) pieces.push(piece);
    start = end;
  }
  const rest = trimmedSpan(sentence, start, sentence.length);
  if (rest !== undefined) pieces.push(rest);
  return pieces.flatMap(cutUnmarked);
}

/** 12:30, 18,250 */
function isInsideNumber(sentence: string, at: number, end: number): boolean {
  return /\d/u.test(sentence.charAt(at - 1)) && /\d/u.test(sentence.charAt(end)) && end - at === 1;
}
