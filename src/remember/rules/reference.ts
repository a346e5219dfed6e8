import { findEntities } from "../../language/index.js";
import { coreSubject, EN_RELATIONS, relationSubject, ZH_RELATIONS } from "../../language/slots/index.js";

/** Who a pronoun means: the key statements are compared under, and the words to put in its place. */
export interface Referent {
  readonly subject: string;
  readonly words: string;
}

/** "The dog", "the missus": there is one. */
const THE_ONE =
  "dog|puppy|pup|cat|kitten|baby|toddler|kid|boy|girl|wife|missus|husband|landlord|vet|parrot|rabbit|hamster";
const EN_RELATION = new RegExp(
  `\\b(?:my|our|(?<=\\b(?:have|has|got) )an?|the(?= (?:[\\p{L}-]+ )?(?:${THE_ONE})\\b)) (?:[\\p{L}-]+ )?(?<relation>${EN_RELATIONS})\\b(?:,? (?<name>\\p{Lu}[\\p{L}'-]+))?`,
  "giu",
);
const ZH_RELATION = new RegExp(`(?:我|我们|咱|咱们|俺)(?:家|的|跟|和|与|给|陪|带)?(?<relation>${ZH_RELATIONS})`, "gu");
/** 大女儿, 老公: closest kin are the speaker's own where no one else's name stands before them. */
const ZH_KIN =
  /(?<![他她你您的家\p{Script=Han}]的?|别人|人家)(?<words>(?:[大小二三]|老)?(?<relation>女儿|儿子|闺女|孙子|孙女|老婆|老公|媳妇|老妈|老爸|爸爸|妈妈|婆婆|岳母|岳父|外婆|外公|奶奶|爷爷|弟弟|妹妹|哥哥|姐姐|室友|对象|男朋友|女朋友|孩子|猫|狗))(?!们|的)/gu;
