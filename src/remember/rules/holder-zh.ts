import { tagWords, toSimplified } from "../../language/index.js";
import { relationSubject, ZH_RELATIONS } from "../../language/slots/index.js";
import type { Holder } from "./held.js";
import { toThirdPersonChinese } from "./third-person-zh.js";

/** What a clause may open with before its subject. */
const OPENER =
  /^(?:但是?|不过|可是|而且|并且|然后|所以|因为|其实|另外|对了|还有|记住|那(?=[，,])|现在|目前|平时|最近|今年|去年|前年|上个?月|上周|以前|之前|，|,|：|:|\s)+/u;
const MEASURE = "[个只条位名台辆套间把架部块头匹棵盆张家栋座份]";
/** 我养了只三花, 我家有台电钢琴: the clause introduces what the next one goes on about. */
const INTRODUCES = new RegExp(
  `^(?:我|咱|俺)(?:们)?(?:家|班|组|队|店|公司|部门|单位|小区|楼|村|科|学校)?(?:里|上)?(?:现在|最近|刚|还|也|以前|去年|前年|上个?月|又|新)*(?:有|养|捡|领养|收养|买|租|认识|请|雇|种|添|入手|收)(?:了|着|过)?[一两]?${MEASURE}(?<thing>[^，。的叫]{1,10})(?:(?:名|就)?叫(?<name>[\\p{Script=Han}A-Za-z]{1,6}))?$`,
  "u",
);
const FIRST_PERSON = /^(?:我|咱|俺|本人)/u;
const OWN_GROUP =
  /^(?:我们?|咱们?|俺们?)(?:的)?(?<group>部门|组|公司|团队|班|店|家|学校|项目|小区|单位|院|所|厂|楼|村|科|社)(?![里长会门])/u;
const OWN_THING =
  /^(?:我|咱|俺)(?:们)?(?:家)?的(?<thing>[\p{Script=Han}A-Za-z\d]{1,8}?)(?=是|有|在|叫|姓|不|很|特别|已经|也|刚|每|只|要|得|能|会|坏|$)/u;
/** What one is or has as a person: who tells of these goes on about themselves. 我的名字是许澄，现在在… */
const OWN_TRAIT =
  /^(?:全?名|名字|姓名?|[大小网英昵][文]?名|昵称|生日|年龄|年纪|岁数|属相|星座|血型|身高|体重|性格|习惯|爱好|兴趣|特长|口味|饮食|作息|工作|职业|职位|职务|岗位|职责|专业|学历|老家|家乡|籍贯|住址|地址|电话|手机号?码?|邮箱|微信号?|工号|目标|计划|原则|想法|母语|国籍)$/u;
const KIN = new RegExp(
  `^(?<own>(?:我|咱|俺)(?:们)?(?:家|的)?)?(?<words>[大小二三]?(?<relation>${ZH_RELATIONS}))(?!的|们|说|问|和|跟|与|让我|给我|叫我|劝我|帮我|家|[粮砂窝绳舍罐缸笼食抓爬])`,
  "u",
);
/** Kin and people that need no possessive to be the speaker's own. */
const BARE_KIN =
  /^(?:[大小二三]?(?:女儿|儿子|闺女|孙子|孙女)|老婆|老公|媳妇|爸妈|父母|妈妈|爸爸|老妈|老爸|奶奶|爷爷|外婆|外公|姥姥|姥爷|女朋友|男朋友|岳母|岳父|婆婆|公公|室友|哥哥|姐姐|弟弟|妹妹|房东|邻居|大宝|二宝|[小大]?(?:侄[女子]|外甥女?|姨|姑|舅)|[表堂][哥姐弟妹]|老丈人|主管|上司|导师|同桌|爱人|老伴)$/u;
/** By title, or by how people are called: 张工, 老赵, 楼下王阿姨. */
const TITLED =
  /^(?<words>(?:我们?|咱们?)?(?:公司|部门|组里?|小区|楼上|楼下|隔壁|对门|门口)?的?(?:[老小阿](?![板师时区说姐哥公婆家房年])[\p{Script=Han}]|[\p{Script=Han}]{1,2}(?:总|工|姐|哥|叔|姨|阿姨|叔叔|师傅|老师|医生|大夫|教授|律师|经理|主任|主管)))(?=(?:现在|今年|平时|一直|也|都|就|还|已经|刚|不|只|特别|很|最)*(?:是|在|当|做|住|有|养|对|喜欢|爱|管|负责|帮|姓|来自|退休|教|开|怕|会))/u;
