import { hasHan, type Span } from "../../language/index.js";
import { canonicalAttribute, coreSubject, findSlots, isKnownAttribute } from "../../language/slots/index.js";

/** A thing that is described part by part: an order, a lease, a case. */
export interface DescribedThing {
  /** As it is named in front of what is said of it. */
  readonly name: string;
  /** The key under which statements about it are compared: its number where it has one. */
  readonly subject: string;
  /** What is said of it, in order; none says by itself what it is of. */
  readonly parts: readonly Span[];
  /** Where the description ends in the text. */
  readonly end: number;
}

const LONGEST_TEXT = 800;
const LONGEST_NAME = 60;
const LONGEST_PART = 90;
const LONGEST_PART_HAN = 28;
const FEWEST_PARTS = 2;

const SORT_EN =
  "(?:lease|order|policy|case|project|contract|supplier|vendor|customer|client|property|patient|ticket|invoice|shipment|booking|campaign|event|course|claim|tender|grant|site|vehicle|asset|account|agreement|deal|tenancy|flat|house|unit|batch|machine|server|matter|file|study|trial|class|candidate|applicant|student|branch|product|prescription|referral|consignment|container|quote|reservation|loan|mortgage|warranty|subscription)";
const STREET =
  "\\d+[a-z]? (?:\\p{Lu}[\\p{L}'-]+ ){1,3}(?:Street|St|Road|Rd|Lane|Court|Ct|Avenue|Ave|Close|Drive|Way|Place|Square|Terrace|Gardens|Row|Hill|Crescent|Mews)\\b";
