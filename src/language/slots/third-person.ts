import { toSimplified } from "../script.js";
import { EN_RELATIONS, isSharedRelation, relationSubject, ZH_RELATIONS } from "./subjects.js";

/** A clause about somebody who belongs to the user, taken apart. */
export interface ThirdPerson {
  /** `user's sister`; of a chain ("my manager's husband") `user's boss's husband`. */
  readonly subject: string;
  /** The name said beside the relation, as written. */
  readonly name?: string;
  /** What is said of them, as written. */
  readonly predicate: string;
  /** The predicate with "I" or 我 in front: what the same words would be if the user said them of themselves. */
  readonly asOwn: string;
  /** The words that stand for them: "my sister Anna", 我姐姐沈一琳. */
  readonly words: string;
  /** The relation names one person at most: two colleagues are two people, two mothers are one. */
  readonly shared: boolean;
}

const EN_OPENER =
  "(?:(?:and|but|so|also|oh|because|since|btw|by the way|actually|well|fyi|note that|remember(?: that)?|meanwhile|now|these days),? )*";
const EN_QUALITY =
  "(?:(?:little|older|younger|elder|big|twin|best|oldest|youngest|late|ex|own|new|old|dear|lovely|other|eldest|middle|next[- ]door|upstairs|downstairs|former|current|direct|close|good|first|second)[- ])*";
