import { canonicalAttribute } from "./attributes.js";
import { cleanValue, groupsOf, type Reading, readSubject } from "./reading.js";
import type { SlotMatch } from "./slot-definition.js";
import { ownerOf } from "./speaker.js";

/** A verb that says an attribute without its noun: who drives a Kia has a car. After its subject. */
interface ImpliedSlot {
  readonly language: "zh" | "en";
  /** `value`; the attribute from `noun` or `attribute`; `part` tells apart what one has several of. */
  readonly pattern: RegExp;
  readonly attribute?: string;
  /** Put behind the noun: "gym" → "gym time". */
  readonly aspect?: string;
  readonly example: string;
  readonly expects: readonly [subject: string, attribute: string, value: string];
}

const CLOCK =
  "(?:\\d{1,2}(?:[:.]\\d{2})?(?: ?(?:am|pm|a\\.m\\.?|p\\.m\\.?))?|noon|midnight|half past \\p{L}+|(?:five|six|seven|eight|nine|ten|eleven) (?:in the (?:morning|evening)|at night|o'clock))";
const ZH_CLOCK =
  "(?:(?:早上|早晨|上午|中午|下午|傍晚|晚上|夜里|凌晨)?(?:[\\d一二三四五六七八九十两]{1,3}点(?:半|[\\d一二三四五六七八九十]{1,3}分?|钟)?|\\d{1,2}[:：]\\d{2}))";
const SCHOOL =
  "(?:School|Primary|Academy|College|University|High|Elementary|Kindergarten|Nursery|Institute|Grammar|Gymnasium)";
const ZH_SCHOOL = "(?:小学|中学|初中|高中|大学|学院|幼儿园|学校|附中|附小|一中|二中|三中|实验)";

