import { thirdPersonOf } from "../../language/slots/index.js";
import { isForYourInformation } from "../../language/speech-acts/index.js";
import type { Piece } from "./piece.js";

const OPINION_COST = 0.2;
const MOMENTARY_COST = 0.2;
const VAGUE_COST = 0.25;
const HEARSAY_COST = 0.25;
const STANDING_SCORE = 0.72;
const INFORMED_BONUS = 0.15;

/** The user's lasting circumstances without a slot of their own. */
const EN_HABIT =
  /^(?:(?:[^\p{L}\p{N}]*(?:and|but|so|also|oh|btw|because)(?![\p{L}\p{N}]))+[^\p{L}\p{N}]+)?(?:i|we) (?:also |mostly |basically |mainly |only |both |actually |really |pretty much |kind of )?(?:pay|work|run|drive|ride|play|speak|study|teach|own|manage|lead|train|commute|cook|bake|write|code|sleep|wake up|get up|eat|drink|wear|read|watch|collect|volunteer|travel|fly|swim|cycle|bike|live|deploy|ship|release|merge|squash|review|sign|invoice|bill|charge|store|keep|log|meet|use|take|have|host|rent|share|garden|knit|paint|sing|dance|hike|climb|sell|make|build|raise|breed|foster|maintain|administer|oversee|supervise|coordinate|curate|edit|repair|install|translate|interpret|import|export)s? (?!(?:it|that|this|to|been|no idea|another|(?:a|one) (?:more )?(?:question|problem|meeting|call|headache|cold|feeling|bad feeling|idea|doubt|look|go|try|think|bit|lot|second|minute|break|nap|walk)|an (?:issue|idea|error|appointment|exam|interview)|the (?:feeling|same)|so many|too|fun|time|trouble|some|any|nothing|care|sure|out|up|on it)\b)/iu;
