import { hasHan } from "../../language/index.js";
import { EN_RELATIONS, ZH_RELATIONS } from "../../language/slots/index.js";

const EN_WHO = `(?:(?:[Mm]y|[Oo]ur) (?:[\\p{L}-]+ ){0,2}?(?:${EN_RELATIONS})(?:,? \\p{Lu}[\\p{L}'-]+)?,?|\\p{Lu}[\\p{Ll}'-]+(?: \\p{Lu}[\\p{Ll}'-]+)?)`;
const EN_SAYS =
  "(?:(?:just|also|recently|finally) )?(?:said|says|told me|tells me|mentioned|texted(?: me)?|wrote(?: me)?|announced|let me know|posted|admitted)";
/** "My friend Ann said she moved to Oslo": what somebody says of themselves is so, for all that the user knows. */
const EN_REPORT = new RegExp(
  `^(?:(?:[Ss]o|[Aa]nd|[Bb]ut|[Oo]h|[Ww]ell|[Bb]tw|[Bb]y the way|[Aa]pparently),? )*(?<who>${EN_WHO}) ${EN_SAYS}(?: (?:today|yesterday|last (?:night|week|month)|this (?:morning|week)))?(?: that)? (?<self>he|she|they)(?<rest>(?:['’](?:s|re|d|ll|ve))? .{3,160})$`,
  "u",
);
const ZH_REPORT = new RegExp(
  `^(?:对了|另外|还有|听说|然后|，)*(?<who>(?:我|咱|俺)(?:们)?(?:家|的)?(?:那个|大学|高中|以前的?|前)?(?:${ZH_RELATIONS})[\\p{Script=Han}A-Za-z]{0,4}?)(?:刚才|昨天|今天|前几天|最近|上周|刚刚|刚)?(?:跟我|对我|和我|向我)?(?:说起?|提到|告诉我|讲|透露|宣布)(?:过|了)?[，,：:]?(?<self>她|他)(?!们|[妈爸哥姐弟妹家儿女爷奶老的])(?<rest>[^“"「]{2,60})$`,
  "u",
);

/** What somebody told of themselves, as a statement about them; undefined where a sentence tells no such thing. Pure. */
export function saidOfThemselves(sentence: string): string | undefined {
  const text = sentence.trim();
  const found = (hasHan(text) ? ZH_REPORT : EN_REPORT).exec(text)?.groups;
  if (found?.who === undefined || found.rest === undefined) return undefined;
  return `${found.who.replace(/,$/u, "")}${found.rest}`;
}
