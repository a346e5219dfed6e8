import { hasHan, hasOwnSubject, type Span } from "../../language/index.js";
import { findSlots } from "../../language/slots/index.js";

/* "I consider the colour, the cut, and the price": the commas of a list part no statements. */

const CLOSES = /^(?:and|or|as well as|plus|&) /iu;
const CLOSES_INSIDE = /\S (?:and|or|&) \S|\b(?:etc|and so on|and more|and stuff)\b/iu;
/** What opens a clause, a circumstance or an aside, and no item. */
const NO_ITEM =
  /^(?:i|i['’]\p{L}+|we|we['’]\p{L}+|you|you['’]\p{L}+|he|she|they|it|he['’]s|she['’]s|it['’]s|they['’]re|there|this|that|these|those|who|which|whose|where|when|while|what|how|why|if|because|since|although|though|but|so|then|now|not|never|no|yes|please|thanks|also|too|right|well|actually|maybe|probably|hopefully|especially|including|like|just|only|even|still|always|usually|sometimes|in|on|at|for|from|with|without|by|to|of|as|after|before|during|until|every|each|all|last|next|today|tomorrow|yesterday|everyone|nobody|someone|don['’]t|do|let['’]s)\b/iu;
const FINITE =
  /\b(?:is|are|was|were|am|has|have|had|does|do|did|will|would|can|could|should|may|might|must|\p{L}+n['’]t|works?|lives?|likes?|loves?|hates?|prefers?|needs?|wants?|goes|makes?|takes?|keeps?|gets?|says?|thinks?|knows?|feels?)\b/iu;
/** "my dog barks at night": with an owner in front more words than these are a clause. */
const OWNED = /^(?:my|our|his|her|their|your) /iu;
const LONGEST_OWNED = 3;
const LONGEST_ITEM = 6;
/** What says more of an item: "readers and writers where we talk", "my skills to make contacts". */
const FURTHER = / (?=(?:where|who|which|that|to|of|for|in|at|from|with|about|on) )/iu;
const LONGEST_IN_CHARACTERS = 90;

function isItem(text: string): boolean {
  const bare = text.replace(CLOSES, "");
  const thing = bare.split(FURTHER)[0] ?? bare;
  const words = thing.split(/\s+/u).length;
  if (words > (OWNED.test(thing) ? LONGEST_OWNED : LONGEST_ITEM) || NO_ITEM.test(thing) || FINITE.test(thing))
    return false;
  if (bare.length > LONGEST_IN_CHARACTERS) return false;
  if (/[?!:;()]/u.test(bare.slice(0, -1))) return false;
  // "work nights", "speak French" fill slots of their own
  return !findSlots(`I ${bare.charAt(0).toLowerCase()}${bare.slice(1)}`).some((slot) => !slot.elliptic);
}

/** Joins the items of an English list to the clause that opens it: two or more behind commas, the last with "and" or "or". Pure. */
export function joinEnumerated(sentence: string, pieces: readonly Span[]): readonly Span[] {
  if (pieces.length < 2 || hasHan(sentence)) return pieces;
  const joined: Span[] = [];
  for (let at = 0; at < pieces.length; at += 1) {
    const head = pieces[at];
    if (head === undefined) continue;
    const last = endOfList(sentence, pieces, at);
    const end = pieces[last]?.end ?? head.end;
    joined.push(last === at ? head : { text: sentence.slice(head.start, end), start: head.start, end });
    at = last;
  }
  return joined;
}

/** A comma, or "and my …" right behind what it goes on with. */
function isBetween(gap: string, { text }: Span): boolean {
  return /^,\s+$/u.test(gap) || (/^\s+$/u.test(gap) && /^and (?:my|our|the) /iu.test(text));
}

/** Which piece ends the list that the piece opens; itself where it opens none. */
function endOfList(sentence: string, pieces: readonly Span[], opening: number): number {
  const head = pieces[opening];
  if (head === undefined || !hasOwnSubject(head.text)) return opening;
  let before = head;
  for (let at = opening + 1; at < pieces.length; at += 1) {
    const piece = pieces[at];
    if (piece === undefined || !isBetween(sentence.slice(before.end, piece.start), piece) || !isItem(piece.text)) break;
    if (CLOSES.test(piece.text) || CLOSES_INSIDE.test(piece.text)) return at;
    before = piece;
  }
  return opening;
}