/** "Gran's birthday is in May": closest kin without a possessive. */
const EN_BARE_KIN = /(?<=^|[.,!?;] )(?:Mum|Mom|Dad|Gran|Granny|Grandma|Grandad|Grandpa|Nan)(?=['’]s\b| \p{Ll})/gu;
const PLURAL = /^(?:they|them|他们|她们|它们|佢哋)$/iu;
const THING = /^(?:it|this|that|this one|that one|these|those|它|这|那|这个|那个)$/iu;
const THINGS = new Set(["project", "product", "organisation", "identifier"]);

/** People by what is said around their name, where no list knows it: "met Odette", "Ike from work is …", Mrs Ferrante; 老范, 小葵, 客户姓欧阳. */
const EN_NAMED =
  /\b(?:Mr|Mrs|Ms|Miss|Dr|Prof|Sir|Aunt|Uncle)\.? (?<titled>\p{Lu}[\p{L}-]+)|\b(?:with|met|saw|told|asked|called|named|from|for|and|by|client|customer|colleague|coworker|friend|neighbou?r|patient|student|tenant|teacher|boss),? (?<met>\p{Lu}\p{Ll}{2,}(?: \p{Lu}\p{Ll}+)?)(?=$|[\s,.!?'])|(?:^|[.!?] )(?<leading>\p{Lu}\p{Ll}{2,})(?: from [\p{Ll}]+| in \p{Ll}+)?,? (?:is|was|has|had|hates|loves|likes|says|said|works|lives|runs|owns|plays|can't|never|always|just|also|told)\b/gu;
const NO_NAME =
  /^(?:The|This|That|There|They|These|Those|Then|Their|What|When|Where|Who|Why|How|And|But|She|His|Her|Its|Our|Your|You|Not|Now|Yes|Yeah|Just|Today|Tomorrow|Yesterday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|Everyone|Everything|Nothing|Someone|Nobody|Work|Lunch|Dinner|Rent|Room|English|French|German|Spanish|Chinese)$/u;
const ZH_NAMED =
  /(?<nick>老[王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗郑梁谢宋唐许邓韩冯曹彭曾肖田董潘袁蔡蒋余杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖石金贾夏付邹熊孟秦邱侯江尹薛闫段雷黎史陶贺郝顾龚邵钱戴严孔汤葛康施洪季]|(?<![最很太也都还从大多越一二三四五六附])小(?![上下时学区心孩猫狗吃说店伙费票声组程米麦型号数于班年朋姐哥弟妹女儿子雨雪包车书提结菜酒事气众虎鼠旧早姨伤看瞧])[\u4e00-\u9fff]|阿(?![姨婆公爸妈哥姐弟妹爷司莫里胶拉托奇尔根富联斯])[\u4e00-\u9fff])|(?<sort>客户|客人|病人|租客|学生|同事|邻居)姓(?<family>[\u4e00-\u9fff]{1,2})(?=$|[，。,、的])|姓(?<family2>[\u4e00-\u9fff]{1,2})的(?<sort2>客户|客人|病人|租客|学生|同事|邻居|先生|女士|师傅|医生|老师)/gu;

function* namedAround(text: string): Generator<{ readonly at: number; readonly referent: Referent }> {
  for (const match of text.matchAll(EN_NAMED)) {
    const { titled, met, leading } = match.groups ?? {};
    const name = titled === undefined ? (met ?? leading) : match[0];
    if (name !== undefined && !NO_NAME.test(name)) yield { at: match.index, referent: { subject: name, words: name } };
  }
  for (const match of text.matchAll(ZH_NAMED)) {
    const { nick, sort, family, sort2, family2 } = match.groups ?? {};
    const words = nick ?? `姓${family ?? family2 ?? ""}的${sort ?? sort2 ?? ""}`;
    yield { at: match.index, referent: { subject: words, words } };
  }
}

function lastPerson(text: string): Referent | undefined {
  let found: { readonly at: number; readonly referent: Referent } | undefined;
  const consider = (at: number, referent: Referent): void => {
    if (found === undefined || at >= found.at) found = { at, referent };
  };
  for (const match of text.matchAll(EN_RELATION)) {
    const { relation = "", name } = match.groups ?? {};
    const subject = name !== undefined && /^\p{Lu}/u.test(name) ? name : relationSubject(relation);
    if (subject !== undefined)
      consider(match.index, { subject, words: subject.startsWith("user's") ? `the ${subject}` : subject });
  }
  for (const match of text.matchAll(ZH_RELATION)) {
    const relation = match.groups?.relation ?? "";
    const subject = relationSubject(relation);
    if (subject !== undefined) consider(match.index, { subject, words: `用户的${relation}` });
  }
  for (const match of text.matchAll(ZH_KIN)) {
    const { relation = "", words = relation } = match.groups ?? {};
    const subject = relationSubject(relation);
    if (subject !== undefined && (found === undefined || match.index > found.at + 4))
      consider(match.index, { subject, words: `用户的${words}` });
  }
  for (const match of text.matchAll(EN_BARE_KIN)) {
    const subject = relationSubject(match[0]);
    if (subject !== undefined) consider(match.index, { subject, words: `the ${subject}` });
  }
  for (const entity of findEntities(text)) {
    if (entity.kind === "person") consider(entity.start, { subject: entity.text, words: entity.text });
  }
  for (const { at, referent } of namedAround(text)) consider(at, referent);
  return found?.referent;
}

const NAMED_SORT =
  /(?<en>\b\p{Lu}[\p{L}\d-]*(?: \p{Lu}[\p{L}\d-]*)*) (?:service|project|system|cluster|account|app|team|platform|database|contract|order)\b|\b(?:[Ff]or|[Oo]n|[Aa]bout|[Rr]e) (?<about>\p{Lu}[\p{L}\d-]+)(?=[,:]| the)|(?<code>\b[A-Z]{2,}[- ]?\d[\w-]*)|\b(?<numbered>(?:[Uu]nit|[Ff]lat|[Rr]oom|[Aa]partment|[Ss]uite|[Hh]ouse|[Bb]ooth|[Bb]ay|[Tt]able|[Ss]tall|[Gg]ate|[Dd]esk|[Ll]ot|[Pp]lot|[Tt]icket|[Oo]rder|[Ii]nvoice|[Cc]ase|[Pp]olicy|[Ff]light|[Tt]rain) (?:no\.? ?)?#?[A-Z]{0,3}-?\d[\w-]*)|(?<zhNumbered>[A-Za-z]{0,3}-?\d[\dA-Za-z-]*(?:室|号房|号楼|号桌|号店|单元|号工单|号订单|次列车|次航班))|(?<zhThat>[\p{Script=Han}]{2,6}那(?:套房|间房|块地|辆车|台车|家店|个店|栋楼|条船|台机器))|(?:跟|和|与|给|对|^|[，。；\s])(?<zh>[\p{Script=Han}]{2,8}?)(?:谈下来|谈妥|谈好|续签|续约|签了|那边|这边)|(?<zhSort>[\p{Script=Han}A-Za-z]{2,8}?)(?:项目|系统|服务|平台|集群|合同)/gu;

/** Things by the word for their sort beside the name, or by what is done with them. */
function namedSorts(text: string): readonly { readonly start: number; readonly text: string }[] {
  return [...text.matchAll(NAMED_SORT)].flatMap((match) => {
    const name =
      match.groups?.en ??
      match.groups?.about ??
      match.groups?.code ??
      match.groups?.numbered ??
      match.groups?.zhNumbered ??
      match.groups?.zhThat ??
      match.groups?.zh ??
      match.groups?.zhSort;
    return name === undefined ? [] : [{ start: match.index, text: coreSubject(name) }];
  });
}

function lastThing(text: string): Referent | undefined {
  const known = findEntities(text).filter((entity) => THINGS.has(entity.kind));
  const things = [...known, ...namedSorts(text)].sort((a, b) => a.start - b.start);
  const last = things.at(-1);
  return last === undefined ? undefined : { subject: last.text, words: last.text };
}

/**
 * The last compatible one mentioned in the texts before, nearest first. Easy cases only: undefined rather than a guess
 * where a plural or nothing fitting was said.
 */
export function resolvePronoun(pronoun: string, textsBefore: readonly string[]): Referent | undefined {
  if (PLURAL.test(pronoun)) return undefined;
  for (const text of textsBefore) {
    const referent = THING.test(pronoun) ? lastThing(text) : lastPerson(text);
    if (referent !== undefined) return referent;
  }
  return undefined;
}

/** What an elliptic attribute ("折扣是九二折") belongs to: the last thing named before it in the turn. */
export function topicOf(text: string): string | undefined {
  return lastThing(text)?.subject;
}
