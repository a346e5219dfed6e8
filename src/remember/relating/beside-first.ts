import { toSimplified } from "../../language/index.js";
import type { Said } from "./said.js";
import { withDigits } from "./written-numbers.js";

/** Groups whose members are told apart, not exchanged: who does one thing on weekdays may do another at weekends. */
const TOLD_APART: readonly string[] = ["week", "stage", "season", "kin", "direction", "order"];

function namesOtherSide(first: Said, second: Said): boolean {
  return TOLD_APART.some((group) => {
    const [one, other] = [first.sides.get(group), second.sides.get(group)];
    return one !== undefined && other !== undefined && ![...other].some((side) => one.has(side));
  });
}

/** What goes on as it was. */
const GOES_ON =
  /\bstill\b|\b(?:same as|as) (?:ever|always|before)\b|\bstays? (?:as it is|the same)\b|仍然|依旧|照旧|照样|老样子/iu;
const CONDITION =
  /^(?:if|when|whenever|unless|in case)\b|^(?:如果|要是|(?<![\d零一二两三四五六七八九十几百千])万一(?![千百十\d])|一旦|假如)|^[^，,。]{1,10}(?:没|不|未)[^，,。]{1,6}(?:就|则)/iu;

/** A rule for one case stands beside the rule for all others. */
export function isCaseOf(first: Said, second: Said): boolean {
  return CONDITION.test(second.text.trim()) && !CONDITION.test(first.text.trim());
}

/** The second statement, which announces no change, says something beside the first: another side, another case, or that it goes on. Pure. */
export function isBesideFirst(first: Said, second: Said): boolean {
  return GOES_ON.test(second.text) || namesOtherSide(first, second) || isCaseOf(first, second);
}

/** What is counted through: Year 4, room 12, 四班, 二号线. Of two such at the head of two statements each is about its own. */
const NUMBERED_EN =
  /^\W*(?:(?:the|our|my|for|in|on|at|and|so|also|now|ok|okay) )*(?<sort>year|class|grade|form|room|unit|flat|floor|line|team|group|shift|bay|gate|table|booth|phase|wave|sprint|lot|plot|ward|bed|block|building|terminal|platform|lane|court|field|chapter|module|level|stage|batch|order|ticket|case|invoice|route|bus|tram|train|store|shop|branch|site|plant|warehouse|depot|zone|sector|server|node|cluster|squad|cohort|section|apartment|house|number|no\.?)s? (?:no\.? ?)?#?(?<number>[a-z]?\d+[a-z]?|[a-z](?![\p{L}'’])|one|two|three|four|five|six|seven|eight|nine|ten)\b/iu;
const NUMBERED_ZH =
  /^(?:我们?|咱们?|现在|以后|对了|那|的|在|给)*(?:\p{Script=Han}{0,3}?)(?<number>[\d一二三四五六七八九十A-Za-z]{1,3})(?:年级)?(?<sort>号楼|号线|号店|号机|号厂|号仓|号桌|号房|号院|号门|班|年级|组|队|期|车间|栋|幢|楼|层|部|区|仓|店|室|科|营|单元|标段|批)(?!人|长)/u;

function numberedOf(text: string): { readonly sort: string; readonly number: string } | undefined {
  const groups = (NUMBERED_EN.exec(text) ?? NUMBERED_ZH.exec(toSimplified(text)))?.groups;
  if (groups?.sort === undefined || groups.number === undefined) return undefined;
  return { sort: groups.sort.toLowerCase(), number: withDigits(`${groups.number.toLowerCase()}个`) };
}

/** Of two mugs the blue one, of two gates the left one. */
const KIND_EN =
  /^\W*(?:(?:the|our|my|and|now|so) )*(?<sort>red|blue|green|yellow|black|white|grey|gray|purple|pink|orange|brown|big|small|large|left|right|north(?:ern)?|south(?:ern)?|east(?:ern)?|west(?:ern)?|upper|lower|inner|outer|front|rear|upstairs|downstairs|men's|women's|boys'?|girls'?) (?<noun>\p{L}+)/iu;
