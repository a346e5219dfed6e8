import { foldText } from "../analyzer.js";

interface Relation {
  readonly name: string;
  readonly en: string;
  readonly zh: string;
}

/** People and animals that belong to the user, by what the user calls them. */
const RELATIONS: readonly Relation[] = [
  {
    name: "sister",
    en: "sister|sis|little sister|younger sister|older sister|elder sister|big sister",
    zh: "妹妹|妹|姐姐|姐|我姐|小妹|大姐|二姐",
  },
  { name: "brother", en: "brother|bro|little brother|older brother", zh: "弟弟|弟|哥哥|哥|大哥|二哥|小弟" },
  { name: "mother", en: "mother|mom|mum|mama|mommy", zh: "妈妈|妈|母亲|老妈" },
  { name: "father", en: "father|dad|papa|daddy", zh: "爸爸|爸|父亲|老爸|爹" },
  { name: "parents", en: "parents|folks", zh: "父母|爸妈|爹妈" },
  { name: "wife", en: "wife|missus", zh: "老婆|妻子|媳妇|太太|爱人" },
  { name: "husband", en: "husband|hubby", zh: "老公|丈夫|先生" },
  {
    name: "partner",
    en: "partner|spouse|fiance|fiancee|fiancé|fiancée|other half",
    zh: "对象|伴侣|老伴儿?|未婚妻|未婚夫",
  },
  { name: "girlfriend", en: "girlfriend|gf", zh: "女朋友|女友" },
  { name: "boyfriend", en: "boyfriend|bf", zh: "男朋友|男友" },
  { name: "son", en: "son|boy", zh: "儿子|我儿|小子" },
  { name: "daughter", en: "daughter|girl", zh: "女儿|闺女|丫头" },
  { name: "child", en: "child|kid|baby|toddler|kids|children", zh: "孩子|小孩|娃|宝宝|小朋友|孩儿|大宝|二宝|三宝" },
  { name: "grandmother", en: "grandmother|grandma|granny|gran|nan|nana|nanna", zh: "奶奶|外婆|姥姥" },
  { name: "grandfather", en: "grandfather|grandpa|grandad|granddad|gramps", zh: "爷爷|外公|姥爷" },
  { name: "aunt", en: "aunt|auntie", zh: "姑姑|姑妈|阿姨|姨妈|姨|舅妈|婶婶" },
  { name: "uncle", en: "uncle", zh: "叔叔|舅舅|伯伯|姑父|姨父|大伯" },
  { name: "cousin", en: "cousin", zh: "表哥|表姐|表弟|表妹|堂哥|堂姐|堂弟|堂妹" },
  { name: "mother-in-law", en: "mother-in-law", zh: "岳母|丈母娘|婆婆" },
  { name: "father-in-law", en: "father-in-law", zh: "岳父|老丈人|公公" },
  { name: "sister-in-law", en: "sister-in-law", zh: "嫂子|弟媳|弟妹|小姨子|小姑子" },
  { name: "brother-in-law", en: "brother-in-law", zh: "姐夫|妹夫|小舅子|大舅子" },
  { name: "grandson", en: "grandson", zh: "孙子|外孙" },
  { name: "granddaughter", en: "granddaughter", zh: "孙女|外孙女" },
  { name: "niece", en: "niece", zh: "侄女|外甥女" },
  { name: "nephew", en: "nephew", zh: "侄子|外甥" },
  { name: "roommate", en: "roommate|flatmate|housemate", zh: "室友|舍友|合租室友" },
  { name: "neighbour", en: "neighbour|neighbor", zh: "邻居" },
  { name: "friend", en: "friend|best friend|buddy|mate|bff", zh: "朋友|好朋友|好友|闺蜜|哥们儿?|发小|死党|兄弟" },
  { name: "classmate", en: "classmate|schoolmate", zh: "同学|同桌|学长|学姐|学弟|学妹|校友" },
  { name: "colleague", en: "colleague|coworker|co-worker|teammate|workmate|deskmate", zh: "同事|队友|搭档" },
  { name: "business partner", en: "business partner|co-founder|cofounder", zh: "合伙人|联合创始人" },
  { name: "apprentice", en: "apprentice|mentee|intern", zh: "徒弟|实习生" },
  { name: "boss", en: "boss|manager|supervisor|team lead|line manager", zh: "老板|领导|上司|主管|经理|组长|上级" },
  { name: "teacher", en: "teacher|tutor|professor|coach|mentor", zh: "老师|教练|导师|师傅|师父|班主任" },
  { name: "doctor", en: "doctor|dentist|therapist|physio", zh: "医生|大夫|牙医" },
  { name: "client", en: "client|customer", zh: "客户|甲方" },
  { name: "landlord", en: "landlord", zh: "房东" },
  { name: "dog", en: "dog|puppy|pup", zh: "狗|狗狗|小狗" },
  { name: "cat", en: "cat|kitten|kitty", zh: "猫|猫咪|小猫" },
  { name: "pet", en: "pet|rabbit|bunny|hamster|parrot|bird|fish|turtle", zh: "宠物|兔子|仓鼠|鹦鹉|乌龟" },
];

