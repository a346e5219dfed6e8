/*
 * Which kind of value a question wants, and whether a text holds one of that kind. Closed lists of forms in both languages; they never
 * read the topic. A kind is a weak sign for a text that holds it, and a strong one against many that do not.
 */

/** `event`: when something came to pass; the day on which it was told answers that as well. */
export type ValueKind = "event" | "time" | "number" | "name" | "place";

const ASKED: readonly (readonly [kind: ValueKind, question: RegExp])[] = [
  ["event", /\bwhen\s+(?:did|was|were|had)\b|\bhow\s+long\s+ago\b/iu],
  [
    "time",
    /\bwhen\b(?!ever)|\b(?:what|which)\s+(?:day|date|time|year|month|week)\b|什么时候|什麼時候|何时|何時|哪(?:一)?[天年]|几(?:号|点|月)|星期几|周几/iu,
  ],
  [
    "number",
    /\bhow\s+(?:many|much|old|long|far|tall|big|heavy|wide|often|fast)\b|\b(?:what|which)\b.{0,25}\b(?:number|price|cost|salary|score|rating|size|dose|budget|amount|mileage|weight|height|age|percentage|rent|rate|fee)\b|多少|几(?!乎)|多(?:大|长|久|高|重|远|宽|快)/iu,
  ],
  ["name", /\bwho(?:se|m)?\b|\b(?:what|which)\b.{0,30}\bname\b|\bcalled\b|谁|哪位|叫(?:什么|啥)|名字|姓名/iu],
  [
    "place",
    /\bwhere\b|\b(?:what|which)\s+(?:city|town|country|place|street|floor|room|school|company|bank|shop|store|club)\b|哪(?:里|儿|家|所|条|层|边)|哪[个座]城市|在哪|什么地方/iu,
  ],
];

const TIME =
  /\d|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter|morning|afternoon|evening|night|noon|week|weekend|month|year|yesterday|today|tonight|tomorrow|o'clock|last|next|ago|before|after|until)s?\b|[一二三四五六七八九十]+[月号日点年]|周[一二三四五六日天末]|星期|礼拜|[昨今明后前]天|春|夏|秋|冬|[早晚]上|中午|[上下]午|上周|下周|[去今明前]年|岁|以[前后]/iu;
const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|half|twice|once|dozen|couple|few|several|every|both)\b|[一二三四五六七八九十百千万两半]/iu;
/** In English a capital letter that begins no sentence; in Chinese what introduces or closes a name. */
const NAME =
  /(?<=[\p{L}\p{N},'’]\s)\p{Lu}\p{L}+|叫|姓|[小老阿]\p{Script=Han}|\p{Script=Han}(?:姐|哥|总|工|叔|姨|老师|师傅|医生|大夫|先生|女士|经理|主任)/u;
const PLACE =
  /\b(?:in|at|on|from|to|near|by|behind|under|into|along|inside|outside|home|here|there)\b|[在到去从住往]|[里内旁边上]/iu;

const HOLDS: Record<ValueKind, RegExp | undefined> = {
  event: undefined,
  time: TIME,
  number: NUMBER,
  name: NAME,
  place: PLACE,
};

/** The kind of value that a query wants; undefined where it wants none, or a kind that no form shows. */
export function askedValue(query: string): ValueKind | undefined {
  return ASKED.find(([, question]) => question.test(query))?.[0];
}

/** Does a text hold a value of the kind? Of a kind that anything may answer: always. */
export function holdsValue(text: string, kind: ValueKind): boolean {
  return HOLDS[kind]?.test(text) ?? true;
}