const KIND_ZH =
  /^(?:那个?|这个?|我们?的?)?(?<sort>[红蓝绿黄黑白灰紫粉橙棕东西南北左右男女甲乙大小](?!家|学|时|心|概|约|事|部分))色?的?(?<noun>[\p{Script=Han}]{1,2})/u;

function isOfOtherKind(first: string, second: string): boolean {
  const [one, other] = [first, second].map((text) => (KIND_EN.exec(text) ?? KIND_ZH.exec(toSimplified(text)))?.groups);
  return (
    one?.noun !== undefined &&
    one.noun.replace(/(?:'?s)$/u, "").toLowerCase() === other?.noun?.replace(/(?:'?s)$/u, "").toLowerCase() &&
    one.sort?.toLowerCase() !== other?.sort?.toLowerCase()
  );
}

/** Year 5 is another class than Year 4 and the green mug another than the blue one, whatever has changed. Pure. */
export function isOfOtherNumber(first: string, second: string): boolean {
  const [one, other] = [numberedOf(first), numberedOf(second)];
  if (one !== undefined && one.sort === other?.sort && one.number !== other.number) return true;
  return isOfOtherKind(first, second);
}

const UNCHANGED =
  /\b(?:unchanged|no changes?|(?:has|have|had)(?:n'?t| not) changed|(?:do|does|did|is|are|was|were)(?:n'?t| not) (?:change|changing)|stays? (?:as (?:it is|is|before)|the same|put)|remains? (?:as (?:it is|is|before)|the same|in place)|still stands)\b|不变|没变|没有变|不改|照旧|维持原/iu;
const CLAUSE = /[，,；;。.!！](?!\d)\s*|\s+[-–—]\s+/u;

/** "The deadline stays as it is", 交期不变: says outright that nothing changed, and nothing else. */
export function saysUnchanged(text: string): boolean {
  return (
    UNCHANGED.test(text) &&
    text
      .split(CLAUSE)
      .filter((clause) => clause.trim() !== "")
      .every((clause) => UNCHANGED.test(clause))
  );
}

/** Somebody else's words in quotation marks. */
const SOMEBODY_SAYS =
  /(?:\b(?:he|she|they|someone|somebody|people|customers?|clients?|reviewers?|colleagues?|boss|manager|mum|mom|dad|wife|husband|friend|neighbou?r|tenant|patient|student|parent|guest|caller|article|review|comment|post|e-?mail|letter|\p{Lu}\p{Ll}+)\b[^"“”.!?]{0,24}\b(?:says?|said|saying|wrote|writes?|claims?|claimed|asks?|asked|insists?|insisted|commented|posted|replied)\b[^"“”]{0,8}|(?:他|她|有人|顾客|客户|客人|同事|老板|领导|朋友|网友|邻居|学生|家长|病人|对方|老婆|老公|爸|妈|评论|文章|帖子|留言)(?:们|里|上|区)?[^"“”「」，。]{0,6}(?:说|称|写|问|讲|认为|以为|留言|评论|回复)道?[:：，,]?\s?)["“「『][^"”」』]{4,}["”」』]/iu;
const MISTAKEN =
  /\b(?:(?:he|she|they|that|this|it|which)(?:'s| is|'re| are| was| were)? (?:simply |just |plainly |completely )?(?:wrong|mistaken|not true|untrue|incorrect|nonsense|outdated)|got it wrong|mixed (?:it|that|us) up)\b|(?:他|她|他们|人家|对方|客户|顾客)(?:们)?(?:记|搞|弄|说|看|听)(?:错|岔|混)/iu;

/** What somebody else holds, quoted or called mistaken, and the user does not. */
export function isOthersClaim(text: string): boolean {
  return SOMEBODY_SAYS.test(text) || MISTAKEN.test(text.replace(/’/gu, "'"));
}

const NOT_TODAY =
  /\b(?:no|not|skip(?:ping)?|without|won'?t|n't)\b[^.!?,]{1,40}\b(?:today|tonight|this (?:time|once|morning|evening))\b|(?:今天|今晚|今儿|这次|这回|这顿)(?:我|就|先|都)*不(?!再|干|做)\p{Script=Han}{1,4}了/iu;

/** "No milk tea today", 今天不喝了: what is left out once has not ended. */
export function isOnlyOnce(text: string): boolean {
  return NOT_TODAY.test(text);
}
