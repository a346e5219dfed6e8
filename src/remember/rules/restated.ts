import { hasHan, toSimplified } from "../../language/index.js";
import { findSlots } from "../../language/slots/index.js";
import { typedValues, unitBehind } from "./typed-values.js";

/** Two halves of a sentence that say one thing between them, and how it is said in one. */
interface Form {
  readonly pattern: RegExp;
  /** In the order of the pattern's groups `what` and `value`. */
  said(what: string, value: string): string;
  /** The first half names the attribute, and whose it is may go without saying. */
  readonly namesAttribute?: boolean;
}

const HELPER =
  "(?:manager|boss|supervisor|dentist|doctor|gp|physio(?:therapist)?|therapist|coach|trainer|teacher|tutor|instructor|accountant|lawyer|solicitor|landlord|landlady|agent|mentor|advis[eo]r|contact|account manager|rep|nanny|childminder|babysitter|cleaner|hairdresser|barber|mechanic|vet|midwife|consultant|assistant|driver|editor|guide|head ?teacher|principal|case ?worker|social worker|conductor|director)";
const NAME = "(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof)\\.? )?\\p{Lu}[\\p{L}'-]+(?: \\p{Lu}[\\p{L}'-]+){0,2}";
const CHANGED_ZH =
  "(?:有(?:变动|变化|变更|更新|调整)|(?:要|需要|得|已经?|又|刚)?(?:改|变|换|更新|调整|更换|修改|变更)(?:一下|下|了|啦|过)?)";