const NUMBER = "(?:\\b[A-Z]{1,6}-?\\d[\\w/-]*\\b|\\b\\d{4}-\\d{2,4}\\b(?!-\\d)|#\\d[\\w-]*|\\b\\d{3,}[\\w-]*\\b)";
const NAMES_SORT_EN = new RegExp(`\\b${SORT_EN}\\b|${STREET}`, "iu");
const NAMES_ONE_EN = new RegExp(`${NUMBER}|${STREET}|(?<=\\S )\\p{Lu}\\p{Ll}+`, "u");
const FRAME_EN = /^(?:(?:new|our|the|a|fyi|note|ok|so|for the record|details (?:of|for))[,:]? )+/iu;
const SORT_ALONE_EN = new RegExp(`^(?:(?:new|our|the|next|another) )*${SORT_EN}$`, "iu");
const VERB_EN =
  /\b(?:i|i'm|i've|we|we're|my|me|us|you|your|is|are|was|were|has|have|had|will|would|can|could|should|needs?|wants?|likes?|loves?|went|goes|got|get|please|write|draft|translate|summari[sz]e|check|send|remind|tell|ask|help|make|how|what|why|when|who|where|if)\b/iu;
const SORT_ZH =
  "(?:合同|订单|保单|案子|案件|项目|客户|供应商|工单|发票|货|房子?|套|床|车|设备|协议|标书|活动|课程|航班|行程|预订|门店|店|工程|采购单|报销单|租约|单子|账户|渠道|产品|型号|贷款|运单|机器|样品|份|单|笔|批)";
const NUMBER_ZH =
  "(?:[A-Za-z]{1,6}-?\\d[\\w/-]*|\\d{3,}[\\w-]*|[\\p{Script=Han}]{2,6} ?\\d+ ?(?:号|室|栋)|\\d+ ?(?:号|床|室|栋))";
const NAMED_ZH = new RegExp(
  `^(?:新的?|我们的?|关于|那个|这个|对了|备注)?(?=.*${SORT_ZH})(?=.*(?:${NUMBER_ZH}|那|这|[\\p{Script=Han}]{2,}${SORT_ZH}))[^，。？！]{2,24}$`,
  "u",
);
const SORT_ALONE_ZH =
  /^(?:新的?|我们的?|另一?个?|下一?个?)?(?:客户|供应商|项目|合同|订单|案子|工单|保单|门店|渠道|产品|房客|租客)$/u;
const VERB_ZH = /[我你您咱]|[是有要想会能来去让帮请说觉看改换]|喜欢|需要|怎么|什么|哪|吗|呢/u;
/** Meetings, not "can" or "will". */
const MEETING_ZH = /(?<=[年周例晨宴展聚晚茶发布研讨])会/gu;
/** 6 床是安奶奶; "Bed 6 is Mrs Albright" */
const WHO_EN =
  /^(?<place>(?:Bed|Room|Ward|Flat|Unit|Table|Desk|Seat|Lot|Stall|Booth|House|Apartment) \d+[A-Za-z]?) is (?<who>(?:(?:Mr|Mrs|Ms|Miss|Dr)\.? )?\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?)$/u;
const WHO_ZH = /^(?<place>\d+ ?(?:床|号房|号桌|号楼|室|栋|单元|号摊))(?:是|住的是|租给)(?<who>[\p{Script=Han}]{2,4})$/u;

const FIRST_PERSON = /\b(?:i|i'm|i've|we|we're|my|our|me|us|you|your)\b|[我你您咱]/iu;
const FIGURE =
  /\d|[$€£¥￥]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december)\b|^[\p{L} ]{2,24}[:：]\s?\S|[一二三四五六七八九十两百千万]+(?:个|元|块|天|月|号|年|吨|套|件|箱|人|级|付|押|室|岁)/iu;

/** The clauses of a text with their places, and whether a colon ends them. */
function clausesOf(text: string): readonly (Span & { readonly colon: boolean })[] {
  const clauses: (Span & { readonly colon: boolean })[] = [];
  let from = 0;
  const push = (to: number, colon: boolean): void => {
    const raw = text.slice(from, to);
    const bare = raw.replace(/^[\s\-–—•*·]+|\s+$/gu, "").replace(/^(?:and|but) /iu, "");
    if (bare !== "") {
      const start = text.indexOf(bare, from);
      clauses.push({ text: bare, start, end: start + bare.length, colon });
    }
  };
  for (const match of text.matchAll(/[。；;\n！]|[.!](?=\s|$)|[，,](?!\d{3}(?!\d))| [-–—] |[:：](?!\d{2}(?!\d))/gu)) {
    push(match.index, /[:：]/u.test(match[0]));
    from = match.index + match[0].length;
  }
  push(text.length, false);
  return clauses;
}

function isName(text: string): boolean {
  if (text.length > LONGEST_NAME) return false;
  if (hasHan(text)) return NAMED_ZH.test(text) && !VERB_ZH.test(text.replace(MEETING_ZH, ""));
  const bare = text.replace(FRAME_EN, "");
  return (
    !/[?!]|^(?:for|from|about|on|in|at|with)\b/iu.test(bare) &&
    NAMES_SORT_EN.test(bare) &&
    NAMES_ONE_EN.test(bare) &&
    !VERB_EN.test(bare)
  );
}

interface Heading {
  readonly name: string;
  readonly at: number;
}

/** How many clauses name the thing, and how. */
function headingOf(clauses: ReturnType<typeof clausesOf>): Heading | undefined {
  const [first, second] = clauses;
  if (first === undefined || second === undefined) return undefined;
  const who = (WHO_EN.exec(first.text) ?? WHO_ZH.exec(first.text))?.groups;
  if (who?.place !== undefined && who.who !== undefined) {
    return { name: hasHan(first.text) ? `${who.place}${who.who}` : `${who.place} (${who.who})`, at: 1 };
  }
  if (first.colon && (SORT_ALONE_EN.test(first.text) || SORT_ALONE_ZH.test(first.text))) {
    const isShort =
      second.text.length <= LONGEST_NAME && !VERB_EN.test(second.text) && !/[我你您咱]/u.test(second.text);
    return isShort ? { name: second.text, at: 2 } : undefined;
  }
  // 海燕项目预算 85 万: says something of it already
  if (findSlots(first.text).some(({ elliptic }) => !elliptic)) return undefined;
  return isName(first.text) ? { name: first.text.replace(/^(?:the|our|关于|那个|这个)\s?/iu, ""), at: 1 } : undefined;
}

const PEOPLE: ReadonlySet<string> = new Set(
  "owner approver reviewer contact customer vendor party_b manager doctor teacher landlord on-call director author"
    .split(" ")
    .map((each) => each.replace("_", " ")),
);
const LONGEST_ATTRIBUTE = 6;

/** 审批人罗敏: an attribute whose value is somebody, with nothing between. */
export function pairOf(text: string): { readonly attribute: string; readonly value: string } | undefined {
  const signs = [...text.trim()];
  for (let length = LONGEST_ATTRIBUTE; length >= 2; length -= 1) {
    const [attribute, value] = [signs.slice(0, length).join(""), signs.slice(length).join("").trim()];
    if (!isKnownAttribute(attribute) || !/^(?![是为归给由])[\p{Script=Han}·]{2,4}$/u.test(value)) continue;
    const known = canonicalAttribute(attribute);
    if (PEOPLE.has(known)) return { attribute: known, value };
  }
  return undefined;
}

/** What tells something of a thing without naming it: an attribute and its value, or at least a figure. */
function describes(text: string): boolean {
  const han = hasHan(text);
  if (FIRST_PERSON.test(text) || /[?？]/u.test(text)) return false;
  if (text.length > (han ? LONGEST_PART_HAN : LONGEST_PART)) return false;
  if (FIGURE.test(text)) return true;
  if (findSlots(text).some(({ elliptic }) => elliptic) || pairOf(text) !== undefined) return true;
  const head = han
    ? /^(?<head>\p{Script=Han}{2,6}?)(?:是|为|归|给)/u.exec(text)
    : /^(?:the )?(?<head>[\p{L} ]{2,24}?) (?:is|are|by) /iu.exec(text);
  return (
    head?.groups?.head !== undefined &&
    (isKnownAttribute(head.groups.head) || /\p{Lu}/u.test(text.slice(head[0].length)))
  );
}

/** "rent" and "£980 a month" where a colon or line break parts them are one part. */
function joined(text: string, clauses: ReturnType<typeof clausesOf>): readonly Span[] {
  const parts: { text: string; start: number; end: number }[] = [];
  let open = false;
  for (const { start, end, colon } of clauses) {
    const last = parts.at(-1);
    if (open && last !== undefined) {
      last.end = end;
      last.text = text.slice(last.start, end);
    } else parts.push({ text: text.slice(start, end), start, end });
    open = colon;
  }
  return parts;
}

/** 编号 HY-0312: by what number it goes, where its name has none. */
const NUMBERED =
  /^(?:(?:contract|order|case|policy|ticket|invoice|reference|ref|po|account)(?: (?:number|no\.?|id))?|number|no\.|编号|单号|合同号|合同编号|订单号|保单号|案号|工单号)[:：\s是为]+(?<number>[A-Za-z]{1,6}-?\d[\w/-]*|\d{3,}[\w-]*)$/iu;

function subjectOf(name: string, parts: readonly Span[]): string {
  const told = parts.map(({ text }) => NUMBERED.exec(text)?.groups?.number).find((number) => number !== undefined);
  const number = new RegExp(hasHan(name) ? NUMBER_ZH : NUMBER, "u").exec(name)?.[0] ?? told;
  const street = new RegExp(STREET, "u").exec(name)?.[0];
  return street ?? number ?? coreSubject(name);
}

/**
 * A text that names a thing and then describes it in parts, none of which says what it is of: "Lease for 8 Canal Street: tenant is Mr
 * Odum, rent £980". undefined where it is no such text. Pure; linear in the text.
 */
export function readRecord(text: string): DescribedThing | undefined {
  if (text.length > LONGEST_TEXT) return undefined;
  const clauses = clausesOf(text);
  if (clauses.length < FEWEST_PARTS + 1) return undefined;
  const heading = headingOf(clauses);
  if (heading === undefined) return undefined;
  const parts: { text: string; start: number; end: number }[] = [];
  let described = 0;
  for (const part of joined(text, clauses.slice(heading.at))) {
    const last = parts.at(-1);
    if (FIRST_PERSON.test(part.text) || /[?？]/u.test(text.slice(part.start, part.end + 1))) break;
    if (describes(part.text)) described += 1;
    else if (last !== undefined && part.start - last.end <= 3) {
      last.end = part.end;
      last.text = text.slice(last.start, part.end);
      continue;
    }
    parts.push({ ...part });
  }
  const end = parts.at(-1)?.end;
  if (end === undefined || described < FEWEST_PARTS || described * 2 < parts.length) return undefined;
  return { name: heading.name, subject: subjectOf(heading.name, parts), parts, end };
}
