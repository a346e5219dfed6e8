import { coreSubject, EN_RELATIONS, relationSubject, ZH_RELATIONS } from "./subjects.js";

/** Who or what the words before a predicate name. */
export type SubjectReading =
  | { readonly type: "user" }
  | { readonly type: "named"; readonly subject: string }
  | { readonly type: "pronoun"; readonly word: string }
  /** Nothing was said: the subject is to be taken from around. */
  | { readonly type: "none" }
  /** The words are no subject. */
  | { readonly type: "other" };

/** Whose something is; a pronoun is to be looked up from around. */
export interface Owner {
  readonly subject: string;
  readonly pronoun?: string;
}

/** `undefined` where the words name nobody. */
export function ownerOf(read: SubjectReading): Owner | undefined {
  if (read.type === "user") return { subject: "user" };
  if (read.type === "pronoun") return { subject: read.word, pronoun: read.word };
  return read.type === "named" ? { subject: read.subject } : undefined;
}

const OTHER: SubjectReading = { type: "other" };

const EN_ADVERBS =
  /(?:^|\s)(?:also|really|just|only|always|never|usually|still|actually|now|already|currently|basically|generally|typically|mostly|often|honestly|personally|definitely|absolutely|totally|apparently|both|all|do|does|did|am|is|are|have|has|been|will|would|can|could|should|must|might|going to|in general|myself|himself|herself|themselves)$/iu;
const EN_OPENERS =
  /^(?:and|but|so|also|oh|because|cause|since|as|that|though|although|plus|then|well|ok|yes|no|yeah|btw|actually|honestly|personally|remember|please remember|note|fyi|for the record|in general|generally|usually|normally|remember that|note that|keep in mind that|keep in mind|from now on|going forward|by default|at (?:home|work)|these days|now|currently|today|in the (?:morning|evening|afternoon)s?|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?)(?:[,:]| that)?\s+/iu;
const EN_RELATION = new RegExp(
  `^(?:my|our) (?:(?:little|older|younger|elder|big|twin|best|oldest|youngest|late|ex|own|new|old|dear|lovely|other|eldest|middle)[- ])*(?<relation>${EN_RELATIONS})(?:,? (?<name>\\p{Lu}[\\p{L}'-]+))?$`,
  "iu",
);
const EN_PRONOUN = /^(?:he|she|they|it|this|that|these|those|him|her|(?:this|that) one)$/iu;
const EN_NOT_NAME =
  /^(?:the|a|an|this|that|these|those|there|here|what|who|which|how|why|when|where|if|it|you|your|u|everyone|everybody|someone|somebody|nobody|people|one|some|any|no|yes|not|to|for|in|on|at|of|with|and|or|but|all|most|many|few|each|every|sounds?|looks?|feels?|seems?|moments?|things?|their|our|his|her|my|your|its|love|like|good|great|just|so|especially|today|tomorrow|yesterday|now|then|something|nothing|anything|kids these)\b/iu;
const EN_NAME =
  /^(?:[\p{Lu}\p{Script=Han}][\p{L}\d'&.-]*|[\p{L}\d]+-[\p{L}\d-]+)(?: (?:of |and |& )?[\p{Lu}\d][\p{L}\d'&.-]*){0,4}(?: (?:service|project|system|team|app|cluster|account|job|library|repo|server|api|database|db|platform|gateway|module))?$/u;
const EN_DEFINITE = /^(?:the|our|my) (?<noun>[\p{L}\d][\p{L}\d'_.-]*(?: [\p{L}\d][\p{L}\d'_.-]*){0,4})$/iu;

/** Reads the words in front of an English predicate. */
export function readEnglishSubject(prefix: string): SubjectReading {
  let text = prefix.trim().replace(/[,:]$/u, "");
  if (EN_PRONOUN.test(text)) return { type: "pronoun", word: text.toLowerCase() };
  for (let next = text.replace(EN_OPENERS, ""); next !== text; next = text.replace(EN_OPENERS, "")) text = next;
  for (let next = text.replace(EN_ADVERBS, "").trim(); next !== text; next = text.replace(EN_ADVERBS, "").trim())
    text = next;
  if (text === "") return { type: "none" };
  if (/^(?:i|we|me|myself|ourselves|both of us|im|my (?:family|household) and i)$/iu.test(text))
    return { type: "user" };
  const relation = EN_RELATION.exec(text)?.groups;
  if (relation?.relation !== undefined) {
    const subject = relationSubject(relation.relation);
    return subject === undefined ? OTHER : { type: "named", subject };
  }
  if (EN_PRONOUN.test(text)) return { type: "pronoun", word: text.toLowerCase() };
  const definite = EN_DEFINITE.exec(text)?.groups?.noun;
  if (definite !== undefined && /\b(?:is|was|are|were|be|been|of|had|has|that|who|which|will|would)\b/iu.test(definite))
    return OTHER;
  if (definite !== undefined) return { type: "named", subject: coreSubject(definite) };
  if (EN_NOT_NAME.test(text) || text.length > 48) return OTHER;
  if (EN_NAME.test(text)) return { type: "named", subject: coreSubject(text) };
  return OTHER;
}

