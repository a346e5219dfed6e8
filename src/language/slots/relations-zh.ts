import { isKnownAttribute } from "./attributes.js";
import {
  type RelationForm,
  type RelationGroups,
  type RelationReading,
  readForms,
  relationReading,
} from "./relation-form.js";
import { namesSeveral, nounKey } from "./relation-key.js";

const NAME = "(?<subject>[^，。；：]{2,40}?)";
const VALUE = "(?<value>[^，。]{1,60}?)";
/** 在…城市、…国: what sort of place it is, in front of its name. */
const SORT = "(?:(?:城市|国家|语言)(?=.{2}))?";

/** A verb with its 于/在, or of agency, under the name that other ways to say it have. */
const NAMES: Readonly<Record<string, string>> = {
  出生: "birthplace",
  生: "birthplace",
  诞生: "birthplace",
  逝世: "place of death",
  去世: "place of death",
  死: "place of death",
  卒: "place of death",
  病逝: "place of death",
  位: "located in",
  坐落: "located in",
  隶属: "affiliated with",
  属: "affiliated with",
  毕业: "educated in",
  就读: "educated in",
  求学: "educated in",
  任职: "employer",
  就职: "employer",
  供职: "employer",
  受雇: "employer",
  创立: "founder",
  创办: "founder",
  创建: "founder",
  开发: "developer",
  研发: "developer",
  创作: "creator",
  设计: "creator",
  制作: "creator",
  发明: "inventor",
  写: "author",
  撰写: "author",
  编写: "author",
  生产: "produced by",
  制造: "produced by",
  出品: "produced by",
  出版: "published by",
  发行: "published by",
  演唱: "performed by",
  演奏: "performed by",
  主演: "performed by",
  饰演: "performed by",
  执导: "director",
  导演: "director",
  主持: "host",
  播出: "broadcast by",
  运营: "operated by",
  负责: "owner",
  管理: "owner",
  领导: "head",
  执教: "head coach",
  拥有: "owned by",
};

const MADE_BY =
  "(?<verb>创立|创办|创建|成立|开发|研发|创作|设计|制作|发明|撰写|编写|写|生产|制造|出品|出版|发行|演唱|演奏|主演|饰演|执导|导演|主持|播出|运营|负责|管理|领导|执教|拥有|建造|修建|翻译|赞助|承办|主办|承建|投资|收购|命名)";
const PLACED =
  "(?<verb>出生|诞生|逝世|去世|病逝|坐落|隶属|毕业|就读|求学|任职|就职|供职|受雇|成立|创立|起源|发源|流行|效力|定居|安葬|葬|位|属|生|死|卒)";

const WHEN = /^\d{2,4}年|^\d{1,2}月|世纪|年代/u;

/** 成立于北京 and 成立于1998年 are two relations; who made a thing is a third. */
function placeKey(verb: string, value: string): string {
  if (WHEN.test(value)) return `${verb}于 when`;
  if (/^(?:成立|创立)$/u.test(verb)) return "founding place";
  return NAMES[verb] ?? `${verb}于`;
}

function agentKey(verb: string): string {
  return verb === "成立" ? "founder" : (NAMES[verb] ?? `由…${verb}`);
}

/** 说的语言、演奏的音乐类型: the sort of the object, with its verb. */
const SPOKEN: Readonly<Record<string, string>> = {
  语言: "language spoken",
  位置: "position played",
  领域: "field of work",
  行业: "field of work",
  职业: "field of work",
  工作: "field of work",
  国籍: "citizenship",
  学校: "educated in",
  大学: "educated in",
  公司: "employer",
  单位: "employer",
};
const WORKS = /^(?:说|讲|使用|踢|打|司职|从事|做|拥有|就读|毕业|上|任职|就职|效力|工作)$/u;

function objectKey(verb: string, noun: string): string {
  const bare = noun.replace(/(?:类型|种类|风格|流派)$/u, "");
  const known = SPOKEN[bare === "" ? noun : bare];
  if (WORKS.test(verb) && known !== undefined) return known;
  return bare === "音乐" && /^(?:演奏|演唱|唱|玩)$/u.test(verb) ? "play music" : `${verb}${bare === "" ? noun : bare}`;
}

