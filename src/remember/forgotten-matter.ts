import type { Memory, Turn } from "../domain/index.js";
import { foldText, hasHan, queryTerms, splitSentences, toSimplified } from "../language/index.js";
import { HOLDING_TERMS } from "./holding-terms.js";

/** Words that say of a topic only that it is one. */
const GENERIC_EN =
  /(?:[\s-]+(?:stuff|things?|situations?|business|details?|stor(?:y|ies)|saga|matters?|issues?|drama|info(?:rmation)?|conversations?|parts?|bits?|mess|affairs?|news|plans?|training|prep|hunt(?:ing)?|search|experience|phase|topics?|subjects?|episode|incident|ordeal|whole thing|at all|from you|with you|to you|too|either|again|anymore|any ?more))+$/iu;
const LEAD_EN =
  /^(?:about |that |the fact that |i am |i'm |i |we are |we're |we |my |our |the |this |those |these |me |his |her |their |whole |entire |all |any )+/iu;
const LEAD_ZH = /^(?:关于|有关|我们?的?|咱们?的?|你记的|之前(?:说的)?|那个|这个|这次的?|那次的?|那些|这些|跟|和)+/u;
const TAIL_ZH =
  /(?:的?(?:那|这)?(?:些|件|个|点|次)?(?:事情?儿?|话题?|内容|信息|情况|记录|东西|细节|话))?(?:是?(?:多少|在?哪里?|什么|谁|几))?$/u;
const ASKS_ZH = /(?:在哪里?|是谁|多少|什么时候|怎么|为什么|哪里?|什么)/gu;
const NO_MATTER = new Set([
  ...HOLDING_TERMS,
  ..."thing stuff matter told said mention where how who what when whi 事 的 了 在 我 你 事情 那些 这些 这次 那次 一切 全部 所有".split(
    " ",
  ),
]);
/** Han characters that carry no matter. */
const PARTICLE = /[的了是在我你他她它们就都也和跟与给对把被让有没不很还要会能说讲提这那个件些次事话过着吗呢吧啊]/u;

/** Sets of words for one private matter: a topic of one of them is found where another was used. Flat lists. */
const SAME_MATTER: readonly RegExp[] = [
  /\b(?:ex|ex-?(?:husband|wife|boyfriend|girlfriend|partner|fianc[ée]e?)|former (?:husband|wife|partner)|broke up|split up|break-?up|separated)\b|前(?:男友|女友|夫|妻|任)|分手/iu,
  /\b(?:(?:old|former|previous|last|ex-?) ?(?:job|employer|company|work(?:place)?|boss|role|position|firm|office)|used to (?:work|be (?:an? )?\w+ at)|worked (?:at|for|as)|laid off|got fired|was fired|quit my job)\b|(?:以前|之前|原来|上一?家|前|老)的?(?:公司|单位|工作|东家|老板|岗位)|(?:以前|之前|原来|曾)在\p{Script=Han}{1,8}(?:上班|工作|做|干|当)|被裁|辞退/iu,
  /\b(?:salary|salaries|wages?|paycheck|pay(?!ing| back|ment)|income|earn(?:s|ed|ings)?|make \d|compensation|bonus)\b|工资|薪水|薪资|月薪|年薪|收入|奖金|待遇|挣|赚/iu,
  /\b(?:ivf|fertility|pregnan(?:t|cy)|conceiv(?:e|ing)|trying for (?:a|another)|expecting a|baby|miscarr\w*|ultrasound)\b|备孕|怀孕|试管|流产|产检|要孩子|二胎/iu,
  /\b(?:therap(?:y|ist|ies)|counsell?(?:ing|or)|psychiatrist|psychologist|shrink|antidepressants?|depress(?:ion|ed)|anxiety|panic attacks?|mental health)\b|心理(?:医生|咨询|治疗|健康)|抑郁|焦虑症|精神科|咨询师/iu,
  /\b(?:debts?|loans?|owe[sd]?|borrow(?:ed|s|ing)?|lent|mortgage|credit card debt)\b|欠(?:了|债|款|钱)?|借(?:了|钱|款|给)|贷款|债/iu,
  /\b(?:interview(?:s|ed|ing)?|recruiter|job (?:offer|hunt|search)|applied (?:to|for)|applying (?:to|for))\b|面试|投简历|求职|找工作|跳槽|猎头|offer/iu,
  /\b(?:divorc\w*|custody|alimony|split from my (?:husband|wife))\b|离婚|抚养权|前(?:夫|妻)/iu,
  /\b(?:diagnos\w*|illness|disease|medical|health|condition|surgery|operation|tumou?r|cancer|prescri\w*|medication|meds|clinic|hospital|symptoms?)\b|病|确诊|手术|体检|肿瘤|癌|吃药|住院|医院|药/iu,
  /\b(?:weight|diet(?:ing)?|kilos?|lost \d+ ?(?:kg|lbs|pounds))\b|减肥|体重|减重|瘦了/iu,
  /\b(?:drink(?:s|ing)? (?:problem|too much)|alcohol\w*|sober|sobriety|rehab|aa meetings?)\b|酗酒|戒酒|喝酒/iu,
  /\b(?:lawsuit|sue[sd]?|suing|court|lawyer|legal|hearing|settlement)\b|官司|起诉|诉讼|律师|法院|仲裁/iu,
  /\b(?:dating|date with|going out with|seeing someone|crush|tinder|hinge|affair)\b|约会|相亲|暗恋|对象|恋爱|出轨/iu,
  /\b(?:kids?|child(?:ren)?|sons?|daughters?)\b|孩子|小孩|儿子|女儿|娃/iu,
  /\b(?:mum|mom|mother)\b|妈妈?|母亲/iu,
  /\b(?:dad|father)\b|爸爸?|父亲/iu,
  /\b(?:address|live (?:at|in|on)|lives? at|home)\b|住址|地址|住在|家住/iu,
  /\b(?:moving|move|relocat\w+)\b|搬家|搬到|搬去/iu,
  /\b(?:vacation|holiday|trip|travell?ing)\b|旅行|旅游|度假/iu,
  /\bknees?\b|膝/iu,
  /\bbirthdays?\b|\bborn (?:on|in)\b|生日|出生/iu,
  /\b(?:school|kindergarten|nursery|preschool)\b|上学|学校|小学|中学|幼儿园|读书/iu,
];

