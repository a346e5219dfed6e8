import { toSimplified } from "../script.js";
import type { Ending } from "./ending.js";

const LONGEST = 60;
/** So many characters at most stand between two that belong together: a number, a measure word, a name. */
const GAP = 6;
const BEFORE_NEGATION = /[不没别未无]$|不再|没有$/u;
/** What may follow a name: else it is part of a longer one (鱼 in 鱼油). */
const ENDS_NAME = /^(?:$|[\s，。；！？、,.;!?（(）)“”"]|[了过啦的吧呢啊和跟与及]|叫|名|已|还|都|也|每|在)/u;

/** Whether the characters stand in this order, close together, in one clause of the text, and are not negated there. */
function holdsInOrder(content: string, wanted: string): boolean {
  const signs = [...wanted];
  const [first] = signs;
  if (first === undefined) return false;
  for (let start = content.indexOf(first); start >= 0; start = content.indexOf(first, start + 1)) {
    if (BEFORE_NEGATION.test(content.slice(Math.max(0, start - 2), start))) continue;
    let at = start;
    const isHeld = signs.slice(1).every((sign) => {
      const next = content.indexOf(sign, at + 1);
      const between = next < 0 ? "" : content.slice(at + 1, next);
      if (next < 0 || between.length > GAP || /[，。；！？,;不没]/u.test(between)) return false;
      at = next;
      return true;
    });
    if (isHeld && ENDS_NAME.test(content.slice(at + 1))) return true;
  }
  return false;
}

const LEAD =
  /^(?:[\s，,。：:！!]|不对|不是|哦|噢|对了|那个|其实|更正一下|更正|纠正一下|说明一下|原来|后来发现|结果|查了一下|(?:医生|大夫|检查|报告|化验|结果|体检)[^，。我他她]{0,6}(?:说|显示|出来了?|证实|确认)?[，,：:]?(?=我|他|她))+/u;
const ADVERB = "(?:其实|并|从来|压根儿?|根本|现在|真的?|也|确实|可|早就|从|都|已经|家里?|这边|们)*";
const WHO =
  "(?<who>我|咱|俺|用户|(?:我|咱)(?:们|家)?的?(?:爸爸?|妈妈?|老公|老婆|姐姐?|妹妹?|哥哥?|弟弟?|儿子|女儿|奶奶|爷爷|外婆|外公|朋友|同事|室友|男友|女友|男朋友|女朋友|孩子))";
const NEVER_SAID = new RegExp(
  `^(?:我|咱|俺)${ADVERB}(?:没|没有|不曾|从未)(?:跟你|和你|对你)?(?:说|讲|提)(?:过)?(?:我|自己|我家)(?<claim>[^，。]{2,24})$`,
  "u",
);
const DENIES = new RegExp(
  `^${WHO}${ADVERB}(?<no>没有?|不)(?<rest>(?!是(?:很|太|说|不)|再|想|敢|肯|知道|觉得|确定|一定|同意|介意|建议|太|怎么|懂|明白|记得|要(?!小|孩)|能|够|用)[^，。了]{2,24}?)(?:过)?$`,
  "u",
);
const ALLERGY = new RegExp(
  `^${WHO}${ADVERB}对(?<what>[\\p{Script=Han}A-Za-z]{1,10}?)(?:其实|并|根本|现在|已经)*不过敏$`,
  "u",
);
/** What is denied for now or in part denies nothing. */
const NO_DENIAL =
  /今天|今晚|明天|这次|这周|暂时|还没|还不|常常?|经常|每天|总是|一直|时间|办法|意思|意见|问题|印象|想法|事$|空$|什么|怎么|多少|吗|呢$/u;

function claimOf(words: string): string {
  return words.replace(/[\s的了过着个只条]|(?<=[养有])一/gu, "");
}

function denialOf(clause: string): Ending | undefined {
  const claim = NEVER_SAID.exec(clause)?.groups?.claim;
  if (claim !== undefined) {
    const wanted = claimOf(claim);
    return { how: "denied", onlyDenies: true, of: "same-subject", ends: (content) => holdsInOrder(content, wanted) };
  }
  if (NO_DENIAL.test(clause)) return undefined;
  const allergy = ALLERGY.exec(clause)?.groups?.what;
  const { no, rest } = DENIES.exec(clause)?.groups ?? {};
  if (allergy === undefined && rest === undefined) return undefined;
  const bare = claimOf(rest ?? "");
  // 没有孩子 denies 有孩子; 没养猫 denies 养猫, and that there is one
  const wanted = allergy === undefined ? [no === "没有" ? `有${bare}` : bare] : [`对${allergy}过敏`];
  if (no === "没有" && [...bare].length >= 1) wanted.push(`养${bare}`);
  if (bare.startsWith("住") && !bare.startsWith("住在")) wanted.push(`住在${bare.slice(1)}`);
  if (wanted.every((each) => [...each].length < 2)) return undefined;
  return { how: "denied", of: "same-subject", ends: (content) => wanted.some((each) => holdsInOrder(content, each)) };
}

const WHEN =
  "(?:上周[一二三四五六日天末]?|上个?月|昨[天晚]|前[天几]天?|今[天早晚年]|去年|刚刚?|最近|已经|终于|都|也|又|早就|正式|后来|临时|突然|被|给我|帮我|我|自己|不小心|周[一二三四五六日天末])*";
const GIVE_UP = "(?:卖|扔|送人|捐|丢|退|报废|处理|转让|转手|弄丢|摔坏|用坏|撞坏|坏|被偷|偷|退订|退租|注销)";
const GIVEN_UP: readonly RegExp[] = [
  new RegExp(
    `^(?:我|我们|咱|咱们)?(?:家)?的?(?:那[辆台个部条只把套]|这[辆台个部条只把套])?(?<object>[\\p{Script=Han}A-Za-z\\d-]{1,12}?)${WHEN}${GIVE_UP}(?:掉|给[\\p{Script=Han}]{1,4})?了`,
    "u",
  ),
  new RegExp(
    `^(?:我|我们|咱)?${WHEN}(?:把|将)(?:我的|家里的|那[辆台个部]|这[辆台个部]|老|旧)*(?<object>[\\p{Script=Han}A-Za-z\\d-]{1,12}?)(?:给)?${GIVE_UP}(?:掉|给[\\p{Script=Han}]{1,4})?了`,
    "u",
  ),
  new RegExp(
    `^(?:我|我们|咱)?${WHEN}${GIVE_UP}(?:掉)?了(?:我的|家里的|那[辆台个部]|这[辆台个部]|老|旧)*(?<object>[\\p{Script=Han}A-Za-z\\d-]{1,12})$`,
    "u",
  ),
];
const HOLDS_THING = /有|养|开|骑|用|买|是|戴|穿|订阅?|办|租|住/u;

function first(patterns: readonly RegExp[], clause: string): string | undefined {
  return patterns.map((pattern) => pattern.exec(clause)?.groups?.object).find((each) => each !== undefined);
}

function givenUp(clause: string): Ending | undefined {
  const object = first(GIVEN_UP, clause);
  if (
    object === undefined ||
    /^(?:我|他|她|它|工作|票|钱|都|肚子|胃|嗓子|天气|心情|东西|脾气|信号|饭|菜)$/u.test(object)
  )
    return undefined;
  return {
    how: "given-up",
    of: "same-subject",
    ends: (content) =>
      HOLDS_THING.test(content) && content.includes(object) && !/卖了|扔了|丢了|退了|坏了|送人/u.test(content),
  };
}

const PART = "(?:分手|离婚|分开|掰|散|绝交|闹翻|吹|黄|断|结束|和平分手|办完离婚)";
const PARTED: readonly RegExp[] = [
  new RegExp(`^(?:我|咱)?${WHEN}(?:跟|和|与|同)(?<object>[\\p{Script=Han}A-Za-z]{1,6}?)${WHEN}${PART}了?`, "u"),
  new RegExp(`^(?<object>[\\p{Script=Han}A-Za-z]{1,6}?)(?:跟|和|与)我${WHEN}${PART}了?`, "u"),
];
const PARTNER = /女朋友|男朋友|女友|男友|对象|老公|老婆|丈夫|妻子|恋爱|交往|在谈|结婚|未婚|同居|在一起|订婚|处对象/u;

function partedFrom(clause: string): Ending | undefined {
  const object = first(PARTED, clause)?.replace(/^我的?/u, "");
  if (object === undefined || object === "") return undefined;
  return {
    how: "parted",
    of: "anything-named",
    ends: (content) =>
      content.includes(object) && PARTNER.test(content) && !/前[男女]友|前[妻夫任]|分手|离婚/u.test(content),
  };
}

const MARRIED = new RegExp(
  `^(?:我|咱)?${WHEN}(?:跟|和|与|同)(?<object>[\\p{Script=Han}A-Za-z]{1,6}?)${WHEN}(?:结婚|领证|办婚礼|成家|扯证)了?`,
  "u",
);
const NOT_YET_MARRIED = /订婚|未婚|女朋友|男朋友|女友|男友|对象|恋爱|交往/u;

function married(clause: string): Ending | undefined {
  const who = MARRIED.exec(clause)?.groups?.object;
  if (who === undefined) return undefined;
  return {
    how: "done",
    of: "anything-named",
    ends: (content) => content.includes(who) && NOT_YET_MARRIED.test(content),
  };
}

const CALLED_OFF: readonly RegExp[] = [
  new RegExp(
    `^(?:我们?|咱们?)?(?:那[个场次趟]|这[个场次趟])?(?<object>[\\p{Script=Han}A-Za-z\\d]{2,14}?)的?(?:计划|安排|活动)?${WHEN}(?:取消|黄|泡汤|告吹|作罢|吹|不办|不去|不搞|不开|不参加)(?:掉)?了`,
    "u",
  ),
  new RegExp(`^(?:我们?|咱们?)?${WHEN}(?:取消|退)了(?<object>[\\p{Script=Han}A-Za-z\\d]{2,14})$`, "u"),
];
const ONE_TIME_ONLY = /今天|今晚|明天|这周|这次|本周|下周|这一?回/u;
const RECURS = /每|定期|固定|例会/u;
const JOURNEY = /旅行|旅游|出差|行程|之旅|度假/u;
const GOES = /去|飞|到|旅|出差|玩/u;

function calledOff(clause: string): Ending | undefined {
  const object = first(CALLED_OFF, clause)?.replace(/^(?:我们?|咱们?|去)|的$/gu, "");
  if (object === undefined || [...object].length < 2 || /^(?:我|他|她|你|大家|今天|明天)$/u.test(object))
    return undefined;
  const once = ONE_TIME_ONLY.test(clause);
  const where = object.replace(JOURNEY, "").replace(/的$/u, "");
  return {
    how: "called-off",
    of: "anything-named",
    ends: (content) => {
      if ((once && RECURS.test(content)) || /取消了|不去了|黄了/u.test(content)) return false;
      if (holdsInOrder(content, object) || content.includes(object)) return true;
      return (
        where !== object &&
        GOES.test(content) &&
        (where === "" || content.includes(where)) &&
        /旅|出差|行程|去|飞/u.test(content)
      );
    },
  };
}

const DIED = new RegExp(
  `^(?<object>(?:我|我们|咱)?(?:家)?(?:的)?[\\p{Script=Han}A-Za-z]{1,8}?)${WHEN}(?<how>去世|过世|病逝|离世|病故|走|没|死|安乐死|离开我们|去喵星|去汪星|去天堂)了`,
  "u",
);
const PET = /猫|狗|兔|仓鼠|鹦鹉|鸟|鱼|龟|养|宠物/u;
const OF_THE_DEAD = /去世|过世|以前|曾|生前|年轻时|当年|走了/u;

function died(clause: string): Ending | undefined {
  const { object, how } = DIED.exec(clause)?.groups ?? {};
  const name = object?.replace(/^(?:我们?|咱)(?:家)?的?/u, "");
  if (
    name === undefined ||
    [...name].length < 1 ||
    /^(?:他|她|它|人|大家|都|钱|时间|电|网|车|手机|电脑|电池|我)$/u.test(name)
  )
    return undefined;
  // 走了 and 没了 are said of whoever only leaves: of a pet by its name it is plain
  const isPlain = how !== "走" && how !== "没";
  return {
    how: "died",
    of: "anything-named",
    ends: (content) =>
      content.includes(name) &&
      !content.includes(`${name}的`) &&
      !OF_THE_DEAD.test(content) &&
      (isPlain || PET.test(content)),
  };
}

const FINISH = "(?:做|办|弄|写|修|交|考|还|付|领|换|装|打|拿|提交|处理|搞|完成|买|寄|送|发|签|体检|打扫|报)";
const DONE: readonly RegExp[] = [
  new RegExp(
    `^(?:我|我们|咱)?的?(?<object>[\\p{Script=Han}A-Za-z\\d-]{2,16}?)${WHEN}${FINISH}(?:完|好|掉|清|下来|出来|到手|上去|成|过)了$`,
    "u",
  ),
  new RegExp(
    `^(?:我|我们|咱)?(?<thing>[\\p{Script=Han}A-Za-z\\d-]{0,12}?) ?${WHEN}${FINISH}(?:完|好|掉|清|下来|出来|成|过)了?(?<object>[\\p{Script=Han}A-Za-z\\d]{2,12}?)了?$`,
    "u",
  ),
];
const STILL_OPEN =
  /需要|要(?!么)|得(?!到)|该|还没|没(?:有)?[\p{Script=Han}]{0,3}(?:完|好|下来|出来)|待|未|欠|截止|到期|打算|计划|准备/u;

function done(clause: string): Ending | undefined {
  const found = DONE.map((pattern) => pattern.exec(clause)?.groups).find((each) => each?.object !== undefined);
  if (found?.object === undefined) return undefined;
  const thing = (found.thing ?? "").trim();
  const object = found.object.trim();
  return {
    how: "done",
    of: "anything-named",
    ends: (content) =>
      STILL_OPEN.test(content) && !RECURS.test(content) && content.includes(object) && content.includes(thing),
  };
}

const READERS: readonly ((clause: string) => Ending | undefined)[] = [
  denialOf,
  partedFrom,
  married,
  calledOff,
  givenUp,
  died,
  done,
];

/** What a Chinese clause ends. */
export function chineseEndings(said: string): readonly Ending[] {
  if (said.length > LONGEST) return [];
  const clause = toSimplified(said)
    .trim()
    .replace(LEAD, "")
    .replace(/[。！!~～\s]+$/u, "");
  return READERS.flatMap((read) => read(clause) ?? []);
}