const ZH_TIME_OR_ADVERB =
  /(?:特别|非常|超级|早饭|午饭|晚饭|早餐|午餐|晚餐|夜宵|饭[前后]|睡前|[\d一二两三四五六七八九十]+点(?:半|之?[前后]|以[前后])?|最近|比较|平时|平常|一直|一向|向来|从来|从小|现在|目前|当前|如今|已经|已|早上|晚上|中午|下午|上午|夜里|白天|周末|工作日|每天|每周|每次|每年|每个?月|每晚|每早|天天|都|也|就|还|最|很|挺|更|只|自己|本人|个人|其实|真的|一般|通常|基本|主要|一律|以后|今后|往后|总是|老|是|有点|有些|可以|可|会|要|能|刚|才|又|再|倒|反正|所以|因为|但|不过|而且|然后|不太|统一|应该|必须|得|昨晚|昨天|今天|今年|明年|下周|上周|正式|[上下这本]个?月|月[初中底]|年[初底]|明天|后天|[上下这本]个?学期|开学|接下来|过几天|[上下这本]?(?:周|星期|礼拜)[一二三四五六日天末]|，|,|：|:|\s)+$/u;
const ZH_OPENER =
  /^(?:但是?|不过|可是|而且|并且|然后|所以|因为|由于|其实|另外|对了|哦对?|还有|记住|记得|请记住|帮我记住|以后|今后|现在|目前|如今|眼下|当前|正式|[上下这本]?(?:周|星期|礼拜)[一二三四五六日天末]|[上下]周|[上下]个?月|明天|后天|前天|明年|去年|平时|平常|早上|晚上|周末|今年|今天|昨天|昨晚|那|就|只要|要是|反正|说明一下|补充一下|提醒一下|跟你说|我跟你说|你知道|注意|备注|，|,|：|:|\s)+/u;
const ZH_RELATION = new RegExp(
  `^(?:(?:我|我们|咱|咱们|俺)(?:家|的)?(?:那个|那)?)(?<relation>${ZH_RELATIONS})(?<name>[\\p{Script=Han}]{1,3})?$`,
  "u",
);
const ZH_PRONOUN =
  /^(?:[他她](?:自己)?(?:说|讲|表示|提过)[，,]?(?:[他她]|自己)?|他们?|她们?|它们?|佢|佢哋|这|那|这个|那个|对方|人家)$/u;
const ZH_USER =
  /^(?:我|我们|咱|咱们|俺|本人|我自己|我本人|我个人|我这人|我这个人|我这边|我哋|我平时|我们(?:组|部门|团队|公司|家|这边|班|店|学校|项目组))$/u;
/** Words in a longer run that make it a clause rather than a name. */
const ZH_VERBAL = /[我你他她您]|[是有会能想说觉看去来给被让把从到对]|希望|感觉|觉得|可以|看来|非常|一些|打算|需要/u;
const ZH_NOT_NAME =
  /(?:[的了着过吗呢吧啊么]|^(?:现$|正$|目$|在做|在用|在写|你|您|大家|谁|什么|怎么|哪|这|那|有|没|不|如果|要是|虽然|为了|关于|人|东西|事情?|时候|一|两|几|很多|所有|每|希望|看来|感觉|觉得|可以|更|最|非常|并|而|但|只|又))/u;

/** 在北辰智能（做…）: where, not who. */
const ZH_WHERE = /^(?:刚刚?|已经|又|才)?[在从][\p{Script=Han}A-Za-z\d ]{1,16}$/u;

/** Reads the words in front of a Chinese predicate; `prefix` in simplified script, `original` the same stretch as written. */
export function readChineseSubject(prefix: string, original: string): SubjectReading {
  let start = 0;
  let end = prefix.length;
  const opener = ZH_OPENER.exec(prefix);
  if (opener !== null) start = opener[0].length;
  for (;;) {
    const bare = prefix.slice(start, end);
    const tail = ZH_TIME_OR_ADVERB.exec(bare);
    if (tail === null || tail[0].length === 0) break;
    end = start + tail.index;
  }
  const text = prefix.slice(start, end).trim();
  const written = original.slice(start, end).trim();
  if (text === "" || ZH_WHERE.test(text)) return { type: "none" };
  if (ZH_USER.test(text)) return { type: "user" };
  const relation = ZH_RELATION.exec(text)?.groups;
  if (relation?.relation !== undefined) {
    const subject = relationSubject(relation.relation);
    return subject === undefined ? OTHER : { type: "named", subject };
  }
  if (ZH_PRONOUN.test(text))
    return { type: "pronoun", word: /^[他她](?=.)/u.test(text) && !/^[他她]们/u.test(text) ? text.charAt(0) : text };
  if (ZH_USER.test(text.slice(0, 1)) && [...text].length > 1) return readAfterUser(text);
  const core = coreSubject(text);
  const length = [...core].length;
  if (core === "" || ZH_NOT_NAME.test(core) || length > (/[A-Za-z\d]/u.test(core) ? 24 : 9)) return OTHER;
  if (length > 3 && !/[A-Za-z\d]/u.test(core) && ZH_VERBAL.test(core)) return OTHER;
  return { type: "named", subject: coreSubject(written) };
}

/** Somebody or something that belongs to the user, not the user. */
const ZH_OWNED = new RegExp(
  `^(?:我|我们|咱|咱们|俺)(?:家|的)?(?:${ZH_RELATIONS})|^(?:我们|咱们|咱)[\\p{Script=Han}]{0,4}的?[老小阿]?[\\p{Script=Han}]{1,3}|^我的`,
  "u",
);

/** "我贴身的", "我早上": the user, with something between. */
function readAfterUser(text: string): SubjectReading {
  if (ZH_OWNED.test(text)) return OTHER;
  return [...text].length <= 8 && !/[你他她它]/u.test(text) ? { type: "user" } : OTHER;
}
