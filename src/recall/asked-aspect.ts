/**
 * What of a person a question asks for, by the names under which the write path keys statements about people. The words of such a
 * question and of its answer seldom meet ("what is my profession" – "tunes organs for the diocese"), so vectors and keywords both miss it.
 */
const ASPECTS: readonly (readonly [attribute: string, question: RegExp])[] = [
  [
    "name",
    /\b(?:what(?:'s| is| was)|know|remember)\s+(?:my|\S{1,30}['’]s|his|her|their)\s+(?:\w+\s+)?name\b|\bwho am i\b|我(?:叫|姓)(?:什么|啥)|我的(?:名字|姓名)|怎么称呼我/iu,
  ],
  [
    "role",
    /\b(?:my|his|her|their|\S{1,30}['’]s)\s+(?:job|role|position|profession|occupation|job title)\b|\bwhat\s+(?:do|does)\s+\S{1,30}\s+do\s+(?:for\s+(?:a living|work))|(?:职业|职位|岗位|职务|头衔)(?:是|叫|$|？)|做什么(?:工作|的)|干什么的|什么工作/iu,
  ],
  [
    "employer",
    /\bwhere\s+(?:do|does|did)\s+.{1,30}?\s+work\b|\bwho\s+(?:do|does)\s+.{1,30}?\s+work\s+for\b|\b(?:which|what)\s+company\b|\b(?:my|his|her|their|\S{1,30}['’]s)\s+(?:employer|company)\b|在(?:哪|什么)(?:儿|里|家|个)?(?:公司|单位)?(?:上班|工作|任职)|哪家(?:公司|单位)|公司叫什么/iu,
  ],
  [
    "home",
    /\bwhere\s+(?:do|does|did)\s+.{1,30}?\s+live\b|\b(?:which|what)\s+(?:city|town|country)\b|\b(?:my|his|her|their|\S{1,30}['’]s)\s+(?:home|address)\b|住(?:在)?(?:哪|什么)|(?:在)?哪(?:个|座)城市|家住/iu,
  ],
  ["birthday", /\bbirthday\b|\bwhen\s+(?:was|were)\s+.{1,30}?\s+born\b|生日|哪(?:天|年)出生/iu],
  ["age", /\bhow\s+old\b|\b(?:my|his|her|their|\S{1,30}['’]s)\s+age\b|多大(?:了|岁|年纪|$|？)|几岁|年龄/iu],
  ["allergy", /\ballerg(?:y|ies|ic)\b|过敏/iu],
  ["origin", /\bwhere\s+(?:am|is|are)\s+.{1,30}?\s+from\b|\bhome\s?town\b|哪里人|老家|家乡|籍贯/iu],
];

/** The attributes a question asks for; empty for most queries. */
export function askedAspects(query: string): ReadonlySet<string> {
  return new Set(ASPECTS.filter(([, question]) => question.test(query)).map(([attribute]) => attribute));
}
