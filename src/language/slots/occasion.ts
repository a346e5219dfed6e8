import type { SlotMatch } from "./slot-definition.js";

/** Occasions of which each may have a value of its own: who gets up at six on weekdays may sleep till nine at weekends. */
const OCCASIONS: readonly (readonly [name: string, pattern: RegExp])[] = [
  [
    "weekdays",
    /\b(?:on |during )?(?:week ?days|work ?days|school days|school nights)\b|\bduring the week\b|工作日|平日|上学日|周一(?:到|至)周五/iu,
  ],
  ["weekends", /\bweekends\b|\bat the weekend\b|(?<![这上下本]个?)周末|双休日?|节假日/iu],
  ["summer", /\b(?:in|during) (?:the )?summers?\b|夏天|夏季/iu],
  ["winter", /\b(?:in|during) (?:the )?winters?\b|冬天|冬季/iu],
  ["holidays", /\b(?:in|during) (?:the )?(?:school )?holidays\b|寒暑假|放假时|假期里/iu],
];

const AT_THE_EDGE =
  /^(?:on|at|during)? ?(?:the )?(?:week ?days|work ?days|weekends|school (?:days|nights)),? |^(?:at the weekend|during the week),? |,? (?:on|at|during) (?:week ?days|work ?days|weekends|school (?:days|nights))[.!]?$|,? (?:at the weekend|during the week)[.!]?$|^(?:工作日|平日|上学日|周末|双休日?|节假日|夏天|冬天)(?:的时候|里|呢)?[，, ]?(?=.{3,})/iu;

/** The clause without the occasion that it opens or ends with: what is left is said as always. */
export function withoutOccasion(clause: string): string {
  return clause.trim().replace(AT_THE_EDGE, "");
}

/** A value that holds on some occasions only stands beside the one for the others, unless the occasion is the value itself. */
export function withOccasion(match: SlotMatch, clause: string): SlotMatch {
  if (match.cardinality !== "single" || match.qualifiers.occasion !== undefined) return match;
  const named = OCCASIONS.filter(([, pattern]) => pattern.test(clause));
  const [only] = named;
  if (only === undefined || named.length > 1 || only[1].test(match.value ?? "")) return match;
  return { ...match, qualifiers: { ...match.qualifiers, occasion: only[0] } };
}