const BY_WORD = new Map<string, string>();
for (const { name, en, zh } of RELATIONS) {
  for (const word of `${en}|${zh}`.split("|")) BY_WORD.set(foldText(word.replace("儿?", "儿")), name);
}

function alternation(language: "en" | "zh"): string {
  return RELATIONS.flatMap((relation) => relation[language].split("|"))
    .sort((a, b) => b.length - a.length)
    .join("|");
}

/** Relations that several people have to the user at once: only the name tells them apart. */
const SHARED = new Set(
  "sister brother child son daughter cousin aunt uncle niece nephew friend classmate colleague client teacher neighbour roommate apprentice doctor grandson granddaughter".split(
    " ",
  ),
);

/** Whether the user may have several people in this relation. */
export function isSharedRelation(word: string): boolean {
  const name = BY_WORD.get(foldText(word));
  return name !== undefined && SHARED.has(name);
}

/** Words for relations, longest first, for use inside a pattern. */
export const EN_RELATIONS = alternation("en");
export const ZH_RELATIONS = alternation("zh");

/** "sister", 妹妹 → `user's sister`; undefined where the word names no relation. */
export function relationSubject(word: string): string | undefined {
  const name = BY_WORD.get(foldText(word));
  return name === undefined ? undefined : `user's ${name}`;
}

const ZH_TYPE_NOUN = /(?:服务|项目|系统|平台|集群|组件|应用|程序|模块|那边|那个|这个|这边|公司|活动|实例|报告|合同)$/u;
const EN_TYPE_NOUN =
  /\s+(?:service|project|system|platform|cluster|component|app|application|module|database|team|account|website|site|repo|repository|job|api|programme|program|report|contract|document|launch|deal)$/iu;
const EN_ARTICLE = /^(?:the|our|my|your|this|that|a|an|any|anything|all|everything|for|on)\s+/iu;
/** "Project Heron", 项目灰鹭, 工单 T-3391: the sort in front of the name. */
const SORT_IN_FRONT =
  /^(?:(?:工单|订单|采购单|任务|需求|缺陷|合同|发票|申请单|ticket|order|task|issue|invoice|contract|bug|case)\s*(?:号|编号|number|no\.?)?\s*[#:：]?\s*(?=[A-Z]{1,8}-?\d)|(?:project|service|system|cluster)\s+(?=\p{Lu})|(?:项目|系统|服务|集群)(?!经理|组|部|负责|管理|运营|总监|助理|进度|预算|名|周期|计划|器|员|版本|状态|代号|架构|日志)(?=[\p{Script=Han}A-Za-z\d]{2,}))/iu;
const ZH_LEAD =
  /^(?:我们的?|咱们?的?|咱|我的|这个|那个|关于|跟|和|客户|现在|目前|当前|今年|把|将|给|在|由|对|从|以后|今后|所有|新的?)(?=.{2,})/u;

/**
 * A subject's name without what only says its sort: "the Alder service" and "Alder", 小鹿项目 and 小鹿 are one. A name that is nothing
 * but a sort ("the service") stays as it is.
 */
export function coreSubject(subject: string): string {
  let bare = subject.trim().replace(/^["“「『《]+|["”」』》]+$/gu, "");
  for (let next = bare.replace(EN_ARTICLE, ""); next !== bare; next = bare.replace(EN_ARTICLE, "")) bare = next;
  bare = bare.replace(ZH_LEAD, "").replace(SORT_IN_FRONT, "");
  for (const noun of [EN_TYPE_NOUN, ZH_TYPE_NOUN]) {
    const shorter = bare.replace(noun, "").trim();
    if ([...shorter].length >= 2) bare = shorter;
  }
  return bare.replace(/的$/u, "").trim();
}