const EN_LONG_SINCE =
  /^(?:i|we)(?:'ve| have) (?:both |also |all )?(?:been \w+ing|lived|worked|had|known|owned|played|used|run|taught)\b.{2,60}\b(?:since|for (?:over |about |almost |nearly |more than )?(?:\d|a (?:year|decade)|two|three|four|five|six|seven|eight|nine|ten|many|years|months))/iu;
const ZH_HABIT =
  /^(?:但是?|不过|而且|另外|还有|其实|因为)?(?:我|我们|我家|咱家|我爸|我妈|我老婆|我老公|我儿子|我女儿)(?:自己|平时|都|也|就|还|主要|基本|现在|目前|在)*(?:有(?!点|没|个(?:问题|事|想法|疑问)|些|空|时间|事|啥|什么)|养|开|教|管|带|负责|学(?!到|会)|练|玩|做|跑|住|用|穿|坐|骑|种|收藏|经营|订的|买的是|是)/u;
const DECISION =
  /(?:定了|定在|定下来|敲定|选了|选定|决定|拍板|签了|谈下来|确认(?:用|走|了)|就用|就走|就按|统一用|\b(?:we|i|team) (?:have |'ve )?(?:decided|agreed|settled|chose|picked|went with|signed|approved|confirmed)\b|\bit'?s (?:decided|settled|final|official)\b|\bdecision:|\bdecided\b|\bconfirmed for\b)/iu;
/** The new value of a stated change. */
const CHANGED_VALUE =
  /(?:改[喝吃用穿坐走住看学玩做]|改成|改为|改到|改在|改走|改用|换成|换到|换为|推迟到|提前到|调到|调整为|变成|升到|搬到|(?:moved|changed|switched|pushed|bumped|raised|lowered|extended|postponed|rescheduled|brought forward|cut)\b.{0,40}? to|\b(?:is|are) now)\s?(?:[\p{L}\d#$€£"“][^，。]{0,40})/iu;
const POINTING =
  /^(?:但是?|不过|而且|and |but |so |because )?(?:(?:这|那)(?:话|个|事|种|样|下|么|些|边)|(?:this|that|it|they|these|those|there)(?![\p{L}]))/iu;
const POINTING_COST = 0.2;
const PROPER_OR_NUMBER = /\d|[A-Z][\w.-]+|[“"「《]/u;

function habitScore(piece: Piece): number {
  const text = piece.text.replace(/^[^\p{L}\p{N}]+/u, "");
  const habit = EN_LONG_SINCE.test(text) || EN_HABIT.test(text) || ZH_HABIT.test(text);
  if (!habit) return 0;
  return PROPER_OR_NUMBER.test(text.slice(1)) ? 0.62 : 0.52;
}

/** What lasts of somebody else: where and as what they work, live, study; what they have, are called, can do. After "I" or 我. */
const OTHERS_STATE_EN =
  /^I (?:(?:also|now|still|just|recently|currently|both|already|mostly|usually|always|never|only) )*(?:(?:work|live|study|teach|run|own|play|speak|manage|lead|sell|drive|coach|collect|breed|volunteer|practise|practice|specialise|specialize|commute|owned|retired|graduated|moved|relocated|married|adopted|major)\b|have (?:a |an |two|three|four|five|six|\d+|his own|her own|their own|[\p{L}-]+ (?:allergy|allergies))|am (?:an? (?!(?:bit|lot|little|mess|pain|joke|nightmare|legend|star|gem|saint|genius|liar|great|good|really|very|total|huge|big)\b)[\p{L}-]+(?: [\p{L}-]+){0,3}|(?:originally )?from \p{Lu}|based in|in (?:his|her|their) (?:\d|twent|thirt|fort|fift|sixt|sevent|eight)|\d+\b|in (?:charge of|(?:first|second|third|fourth|fifth|sixth|seventh|eighth|\d+th) (?:grade|year)|(?:year|grade) \d|primary school|high school|college|uni)|married to|called \p{Lu}|studying|teaching|training to|getting married|expecting|retired|our \p{L}+))/u;
const OTHERS_STATE_ZH =
  /^我(?:现在|目前|今年|一直|每天|每周|平时|也|都|就|还|已经|刚|主要|最近)*(?:在[\p{Script=Han}A-Za-z\d]{2,16}?(?:工作|上班|上学|读|念|住|当|做|教|开|实习|任职|定居|生活|留学|学)|(?:是|当|做|开|养|教|学|读|从事|负责|属|姓|叫|住|来自|毕业于|管)(?!不|个?[好坏]|真|很|非常|我|你|说|因为|为了|想|要|挺|太|这|那|什么|谁|[了着过的])[\p{Script=Han}A-Za-z\d]{2,}|有(?:一|两|三|四|五|\d)[个只条家套辆]?|会(?:说|弹|拉|开|讲|做)|(?:退休|结婚|怀孕|离婚)了?$|对[\p{Script=Han}A-Za-z]{1,10}过敏)/u;
const OTHERS_SCORE = 0.6;

function othersScore(piece: Piece): number {
  const other = thirdPersonOf(piece.text);
  if (other === undefined) return 0;
  const lasting = /\p{Script=Han}/u.test(other.asOwn) ? OTHERS_STATE_ZH : OTHERS_STATE_EN;
  return lasting.test(other.asOwn) ? OTHERS_SCORE : 0;
}

function slotScore(piece: Piece): number {
  return piece.slots.reduce((best, slot) => Math.max(best, slot.confidence), 0);
}

/** Costs do not weigh on what is true whatever the mood: names, allergies, values that changed. */
function costs(piece: Piece): number {
  const { cues } = piece.speech;
  const sturdy = slotScore(piece) >= 0.85;
  const opinion = cues.opinion && !sturdy ? OPINION_COST : 0;
  const momentary = cues.momentary && !cues.change && !sturdy && !cues.standing ? MOMENTARY_COST : 0;
  const pointing =
    POINTING.test(piece.text.trim()) &&
    slotScore(piece) < 0.75 &&
    !piece.slots.some((slot) => slot.pronoun !== undefined)
      ? POINTING_COST
      : 0;
  return pointing + opinion + momentary + (cues.vague ? VAGUE_COST : 0) + (cues.hearsay ? HEARSAY_COST : 0);
}

/** How strongly a piece by itself asks to be kept, from its slots and cues. 0–1; needs no model. */
export function scorePiece(piece: Piece): number {
  const { act, cues } = piece.speech;
  if (cues.explicit && act !== "question" && !NO_RULE.test(piece.text)) return 0.95;
  const slot = act === "request" ? 0 : slotScore(piece);
  const standing = cues.standing && isRule(piece) ? STANDING_SCORE : 0;
  const decision = act === "statement" && DECISION.test(piece.text) && PROPER_OR_NUMBER.test(piece.text) ? 0.65 : 0;
  const retraction = act === "retraction" && /我|\bi\b|\bwe\b|我们/iu.test(piece.text) ? 0.65 : 0;
  const habit = act === "statement" ? habitScore(piece) : 0;
  const change =
    (act === "statement" || act === "retraction") && cues.change && CHANGED_VALUE.test(piece.text) ? 0.6 : 0;
  const others = act === "statement" ? othersScore(piece) : 0;
  const best = Math.max(slot, standing, decision, habit, retraction, change, others);
  if (best === 0) return 0;
  const informed = isForYourInformation(piece.text) ? INFORMED_BONUS : 0;
  return Math.max(0, Math.min(0.95, best + informed - costs(piece)));
}

/** Praise and advice to the listener, and what "they" always do, are no rules of the user's. */
const NO_RULE =
  /\b(?:your|yourself|yourselves|(?:to|with) you\b|you (?:have to|always|never|must|can|guys|really)|there for|here for|cheer|they|them|these|those|such|each other|amazing|unreal|give up)\b|和你|与你|跟你|谢谢|感谢|加油|他们只|尝试从/iu;
const OWN_SUBJECT =
  /\b(?:i|we|my|our|me|us|the|no|all|every|any|anything|everyone|nobody|always|never|only|please|don'?t|do not|must|from now on|going forward|by default|\p{Lu}[\p{L}\d-]+|[\p{L}\d]+-[\p{L}\d]+|[a-z]+s)\b/iu;

function isRule(piece: Piece): boolean {
  if (!hasSubstance(piece.text) || NO_RULE.test(piece.text)) return false;
  return /\p{Script=Han}/u.test(piece.text) || OWN_SUBJECT.test(piece.text);
}

/** A standing word alone ("always!", 每天都这样) says nothing. */
function hasSubstance(text: string): boolean {
  const han = [...text].filter((sign) => /\p{Script=Han}/u.test(sign)).length;
  const words = text.split(/\s+/u).filter((word) => /[A-Za-z\d]{2,}/u.test(word)).length;
  return han + words * 2 >= 6;
}