const ZH_FORMS: readonly RelationForm[] = [
  {
    pattern: new RegExp(`^${NAME}(?:和|与|跟)(?<value>[^，。]{2,40}?)(?:是夫妻|结婚了?|结了婚|结为夫妻)$`, "u"),
    read: (groups) => relationReading(groups, "spouse"),
  },
  {
    pattern: new RegExp(`^${NAME}(?:嫁给了?|娶了|的配偶是)(?<value>.{2,40})$`, "u"),
    read: (groups) => relationReading(groups, "spouse"),
  },
  // 生产小行星号的公司是甲社；陶一鸣毕业的学校是乙大学
  {
    pattern: new RegExp(
      `^${MADE_BY}(?:了)?(?<subject>[^，。；：的]{2,40}?)的(?:人|公司|企业|机构|组织|团队|厂商|歌手|乐队|作者|演员|电视台|出版社|球队|教练|导演|设计师)(?:是|为)${VALUE}$`,
      "u",
    ),
    read: (groups) => relationReading(groups, agentKey(groups.verb ?? "")),
  },
  {
    pattern: new RegExp(
      `^(?<subject>[^，。；：的]{2,30}?)(?:所|主要|目前|现在)?(?<verb>说|讲|使用|踢|打|司职|从事|做|演奏|演唱|唱|玩|就读|毕业|上|任职|就职|效力|工作|信仰|信|出生|居住|住|生产|经营|参加|支持)的(?<noun>\\p{Script=Han}{2,8}?)(?:是|为)${VALUE}$`,
      "u",
    ),
    read: (groups) => {
      const { verb = "", noun = "" } = groups;
      if (/^(?:出生|居住|住)$/u.test(verb)) return relationReading(groups, verb === "出生" ? "birthplace" : "home");
      return relationReading(groups, objectKey(verb, noun));
    },
  },
  {
    pattern: new RegExp(`^${NAME}(?:是|最早)?由${VALUE}(?:负责)?${MADE_BY}(?:的|完成的?)?$`, "u"),
    read: (groups) => relationReading(groups, agentKey(groups.verb ?? "")),
  },
  {
    pattern: new RegExp(
      `^${NAME}是(?<value>[^，。的]{2,20}?)(?<verb>写|创立|创办|开发|设计|创作|发明|制作|生产|演唱|执导|拍|画|建造)的$`,
      "u",
    ),
    read: (groups) => relationReading(groups, agentKey(groups.verb ?? "")),
  },
  {
    pattern: new RegExp(`^${NAME}是在${SORT}${VALUE}(?<verb>出生|去世|逝世|成立|创立|诞生|上学|毕业)的$`, "u"),
    read: (groups) => relationReading(groups, placeKey(groups.verb ?? "", groups.value ?? "")),
  },
  {
    pattern: new RegExp(`^${NAME}在(?<value>.{2,20}?)(?<verb>去世|逝世|病逝|出生)$`, "u"),
    read: (groups) => relationReading(groups, placeKey(groups.verb ?? "", groups.value ?? "")),
  },
  {
    pattern: new RegExp(
      `^(?<subject>[^，。；：的]{2,40}?)(?:现|目前|现在)?${PLACED}(?:于|在)${SORT}(?<value>.{2,40})$`,
      "u",
    ),
    read: (groups) => relationReading(groups, placeKey(groups.verb ?? "", groups.value ?? "")),
  },
  {
    pattern: new RegExp(`^${NAME}地处(?<value>.{2,40})$`, "u"),
    read: (groups) => relationReading(groups, "located in"),
  },
  {
    pattern: new RegExp(`^${NAME}(?:隶属|属于)(?<value>.{2,40})$`, "u"),
    read: (groups) => relationReading(groups, "affiliated with"),
  },
  {
    pattern: new RegExp(
      `^${NAME}(?:司职|踢的?是?|打的?是?)(?<value>.{0,4}(?:前锋|中锋|后卫|门将|中场|边锋|控卫|大前锋|小前锋|分卫|守门员|投手|捕手))$`,
      "u",
    ),
    read: (groups) => relationReading(groups, "position played"),
  },
  {
    pattern: new RegExp(`^${NAME}(?:从事)(?<value>.{2,20}?)(?:领域|行业|方面)?(?:的)?(?:工作|职业)?$`, "u"),
    read: (groups) => relationReading(groups, "field of work"),
  },
  {
    pattern: new RegExp(`^${NAME}(?:是|拥有)(?<value>[^，。]{2,20}?)(?:公民|国籍)$`, "u"),
    read: (groups) => relationReading(groups, "citizenship"),
  },
  {
    pattern: new RegExp(`^${NAME}(?:以)(?<value>.{2,30}?)(?:闻名|著称|出名)$`, "u"),
    read: (groups) => relationReading(groups, "famous for"),
  },
  {
    pattern: new RegExp(`^${NAME}(?:信仰|信奉)(?<value>.{2,20})$`, "u"),
    read: (groups) => relationReading(groups, "religion"),
  },
  {
    pattern:
      /^(?<value>[^，。的]{2,20}?)(?:担任|出任|就任|是)(?<subject>[^，。；：的]{2,30}?)的?(?:现任)?(?<noun>\p{Script=Han}{2,6}|[A-Z]{2,4})$/u,
    read: (groups) => (isHolder(groups) ? relationReading(groups, nounKey(groups.noun ?? "")) : undefined),
  },
  {
    pattern:
      /^(?<subject>[^，。；：]{2,40}?)的(?<noun>[\p{Script=Han}A-Za-z]{1,8}?)(?:现在|目前)?(?:是|为|叫做?|位于|坐落于|坐落在|设在|设于|在)(?:位于|在)?(?<value>[^，。]{1,60})$/u,
    read: (groups) => relationReading(groups, nounKey(groups.noun ?? ""), namesSeveral(groups.noun ?? "")),
  },
];

/** 顾言是《青石巷》的作者: who holds a post or made a thing, not what somebody is like. */
function isHolder({ subject = "", noun = "" }: RelationGroups): boolean {
  return isKnownAttribute(noun) && subject.length >= 2 && !/^(?:一|个|名|位|我|你|他|她)/u.test(subject);
}

/** One relation of a Chinese sentence in simplified script: 云杉社由白洁创办. Whose it is may still be nobody by name. */
export function readChineseRelation(text: string): RelationReading | undefined {
  return readForms(ZH_FORMS, text);
}