/** "My old job at Brightwell": the name alone is the matter. */
const NAMED = /\b(?:at|called|named) (\p{Lu}[\p{L}\p{N}'-]+)/u;

/** "The Müller account", 鼎盛那个账户: what is told of the name is told of its account. */
const NAMED_SORT =
  /^(?<en>\p{Lu}[\p{L}\p{N}&'-]+(?: \p{Lu}[\p{L}\p{N}&'-]+)*)(?:'s)? (?:account|client|customer|project|case|deal|file|engagement|contract|campaign|order|tender|bid|pitch|job|matter|merger|lease|tenancy|complaint|ticket)s?$|^(?<zh>[\p{Script=Han}A-Za-z\d]{2,8}?)(?:的)?(?:那个|这个|那家|这家|那边|那份|那单|那笔)?(?:账户|账号|客户|项目|案子|案件|合同|单子|订单|公司|厂家?|供应商|租约|投诉|工单)$/u;
/** In front of such a word, and no name. */
const NO_NAME = /^(?:我们?|公司|新|旧|老|大|小|上个?|下个?|那个?|这个?|第\p{Script=Han}|所有|全部|重要|别的|其他)$/u;

function nameOfSort(topic: string): string | undefined {
  const { en, zh } = NAMED_SORT.exec(topic)?.groups ?? {};
  return zh !== undefined && NO_NAME.test(zh) ? undefined : (en ?? zh);
}

export interface Matter {
  /** Everything in it is found in the text: 1; nothing: 0. */
  shareIn(text: string): number;
  /** The topic without what frames it. */
  readonly topic: string;
}

function characters(text: string): readonly string[] {
  return [...new Set([...text].filter((sign) => /\p{Script=Han}/u.test(sign) && !PARTICLE.test(sign)))];
}

interface Unit {
  /** How much of what is in the unit the text has. 0–1 */
  found(folded: string, terms: ReadonlySet<string>): number;
}

function unitOf(term: string): Unit {
  const han = characters(term);
  return {
    found: (folded, terms) => {
      if (terms.has(term) || (han.length > 1 && folded.includes(term))) return 1;
      return han.length <= 1 ? 0 : han.filter((sign) => folded.includes(sign)).length / han.length;
    },
  };
}

function bareTopic(topic: string): string {
  const text = toSimplified(topic.trim()).replace(/[’]/gu, "'");
  if (!hasHan(text)) return text.replace(GENERIC_EN, "").replace(LEAD_EN, "").trim();
  return text.replace(LEAD_ZH, "").replace(TAIL_ZH, "").replace(ASKS_ZH, " ").trim();
}

/** One of several that are named together: 纪念日、花. */
const LISTED = /[、，,]|以及|还有/u;
const NOBODY = /^(?:跟|和)?(?:他|她|它|他们|她们)(?:有关)?的?$|^(?:him|her|them|it)$/iu;

/** What a topic is made of, to be looked for in what is held: one of several named together is enough. `undefined`: it names nothing. */
export function matterOfTopic(said: string): Matter | undefined {
  const parts = said.split(LISTED).filter((part) => part.trim() !== "" && !NOBODY.test(part.trim()));
  const matters = parts.flatMap((part) => singleMatter(part) ?? []);
  const [first] = matters;
  if (first === undefined || matters.length === 1) return first;
  return {
    topic: matters.map(({ topic }) => topic).join("、"),
    shareIn: (text) => matters.reduce((most, matter) => Math.max(most, matter.shareIn(text)), 0),
  };
}

function singleMatter(said: string): Matter | undefined {
  const topic = bareTopic(said);
  const kin = SAME_MATTER.filter((words) => words.test(topic));
  // what a set of words stands for needs no other word of its own
  const rest = kin.reduce((text, words) => text.replace(new RegExp(words.source, "giu"), " "), topic);
  const units = queryTerms(rest)
    .filter((term) => !NO_MATTER.has(term) && (!/\p{Script=Han}/u.test(term) || characters(term).length > 0))
    .map(unitOf);
  if (kin.length + units.length === 0) return undefined;
  const own = foldText(topic);
  const name = NAMED.exec(topic)?.[1] ?? nameOfSort(topic);
  return {
    topic,
    shareIn: (text) => {
      const folded = foldText(toSimplified(text));
      if (own.length >= 2 && folded.includes(own)) return 1;
      if (name !== undefined && folded.includes(foldText(name))) return 1;
      const terms = new Set(queryTerms(text));
      const byKin = kin.filter((words) => words.test(folded)).length;
      const byUnit = units.reduce((sum, unit) => sum + unit.found(folded, terms), 0);
      return (byKin + byUnit) / (kin.length + units.length);
    },
  };
}

/** A turn is long where its words can meet by chance: then they must meet in one sentence. */
const LONG_TURN = 200;

/** How much of the matter a turn has. 0–1 */
export function shareInTurn(matter: Matter, { text }: Pick<Turn, "text">): number {
  if (text.length <= LONG_TURN) return matter.shareIn(text);
  return splitSentences(text.slice(0, 20_000)).reduce((most, span) => Math.max(most, matter.shareIn(span.text)), 0);
}

export function shareInMemory(matter: Matter, memory: Pick<Memory, "content" | "evidence" | "entities">): number {
  return matter.shareIn([memory.content, memory.evidence, ...memory.entities].join("\n"));
}

const PERSON_EN =
  /^(?:ex|ex-?\w+|boyfriend|girlfriend|husband|wife|partner|fianc[ée]e?|boss|manager|landlord|landlady|therapist|doctor|dentist|lawyer|neighbou?r|room-?mate|flat-?mate|co-?worker|colleague|friend|best friend|cousin|brother|sister|mother|mum|mom|father|dad|uncle|aunt|nephew|niece|son|daughter|crush|date|teacher|coach|student|client|stalker)$/iu;
const PERSON_ZH =
  /^(?:前?(?:男友|女友|男朋友|女朋友|夫|妻|任|老板|领导|同事|室友|对象)|老公|老婆|房东|医生|邻居|朋友|闺蜜|表[哥弟姐妹]|堂[哥弟姐妹]|哥哥?|弟弟?|姐姐?|妹妹?|老师|教练|客户|合伙人|相亲对象|暗恋对象)$/u;

/** Names that the texts give to the person of the topic: "my ex Callum", 前男友叫周屿. */
export function namesOf({ topic }: Matter, texts: readonly string[]): readonly string[] {
  const names = new Set<string>();
  if (PERSON_EN.test(topic)) {
    const word = topic.replace(/[-]/gu, "\\-");
    const after = new RegExp(
      `\\b${word}(?:'s name is|,? (?:is |was )?(?:called|named|is)?)? ?(\\p{Lu}[\\p{L}'-]+)`,
      "iu",
    );
    const before = new RegExp(`(\\p{Lu}[\\p{L}'-]+),? (?:is |was |who(?:'s| is) )?(?:my|our) ${word}\\b`, "u");
    for (const text of texts) {
      for (const pattern of [after, before]) {
        const name = pattern.exec(text)?.[1];
        if (name !== undefined && /^\p{Lu}/u.test(name)) names.add(name);
      }
    }
  } else if (PERSON_ZH.test(topic)) {
    const named = new RegExp(
      `${topic}(?:的名字)?(?:叫做?|名叫|是|姓|，|,)?(\\p{Script=Han}{2,3}?)(?=[，,。；！？\\s]|他|她|也|还|上|去|在|$)`,
      "u",
    );
    for (const text of texts) {
      const name = named.exec(text)?.[1];
      if (name !== undefined && !PARTICLE.test(name)) names.add(name);
    }
  }
  return [...names];
}