/** Parts, traits and belongings: they are of whomever the clause before told about. */
const PART =
  /^(?:左|右|两|双|现在|平时|以前)?(?:耳朵|耳(?=听)|肾|肝|肺|血型|眼睛|眼神|腿脚|腿|脚|手脚|膝盖|腰|背|脖子|颈椎|腰椎|髋关节|关节|牙口|牙齿|牙|肠?胃|心脏|血压|血糖|血脂|视力|听力|记性|脾气|性格|性子|胆子|胃口|饭量|个子|体重|身高|皮肤|头发|尾巴|嗓子|身体|身子|睡眠|人(?=[很挺特非超比也不都好还])|电话|手机|微信|号码|生日|名字|小名|大名|店名|收费|要价|价格|价钱|月租|房租|租金|押金|年纪|年龄|岁数|营业时间|门牌|车牌|班主任|同桌|毛色|总部|型号|硒鼓|油耗|厂子|店面|老板(?=姓|是)|老板娘|店长|掌柜)(?!的)/u;
const SPOUSE = /^(?:老公|老婆|丈夫|妻子|媳妇|对象|男朋友|女朋友)(?!的|们|说)/u;
const OF_SPOUSE = /^user's (?:wife|husband|partner|girlfriend|boyfriend)$/u;

/** Whether a clause tells of a part, trait or belonging of whoever was spoken of before it: 耳朵不好, 电话下午打. */
export function tellsOfPart(clause: string): boolean {
  return PART.test(toSimplified(clause.trim()));
}

/** The word that names the part. */
export function partIn(clause: string): string | undefined {
  return PART.exec(toSimplified(clause.trim()))?.[0];
}

/** 我妹妹嫁到了大连，老公是海员: hers. */
export function isOfSpouseOf(clause: string, holder: Holder): boolean {
  return SPOUSE.test(clause.trim()) && holder.subject.startsWith("user's ") && !OF_SPOUSE.test(holder.subject);
}

const THEIR_KIN = /^(?:父母|爸妈|爸爸|妈妈|父亲|母亲|爷爷|奶奶|外公|外婆|姥姥|姥爷|家长)(?!的|们|说)/u;

/** 班里有个学生叫阿勉，父母在外地: of whoever the clause before named, and no kin of the speaker's. */
export function isOfKinOf(clause: string, { subject }: Holder): boolean {
  return THEIR_KIN.test(clause.trim()) && !subject.startsWith("user") && !/[我咱俺]/u.test(clause);
}

const NO_HOLDER =
  /^[只不没很也都就还再又]|^(?:时候|时间|事情?|东西|情况|问题|今[天年晚]|明[天年]|昨[天晚]|上午|下午|晚上|早上|中午|周末|平时|每.*|大家|别人|人|自己|第[一二三四五六七八九十]|里面|外面|其中|地点|地址|位置|费用|一共|总共|顺序|原因|好处)$/u;
const NOMINAL = /^(?:n(?!t$)|x|eng|vn|an|nz|j|l|r|m|q|f|s|a|b|uj|ng|i|k|t)/u;
const NOUN_END = /^(?:n(?!t$)|x|eng|vn|nz|j|l|ng)/u;
const ENDS_SUBJECT = /^(?:v(?!n$)|d|p|zg?$|c|a)/u;
const LONGEST_WORDS = 14;

/** The nominal words that a clause opens with, and whether nothing follows them. */
function nominalHead(clause: string): { readonly words: string; readonly isWhole: boolean } | undefined {
  let at = 0;
  let end = 0;
  for (const { word, tag } of tagWords(clause)) {
    const joins = /^(?:的|里|上|那|这)$/u.test(word);
    if (!joins && (ENDS_SUBJECT.test(tag) || /^[是有在叫姓用归为被把]/u.test(word)) && !(tag === "a" && at === 0))
      break;
    if (!joins && !NOMINAL.test(tag)) return undefined;
    at += word.length;
    if (NOUN_END.test(tag)) end = at;
  }
  const words = clause.slice(0, at);
  if (end !== at || at === 0 || [...words].length > LONGEST_WORDS || NO_HOLDER.test(words)) return undefined;
  return { words, isWhole: at === clause.length };
}

const BARE_NAME = /^(?![一二两三四五六七八九十百千万几半])(?!.*[你您好谢是对嗯哈呀啊哦])\p{Script=Han}{2,4}$/u;
/** 爷爷留下的那块怀表: whoever stands in it is not whom it is about. */
const NOUN_PHRASE = new RegExp(
  `^[^，。是]{0,12}?[那这]${MEASURE}[\\p{Script=Han}A-Za-z]{1,8}(?<![了着过的吗呢吧好])(?<!.*${MEASURE}.*[很不太挺都也在有要会能没].*)$`,
  "u",
);
const MEASURED = new RegExp(`^${MEASURE}`, "u");