const FORMS: readonly Form[] = [
  {
    // "My sister has a new manager, Lindsay"
    pattern: new RegExp(
      `^(?:(?:so|oh|also|and),? )?(?<what>.{1,40}?)(?:'s| has| have|'ve)?(?: (?:now|just|finally|recently))*(?: (?:got|gets?|found|hired|been (?:given|assigned)))?(?: now)? (?:a|an|my|our|her|his|their|its) new (?<noun>(?:[\\p{L}-]+ ){0,2}?${HELPER})(?:,| called| named|:| [-–—])+(?: (?:it's|she's|he's|her name is|his name is))? (?<value>${NAME})$`,
      "u",
    ),
    said: (what, value) => `${what} is ${value}`,
  },
  {
    // "My delivery address has changed, it's 12 River Road now"
    pattern:
      /^(?<what>(?:my|our|the) [\p{L}][\p{L}'’ -]{2,40}?) (?:has |have |had )?(?:changed|been changed|been updated|moved|is (?:different|new)(?: now)?|needs? (?:changing|updating|to change))\s*(?:[,.:;–—-]|, and|, so)+ (?:(?:it|they|that)(?:'s| is|'re| are)(?: now)? |now |new one(?:'s| is) |make it |please use |use )?(?<value>[^,;]{2,60}?)(?: now| from now on| please)?$/iu,
    said: (what, value) => `${what} is now ${value}`,
    namesAttribute: true,
  },
  {
    // 收货地址改一下，江南大道12号
    pattern: new RegExp(
      `^(?:对了|另外|还有|麻烦|请|帮我)?[，,]?(?<what>[^，。,]{2,16}?)${CHANGED_ZH}[，,：:]\\s?(?:现在|新的?|以后|今后)?(?:是|为|改成|改为|换成|用|在)?(?<value>[^，。,了的]{2,24})(?:了|吧)?$`,
      "u",
    ),
    said: (what, value) => `${what}改成${value}`,
    namesAttribute: true,
  },
  {
    // 审批人换成了何涛，HT-2093 那个
    pattern:
      /^(?<value>[^，。,]{4,40}?)[，,]\s?(?:是|说的是|我(?:是)?说的?是|指的?是|我指的?是)?\s?(?<what>[A-Za-z][\w-]+|[\p{Script=Han}A-Za-z\d-]{2,12}?)\s?(?:的?那个?(?:个|份|单|笔|边|家|台|辆|套|批|件)?|这个|的)$/u,
    said: (what, value) => `${what} 的${value}`,
  },
  {
    // "The approver is Colin Reyes now, for Brightmoor"
    pattern:
      /^(?<value>(?:the )?[\p{L}][^,;]{4,60}?)\s?[,–—-]+ (?:(?:for|on|that's|i mean|that is|at) )+(?:the )?(?<what>[\p{Lu}\d][\p{L}\d-]*(?: [\p{Lu}\d][\p{L}\d-]*){0,2})(?: one| contract| project| account| order| case| deal)?$/u,
    said: (what, value) => `${what}'s ${value.replace(/^the /iu, "")}`,
  },
];

/** What is left of "my" and "I" in front of what one has. */
function possessive(who: string, noun: string): string {
  const bare = who.trim().replace(/’/gu, "'");
  if (/^(?:i|we)$/iu.test(bare)) return `${/^i$/iu.test(bare) ? "my" : "our"} ${noun}`;
  return `${bare}'s ${noun}`;
}

/** "Update my best time to that", 半马最好成绩更新成这个: the value was said just before. */
const POINTS: readonly RegExp[] = [
  /^(?:请|麻烦|那)?(?:把|将)?(?<what>[^，。]{2,14}?)(?:你|也|就|都)*(?:帮我|给我|替我|请)?(?:更新|改|换|记|算)(?:成|为|作)(?:这个|这次的?|它|上面(?:这|那)个|刚才那个)(?:吧|了|就行|就好)?$/u,
  /^(?:so |and |please |could you |can you )*(?:update|change|set) (?<what>(?:my|our|the) [\p{L}][\p{L} ]{2,28}?) to (?:that|this|this one|it)(?: please| now)?$/iu,
  /^(?:so |and )*(?:that|this)(?:'s| is) (?<what>(?:my|our|the) (?:new )?[\p{L}][\p{L} ]{2,28}?)(?: now)?$/iu,
];

function pointsBack(text: string, before: string): string | undefined {
  const what = POINTS.map((pattern) => pattern.exec(text)?.groups?.what).find((each) => each !== undefined);
  const last =
    before
      .trim()
      .split(/[。！？!?\n]|\.(?=\s)/u)
      .findLast((sentence) => sentence.trim() !== "") ?? "";
  const value = typedValues(last).findLast(({ sort }) => sort !== "weekday");
  if (what === undefined || value === undefined) return undefined;
  const end = value.end + (value.sort === "number" ? (unitBehind(last, value.end)?.length ?? 0) : 0);
  return hasHan(text) ? `${what}是${last.slice(value.start, end)}` : `${what} is ${last.slice(value.start, end)}`;
}

/** Characters of the longest sentence that says one thing in two halves. */
const LONGEST = 120;

/**
 * A sentence whose halves say one thing between them, in one clause: what it is about stands behind it, or is only said to have changed.
 * undefined where it is no such sentence, or the one clause would fill no slot. Pure.
 * @param before what its turn says before it
 */
export function restate(sentence: string, before = ""): { readonly text: string; readonly value: string } | undefined {
  if (sentence.length > 2 * LONGEST) return undefined;
  const written = sentence.trim().replace(/[.。!！~～\s]+$/u, "");
  const simplified = toSimplified(written);
  const text = hasHan(written) && simplified.length === written.length ? simplified : written;
  if (text.length > LONGEST) return undefined;
  const pointed = pointsBack(text.replace(/’/gu, "'"), before);
  const named = pointed === undefined ? undefined : findSlots(pointed).find(({ value }) => value !== undefined);
  if (pointed !== undefined && named?.value !== undefined) return { text: pointed, value: named.value };
  for (const { pattern, said, namesAttribute = false } of FORMS) {
    const { what, value, noun } = pattern.exec(text)?.groups ?? {};
    if (what === undefined || value === undefined) continue;
    const one = said(noun === undefined ? what : possessive(what, noun), value);
    const slot = findSlots(one).find(
      (each) => (namesAttribute || !each.elliptic) && each.value !== undefined && one.includes(each.value),
    );
    if (slot?.value !== undefined && findSlots(written).every((each) => each.elliptic))
      return { text: one, value: slot.value };
  }
  return undefined;
}