/** Verbs of lasting states that imply an attribute of their subject. */
export const IMPLIED_SLOTS: readonly ImpliedSlot[] = [
  {
    language: "en",
    pattern:
      / (?:now )?(?:drives?) (?:an? |the )?(?<value>(?:(?:new|used|old|red|blue|white|black|silver|grey|gray|\d{4}) )*\p{Lu}[\p{L}\d-]*(?: [\p{Lu}\d][\p{L}\d-]*){0,3})(?: now)?$/u,
    attribute: "car",
    example: "I drive a Skoda Octavia",
    expects: ["user", "car", "Skoda Octavia"],
  },
  {
    language: "en",
    pattern: new RegExp(
      ` (?:now |just |recently |has |have )*(?:goes|go|went|switched|moved|transferred|changed|attends?|got into|enrolled|started|starts?|is (?:now )?|am (?:now )?)(?: over)?(?: to| at| in)? (?:the )?(?<value>\\p{Lu}[\\p{L}'-]*(?: (?:of )?\\p{Lu}[\\p{L}'-]*){0,3} ${SCHOOL}|${SCHOOL} of \\p{Lu}\\p{L}+)(?: School)?(?: now| (?:this|last|in) .{2,20})?$`,
      "u",
    ),
    attribute: "school",
    example: "My daughter goes to Elmfield Primary",
    expects: ["user's daughter", "school", "Elmfield Primary"],
  },
  {
    language: "en",
    pattern:
      / (?:now )?(?:seats?|holds|fits?|accommodates?|has room for) (?:up to |about )?(?<value>\d[\d,]*(?: people| guests| persons| seats)?)$/iu,
    attribute: "capacity",
    example: "The hall seats 300 people",
    expects: ["hall", "capacity", "300 people"],
  },
  {
    language: "en",
    pattern: new RegExp(
      ` (?:now )?(?:opens?|is opening|are opening|will open) (?:at|from) (?<value>${CLOCK})(?: now| every day| daily)?$`,
      "iu",
    ),
    attribute: "opening time",
    example: "The clinic now opens at 9 am",
    expects: ["clinic", "opening time", "9 am"],
  },
  {
    language: "en",
    pattern: new RegExp(
      ` (?:now )?(?:closes?|shuts?|is closing|will close|is shutting) (?:at) (?<value>${CLOCK})(?: now| every day| daily)?$`,
      "iu",
    ),
    attribute: "closing time",
    example: "The library closes at 18:00",
    expects: ["library", "closing time", "18:00"],
  },
  {
    language: "en",
    pattern: new RegExp(
      ` (?:always |usually |now |normally )*(?<noun>wake up|wakes up|get up|gets up|start work|starts work|finish work|finishes work|leave (?:the )?(?:house|office|work)|leaves (?:the )?(?:house|office|work)|go(?:es)? to the (?:gym|pool)|hit the gym) (?:at|around|by) (?<value>${CLOCK})(?: now| these days| every (?:day|morning|weekday)| sharp)?$`,
      "iu",
    ),
    aspect: " time",
    example: "I go to the gym at 6 am",
    expects: ["user", "gym time", "6 am"],
  },
  {
    language: "en",
    pattern: new RegExp(
      ` (?:always |usually |now |normally |am |is )*(?:go(?:es)? to (?:bed|sleep)|in bed) (?:at|around|by) (?<value>${CLOCK})(?: now| these days| every (?:day|night))?$`,
      "iu",
    ),
    attribute: "bedtime",
    example: "I go to bed at 22:30",
    expects: ["user", "bedtime", "22:30"],
  },
  {
    language: "en",
    pattern:
      / (?:(?:am|is|was|have been|has been|got)(?: now| currently)?(?: put| moved)?(?: up| down)? (?:on|to)|takes?|taking) (?<value>\d+(?:\.\d+)? ?(?:mg|mcg|µg|micrograms?|milligrams?|ml|units|iu))(?: (?:of|a day of) (?<part>[\p{L}][\p{L} -]{2,28}?))?(?: (?:a|per) day| daily| now| every (?:day|morning|night|evening))*$/iu,
    attribute: "dose",
    example: "I am on 20 mg of sertraline",
    expects: ["user", "dose", "20 mg"],
  },
  {
    language: "en",
    pattern:
      / (?:are|is|have|has) (?:now |currently |only |about )*(?<value>\d+) (?:people|employees|engineers|members of staff|staff|developers|strong|of us)(?: now| in (?:the team|total|all)| on the team)*$/iu,
    attribute: "headcount",
    example: "We are 18 people now",
    expects: ["user", "headcount", "18"],
  },
  {
    language: "en",
    pattern:
      / (?:just |have |am |was |got )*(?:moved|switched|changed|reassigned|assigned|am now|now|sit|upgraded) (?:to |in |at )?(?<noun>seat|room|desk|gate|locker|flat|apartment|bed|ward|table|booth|stall) (?:number |no\.? )?(?<value>[A-Z]?-?\d[\dA-Z-]*)(?: now)?$/u,
    example: "I moved to seat 22A",
    expects: ["user", "seat", "22A"],
  },
  {
    language: "en",
    pattern:
      /^(?:(?:[Mm]y )?(?:[Ff]riends|family|colleagues|mates|teammates|classmates|siblings|coworkers|folks|team)|[Ee]veryone at \p{L}+) (?:all |usually |always |still )*calls? me (?<value>["“]?\p{Lu}[\p{L}'-]{1,20}["”]?)$/u,
    attribute: "nickname",
    example: "My friends call me Moth",
    expects: ["user", "nickname", "Moth"],
  },
  {
    language: "zh",
    pattern:
      /^(?:我的?)?(?:朋友|家人|同事|同学|家里人?|身边人|大伙儿?)们?(?:平时|一般|一直|还)?(?:都|也)?(?:管我叫|喊我|叫我)(?<value>[\p{Script=Han}A-Za-z]{1,8})$/u,
    attribute: "nickname",
    example: "朋友都叫我小蘑菇",
    expects: ["user", "nickname", "小蘑菇"],
  },
  {
    language: "zh",
    pattern: new RegExp(
      `(?:现在|目前|今年|刚)*(?:在(?<here>[\\p{Script=Han}A-Za-z\\d]{1,14}?${ZH_SCHOOL})(?:上学|读书|就读|念书|上课|读|念|上)|(?:转到?|转学到?|升到?|升入|考上|考进|换到?)了?(?<there>[\\p{Script=Han}A-Za-z\\d]{1,14}?${ZH_SCHOOL}))(?:了|的)?$`,
      "u",
    ),
    attribute: "school",
    example: "我女儿转到育才小学了",
    expects: ["user's daughter", "school", "育才小学"],
  },
  {
    language: "en",
    pattern:
      /^(?:[Tt]he|[Mm]y|[Oo]ur) (?:landlord|landlady)(?:'s| has| have)? (?:put|raised|upped|increased|bumped|lowered|dropped|cut|reduced) (?:it|the rent|my rent|our rent)(?: up| down)?(?: again)? to (?<value>[$€£¥]? ?\d[\d,.]*(?: ?(?:pounds|dollars|euros|quid))?(?: (?:a|per) month)?)(?: now| from .{2,20})?$/u,
    attribute: "rent",
    example: "The landlord put it up to 980 a month",
    expects: ["user", "rent", "980 a month"],
  },
  {
    language: "zh",
    pattern:
      /^房东(?:又|刚|把房租|给我|要|已经)*(?:涨价|涨租|加价|加租|降价|降租|涨|降|加)(?:了)?(?:房租)?(?:[，,]|到|成|为)+(?:现在|每个?月|一个?月|变成|是|要|得)*\s?(?<value>\d[\d,.]*(?:块钱?|元)?(?: ?(?:一个?月|每个?月|\/月))?)(?:了)?$/u,
    attribute: "rent",
    example: "房东涨价了，现在2800一个月",
    expects: ["user", "rent", "2800一个月"],
  },
  {
    language: "zh",
    pattern:
      /(?:现在)?(?:最多)?(?:能坐|能容纳|可容纳|可以坐|坐得下|能装)下?(?:大约|大概)?(?<value>\d[\d,]*(?:多)?个?人?)$/u,
    attribute: "capacity",
    example: "礼堂能坐300人",
    expects: ["礼堂", "capacity", "300人"],
  },
  {
    language: "zh",
    pattern: new RegExp(
      `(?:现在|改成|改为|每天|都|是)*(?<value>${ZH_CLOCK})(?:就|才)?(?:开门|营业|开始营业)(?:了)?$`,
      "u",
    ),
    attribute: "opening time",
    example: "图书馆现在九点开门",
    expects: ["图书馆", "opening time", "九点"],
  },
  {
    language: "zh",
    pattern: new RegExp(`(?:现在|改成|改为|每天|都|是)*(?<value>${ZH_CLOCK})(?:就|才)?(?:关门|打烊|闭馆)(?:了)?$`, "u"),
    attribute: "closing time",
    example: "图书馆晚上八点闭馆",
    expects: ["图书馆", "closing time", "晚上八点"],
  },
  {
    language: "zh",
    pattern: new RegExp(
      `(?:现在|一般|通常|平时|每天|都|改成|改到)*(?<value>${ZH_CLOCK})(?:就|才|去|左右|，)*(?<noun>起床|去健身房|去健身|健身|上班|下班|出门)(?:了)?$`,
      "u",
    ),
    aspect: "时间",
    example: "我每天早上六点去健身房",
    expects: ["user", "gym time", "早上六点"],
  },
  {
    language: "zh",
    pattern: new RegExp(
      `(?:现在|一般|通常|平时|每天|每晚|都|改成)*(?<value>${ZH_CLOCK})(?:就|才|左右|要)*(?:睡觉|上床|睡)(?:了)?$`,
      "u",
    ),
    attribute: "bedtime",
    example: "我儿子每晚八点半睡觉",
    expects: ["user's son", "bedtime", "八点半"],
  },
  {
    language: "zh",
    pattern:
      /(?:现在|目前|每天|早晚|一直|在)*(?:吃|服用?|打|用)(?<value>[\d一二两三四五六七八九十半]+(?:\.\d+)?(?:毫克|微克|毫升|片|粒|单位|mg|ml))(?:的)?(?<part>(?!药)[\p{Script=Han}A-Za-z]{2,10})?药?$/iu,
    attribute: "dose",
    example: "我现在吃20毫克舍曲林",
    expects: ["user", "dose", "20毫克"],
  },
  {
    language: "zh",
    pattern:
      /(?:现在|目前|已经)*(?:一共|总共|共|增加到|扩到|扩编到|减到|只剩|有)+(?:了)?(?<value>[\d一二两三四五六七八九十百]+)(?:个|名|位)?(?:人|员工|成员)(?:了)?$/u,
    attribute: "headcount",
    example: "我们组现在一共12个人",
    expects: ["user", "headcount", "12"],
  },
  {
    language: "zh",
    pattern:
      /(?:现在|平时|上班|目前)*(?:开的?是?|换了?辆?)(?:一辆|辆)?(?<value>(?:斯柯达|大众|丰田|本田|特斯拉|比亚迪|宝马|奔驰|奥迪|吉利|蔚来|小鹏|理想|日产|福特|别克|沃尔沃|雷克萨斯|马自达|现代|起亚|红旗|长安|长城|哈弗|奇瑞|五菱|极氪|问界|小米)[\p{Script=Han}A-Za-z\d ]{0,10}?)(?:了)?$/u,
    attribute: "car",
    example: "我开的是斯柯达明锐",
    expects: ["user", "car", "斯柯达明锐"],
  },
];

const NOUNS: Readonly<Record<string, string>> = {
  去健身房: "健身",
  去健身: "健身",
  "hit the gym": "gym",
};

function nounOf(words: string): string {
  const bare = words
    .toLowerCase()
    .replace(/^go(?:es)? to the /u, "")
    .replace(
      /^(?<verb>wake|get|start|finishe?|leave)s /u,
      (_, verb: string) => `${verb.replace(/finishe/u, "finish")} `,
    );
  return NOUNS[bare] ?? bare;
}

/** What a clause says of an attribute by its verb alone: "I drive a Kia", 图书馆九点开门. */
export function impliedSlots(reading: Reading): readonly SlotMatch[] {
  for (const implied of IMPLIED_SLOTS) {
    if (implied.language !== reading.language) continue;
    const at = implied.pattern.exec(reading.text);
    const groups = at === null ? undefined : groupsOf(reading, implied.pattern);
    const value = cleanValue(groups?.value ?? groups?.here ?? groups?.there ?? "");
    if (at === null || groups === undefined || value === "") continue;
    const own = implied.pattern.source.startsWith("^");
    const subject = own ? ({ type: "user" } as const) : readSubject(reading, at.index);
    if (subject.type === "other" || (subject.type === "none" && implied.language === "en")) continue;
    const attribute = implied.attribute ?? canonicalAttribute(`${nounOf(groups.noun ?? "")}${implied.aspect ?? ""}`);
    return [
      {
        slot: `state.${attribute}`,
        attribute,
        ...(ownerOf(subject) ?? { subject: "user" }),
        value,
        qualifiers: groups.part === undefined ? {} : { part: groups.part.toLowerCase() },
        kind: "fact",
        cardinality: "single",
        polarity: "positive",
        confidence: 0.7,
        elliptic: subject.type === "none",
      },
    ];
  }
  return [];
}