/** What a noun phrase alone, or before 是, 在 and the like, tells about. */
function thingOf(clause: string): Holder | undefined {
  if (NOUN_PHRASE.test(clause))
    return { subject: clause.replace(/^.*[那这]/u, "").replace(MEASURED, ""), words: clause };
  const head = nominalHead(clause);
  if (head === undefined || [...head.words].length < 2) return undefined;
  const determined = /^(?:那|这|我|咱)|的|[里上口]那?/u.test(head.words);
  const stated = /^(?:是|叫|在|有|姓|怕|会|不(?![吃喝碰用抽买看穿])|坏)/u.test(clause.slice(head.words.length));
  if (!determined && !stated && !(head.isWhole && BARE_NAME.test(head.words))) return undefined;
  return {
    subject: head.words.replace(/^(?:那|这)(?:[个只条位台辆套间把架部块头匹棵盆张家栋座])?/u, ""),
    words: head.words,
  };
}

/** Whom or what a Chinese clause is about; undefined where it names nobody. Pure. */
export function holderInChinese(clause: string): Holder | undefined {
  const simplified = toSimplified(clause.trim());
  const text = simplified.replace(OPENER, "");
  const written = simplified.length === clause.trim().length ? clause.trim().slice(-text.length || undefined) : text;
  if (text === "" || PART.test(text)) return undefined;
  const { thing: introduced, name } = INTRODUCES.exec(text)?.groups ?? {};
  if (introduced !== undefined)
    return { subject: name ?? introduced, words: name ?? `用户的${introduced}`, isIntroduced: true };
  if (NOUN_PHRASE.test(text)) return asThird(thingOf(written));
  const kin = KIN.exec(text)?.groups;
  const relation = relationSubject(kin?.relation ?? "");
  if (
    kin?.words !== undefined &&
    relation !== undefined &&
    (kin.own !== undefined || BARE_KIN.test(kin.words)) &&
    endsWord(text.slice(kin.own?.length ?? 0), kin.words.length)
  )
    return { subject: relation, words: ownKin(kin.words) };
  const group = OWN_GROUP.exec(text)?.groups?.group;
  if (group !== undefined) return { subject: "user", words: toThirdPersonChinese(`我们${group}`) };
  const thing = OWN_THING.exec(text)?.groups?.thing;
  if (thing !== undefined && OWN_TRAIT.test(thing)) return { subject: "user", words: "用户" };
  if (thing !== undefined) return { subject: relationSubject(thing) ?? thing, words: `用户的${thing}` };
  const titled = TITLED.exec(text)?.groups?.words;
  if (titled !== undefined) {
    const name = titled.replace(
      /^(?:(?:我们?|咱们?)?(?:公司|部门|组里?|小区|楼上|楼下|隔壁|对门|门口)?的?)(?=.{2})/u,
      "",
    );
    return { subject: name, words: toThirdPersonChinese(titled) };
  }
  if (FIRST_PERSON.test(text)) return { subject: "user", words: "用户" };
  return asThird(thingOf(written));
}

const OF_KIN = new RegExp(
  `^(?<own>(?:我|咱|俺)(?:们)?(?:家|的)?)?(?<words>[大小二三](?<relation>${ZH_RELATIONS}))的[\\p{Script=Han}A-Za-z]{1,}`,
  "u",
);

/** 小女儿的幼儿园定了: of which of several the clause tells; what belongs to the only one is compared as a thing (我妈的药). */
export function kinPossessorIn(clause: string): Holder | undefined {
  const text = toSimplified(clause.trim()).replace(OPENER, "");
  const kin = OF_KIN.exec(text)?.groups;
  const relation = relationSubject(kin?.relation ?? "");
  if (kin?.words === undefined || relation === undefined || NOUN_PHRASE.test(text)) return undefined;
  return kin.own !== undefined || BARE_KIN.test(kin.words)
    ? { subject: relation, words: ownKin(kin.words) }
    : undefined;
}

function ownKin(words: string): string {
  return /^[大小二三]/u.test(words) ? `用户的${words}` : toThirdPersonChinese(`我${words}`);
}

/** 狗粮, 猫砂: the word for a relation goes on. */
function endsWord(text: string, length: number): boolean {
  let at = 0;
  for (const { word } of tagWords(text.slice(0, LONGEST_WORDS))) {
    at += word.length;
    if (at >= length) return at === length;
  }
  return false;
}

function asThird(holder: Holder | undefined): Holder | undefined {
  return holder === undefined ? undefined : { ...holder, words: toThirdPersonChinese(holder.words) };
}