const EN_LEAD = new RegExp(
  `^(?<opener>${EN_OPENER})(?<words>(?:my|our|one of (?:my|our)) ${EN_QUALITY}(?<relation>${EN_RELATIONS})s?\\b(?!-))`,
  "iu",
);
const EN_NAMED = /^,? (?<name>(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof)\.? )?\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)?)(?=$|[\s,']),?/u;
/** "my colleague Hanne from finance runs …" */
const EN_WHENCE =
  /^,? (?:from|in|at|of) (?:the )?[\p{L}-]+(?: [\p{L}-]+)?(?=,? (?:is|has|was|can|can't|doesn't|won't|never|always|also|just|[\p{L}]{2,}[^s\W]s)\b)/u;
const EN_CHAIN = new RegExp(`^'s? ${EN_QUALITY}(?<relation>${EN_RELATIONS})\\b(?! (?:is|was|will be) \\p{Lu})`, "iu");
const EN_VERB =
  /^,? ?(?<adverbs>(?:(?:also|now|still|just|really|currently|always|never|only|usually|often|recently|already|actually|both|mostly|mainly|absolutely|finally|used to) )*)(?<verb>'s|[\p{L}]+(?:n't)?)\b(?<rest>.*)$/u;
const EN_OWN_VERB: Readonly<Record<string, string>> = {
  is: "am",
  "'s": "am",
  are: "am",
  has: "have",
  does: "do",
  "doesn't": "don't",
  doesnt: "don't",
  "isn't": "am not",
  "aren't": "am not",
  goes: "go",
};
/** Words that are no verb: the clause is not about the relation itself. */
const EN_NO_VERB =
  /^(?:and|or|of|in|on|at|from|for|to|with|who|whom|that|which|when|while|if|because|but|so|s|said|says|tell|told|tells|ask|asked|asks|thinks?|thought|want|wanted|wants|keeps?|kept|call|called|calls|texted|made|makes|gave|gives|got|did|went|came|took|saw|can|could|would|should|might|may|will)$/iu;

function ownVerb(verb: string): string {
  const known = EN_OWN_VERB[verb.toLowerCase()];
  if (known !== undefined) return known;
  if (/[^aeiou]ies$/u.test(verb)) return `${verb.slice(0, -3)}y`;
  if (/(?:sh|ch|x|z|ss)es$/u.test(verb)) return verb.slice(0, -2);
  return /[^su]s$|us$/u.test(verb) && !/(?:was|us)$/u.test(verb) ? verb.slice(0, -1) : verb;
}

function readEnglish(text: string): ThirdPerson | undefined {
  const lead = EN_LEAD.exec(text);
  const { opener = "", words = "", relation = "" } = lead?.groups ?? {};
  if (lead === null) return undefined;
  let at = opener.length + words.length;
  const named = EN_NAMED.exec(text.slice(at));
  if (named !== null) at += named[0].length;
  const whence = EN_WHENCE.exec(text.slice(at));
  if (whence !== null) at += whence[0].length;
  let subject = relationSubject(relation);
  const chain = EN_CHAIN.exec(text.slice(at));
  if (chain !== null && subject !== undefined) {
    subject = `${subject}'s ${relationSubject(chain.groups?.relation ?? "")?.slice("user's ".length) ?? ""}`;
    at += chain[0].length;
  }
  if (
    /^'s? (?!(?:an?|the|in|from|at|now|still|been|very|really|also|not|allergic|vegetarian|vegan|left|right)\b|(?!(?:wedding|building|evening|morning|thing|ring|painting|clothing|housing|meeting|training|ceiling|hearing|earring|spring|wing|king|sibling|offspring|listing|booking|landing|dressing|heading|setting|saving|rating)s?\b)[\p{L}]+ing\b)/u.test(
      text.slice(at),
    )
  )
    return undefined;
  const verb = EN_VERB.exec(text.slice(at))?.groups;
  if (subject === undefined || verb?.verb === undefined || EN_NO_VERB.test(verb.verb)) return undefined;
  const first = verb.adverbs?.startsWith("used to") === true ? verb.verb : ownVerb(verb.verb);
  const name = chain === null ? named?.groups?.name : undefined;
  return {
    subject,
    predicate: text.slice(at).trim(),
    asOwn: `I ${verb.adverbs ?? ""}${first}${verb.rest ?? ""}`,
    words: text.slice(opener.length, at).trim().replace(/,$/u, ""),
    shared: isSharedRelation(relation),
    ...(name === undefined ? {} : { name }),
  };
}

const ZH_OPENER =
  "(?:但是?|不过|可是|而且|并且|然后|所以|因为|其实|另外|对了|还有|记住|记得|请记住|帮我记住|那|现在|目前|如今|，|,|：|:|\\s)*";
const ZH_LEAD = new RegExp(
  `^(?<opener>${ZH_OPENER})(?<words>(?:我们|咱们|我|咱|俺|用户)(?:家|的)?(?:那个|隔壁|楼上|楼下|前|亲|大|小|二|公司|部门|组|团队)?的?(?<relation>${ZH_RELATIONS}))`,
  "u",
);
/** 老婆在医院上班: closest kin are the speaker's own where nobody is named; 老师 or 客户 may be anyone's. */
const ZH_KIN =
  "老婆|老公|媳妇|爸妈|父母|妈妈|爸爸|老妈|老爸|儿子|女儿|闺女|奶奶|爷爷|外婆|外公|姥姥|姥爷|女朋友|男朋友|女友|男友|未婚妻|未婚夫|岳母|岳父|丈母娘|大宝|二宝|三宝|室友|哥哥|姐姐|弟弟|妹妹";
const ZH_BARE = new RegExp(`^(?<opener>${ZH_OPENER})(?<words>(?<relation>${ZH_KIN}))(?!的|们|，|,|说|问|是不是)`, "u");
/** Whether a clause begins with the closest kin and no possessive. */
export function beginsWithKin(clause: string): boolean {
  return ZH_BARE.test(toSimplified(clause.slice(0, 40)));
}
/** 我们组的老王: somebody of the user's team. */
const ZH_TEAM =
  /^(?<opener>(?:但是?|不过|而且|然后|所以|其实|另外|对了|还有|，|\s)*)(?<words>(?:我们|咱们|我|咱)(?:这边|家)?(?:组|部门|团队|公司|项目组|班|店|学校|单位|科室|实验室|小区|楼)(?:里|新来)?的?)(?=[老小阿][\p{Script=Han}]|[\p{Script=Han}]{1,2}(?:总|工|姐|哥|老师|经理|主任)|[\p{Script=Han}]{2,3}(?:是|在|负责|住|喜欢))/u;
const ZH_ADVERB =
  "现在|目前|如今|今年|去年|最近|平时|一直|每天|每周|每年|也|都|就|还|已经|刚|不|只|从|特别|非常|很|最|经常|常年|以前|上个?月|上周|下个?月|下周";
const ZH_VERB =
  "是|在|当|做|住|有|养|对|喜欢|爱|讨厌|叫|搬|开|教|读|学|会|负责|过敏|姓|属|来自|从事|退休|结婚|怀孕|离婚|吃|喝|戒|换|去|调|升|跳槽|入职|离职|定居|毕业|考|玩|打|练|跑|骑|用|干|管|信|比|跟|和|习惯|受不了|怕|反感|\\d|[一二三四五六七八九十]+岁";
const ZH_PREDICATE = new RegExp(
  `^(?<name>(?!${ZH_ADVERB}|${ZH_VERB}|的|今|昨|明|上|下|这|那|前|后|刚|正|本|说|要|想|让|把|给|被|又|老是|总)(?:[老小阿大][\\p{Script=Han}]|[\\p{Script=Han}]{1,2}(?:阿姨|叔叔|叔|老师|医生|大夫|经理|主任|教授|总|工|姐|哥)|[A-Z][A-Za-z]+|[\\p{Script=Han}]{2,3}?))? ?(?:，|,)?(?=(?:${ZH_ADVERB})*(?:${ZH_VERB}))`,
  "u",
);

function readChinese(text: string): ThirdPerson | undefined {
  const simplified = toSimplified(text);
  const lead = ZH_LEAD.exec(simplified) ?? ZH_TEAM.exec(simplified) ?? ZH_BARE.exec(simplified);
  if (lead === null) return undefined;
  const { opener = "", words = "", relation = "同事" } = lead.groups ?? {};
  let at = opener.length + words.length;
  let subject = relationSubject(relation);
  const chain = new RegExp(`^的(?<relation>${ZH_RELATIONS})`, "u").exec(simplified.slice(at));
  if (chain !== null && subject !== undefined) {
    subject = `${subject}'s ${relationSubject(chain.groups?.relation ?? "")?.slice("user's ".length) ?? ""}`;
    at += chain[0].length;
  }
  const predicate = ZH_PREDICATE.exec(simplified.slice(at));
  if (subject === undefined || predicate === null) return undefined;
  const byOrder = /^[大二三]宝$/u.test(relation) ? relation : undefined;
  const name = predicate.groups?.name ?? byOrder;
  const start = at + predicate[0].length;
  return {
    subject,
    predicate: text.slice(start),
    asOwn: `我${text.slice(start)}`,
    words: text.slice(opener.length, start).replace(/[，,\s]+$/u, ""),
    shared: isSharedRelation(relation),
    ...(name === undefined || chain !== null
      ? {}
      : { name: name === byOrder ? name : text.slice(at, at + name.length) }),
  };
}

/**
 * Takes a clause that is about a relation of the user apart: "my sister Anna works in Porto" is about `user's sister`, never about the
 * user. `undefined` where no relation leads the clause.
 */
export function readThirdPerson(clause: string, language: "zh" | "en"): ThirdPerson | undefined {
  return language === "zh" ? readChinese(clause) : readEnglish(clause);
}
