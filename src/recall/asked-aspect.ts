import { type Memory, USER_SUBJECT } from "../domain/index.js";
import { foldText, hasHan } from "../language/index.js";
import { canonicalAttribute, isKnownAttribute } from "../language/slots/index.js";
import { mayBeAsked } from "./asked-relative.js";

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
    /\b(?:my|his|her|their|\S{1,30}['’]s)\s+(?:job|role|position|profession|occupation|job title)\b|\bwhat\s+(?:do|does)\s+\S{1,30}\s+do\s+(?:for\s+(?:a living|work))|(?:职业|职位|岗位|职务|头衔)(?:是|叫|$|？|的?(?:轨迹|经历|生涯|发展|变化|变动))|工作经历|履历|\b(?:career|(?:work|job|employment)\s+history)\b|做什么(?:工作|的)|干什么的|什么工作/iu,
  ],
  [
    "employer",
    /\bwhere\s+(?:do|does|did)\s+.{1,30}?\s+work\b|\bwho\s+(?:do|does)\s+.{1,30}?\s+work\s+for\b|\b(?:which|what)\s+company\b|\b(?:my|his|her|their|\S{1,30}['’]s)\s+(?:employer|company)\b|在(?:哪|什么)(?:儿|里|家|个)?(?:公司|单位)?(?:上班|工作|任职)|哪家(?:公司|单位)|公司叫什么|(?:职业|工作)的?(?:轨迹|经历|生涯|变动)|履历|\b(?:career|(?:work|job|employment)\s+history)\b/iu,
  ],
  [
    "home",
    /\bwhere\s+(?:do|does|did)\s+.{1,30}?\s+live\b|\b(?:which|what)\s+(?:city|town|country)\b|\b(?:my|his|her|their|\S{1,30}['’]s)\s+(?:home|address)\b|住(?:在)?(?:哪|什么)|(?:在)?哪(?:个|座)城市|家住|(?:居住地|住处|住址)|搬(?:过|了)(?:几|哪|多少)|\b(?:moved\s+house|places?\s+.{1,30}?\s+(?:has|have|had)\s+lived)\b/iu,
  ],
  ["birthday", /\bbirthday\b|\bwhen\s+(?:was|were)\s+.{1,30}?\s+born\b|生日|哪(?:天|年)出生/iu],
  ["age", /\bhow\s+old\b|\b(?:my|his|her|their|\S{1,30}['’]s)\s+age\b|多大(?:了|岁|年纪|$|？)|几岁|年龄/iu],
  ["allergy", /\ballerg(?:y|ies|ic)\b|过敏/iu],
  ["origin", /\bwhere\s+(?:am|is|are)\s+.{1,30}?\s+from\b|\bhome\s?town\b|哪里人|老家|家乡|籍贯/iu],
  [
    "manager",
    /\b(?:my|his|her|their|\S{1,30}['’]s)\s+(?:new\s+|current\s+|line\s+)?(?:manager|boss|supervisor)\b|\bwho\s+do\s+i\s+report\s+to\b|(?:我|他|她|们)(?:现在)?的?(?:直属)?(?:上级|上司|领导|老板|经理)|向谁汇报/iu,
  ],
];

/** What is asked of a thing, whose name has to be in the question too: the verb stands for the attribute. */
const ASPECTS_OF_THINGS: readonly (readonly [attribute: string, question: RegExp])[] = [
  ["approver", /\bwho\b.{0,40}?\b(?:approv\w+|sign(?:s|ed)?[ -]off)\b|谁.{0,6}(?:审批|批准|签字)|审批人|批准人/iu],
  [
    "owner",
    /\bwho\b.{0,40}?\b(?:own(?:s|ed|er)?|leads?|maintain\w*|in charge|responsible)\b|谁.{0,4}(?:负责|牵头|主管)|负责人|责任人/iu,
  ],
  ["reviewer", /\bwho\b.{0,40}?\breview\w*\b|谁.{0,6}(?:评审|复核)|评审人/iu],
];

/** Where messages go. Asked for notices in general, no other topic need be named. */
const CHANNEL_ASKED =
  /\bhow\b.{0,30}?\b(?:notif\w+|reach|contact|messages?|ping|alert\w*|send)\b.{0,20}?\b(?:me|notif\w+|alerts?|reports?|reminders?|invoices?|updates?)\b|\b(?:which|what|where)\b.{0,30}?\b(?:channel|notif\w+|alerts?)\b|(?:怎么|如何|用什么|通过什么|哪个渠道|什么方式).{0,8}(?:通知|联系|提醒|发)|(?:通知|报警|告警|提醒|日报|周报|报告|发票).{0,6}(?:怎么|哪|什么)/iu;
const OF_USER = /\b(?:my|me|i)\b|我/iu;
const NOTICES = "notifications";

const WORK_TOLD =
  /\b(?:job offer|got (?:an|the) offer|(?:got|landed|took|found|started|quit|left|lost) (?:a|an|the|my|this|her|his|their) (?:new )?(?:job|position|role)|hired|laid off|promoted|resigned|start(?:ed|ing)? (?:work|working)|joined .{1,30}? as)\b|(?:拿|收|接)到.{0,12}?offer|录用|入职|离职|辞职|跳槽|换了?(?:个|份)?工作|失业|被裁|升职|转正|(?:去|在|到|进)了?.{1,12}?(?:上班|任职)/iu;
const HOME_TOLD =
  /\b(?:moved (?:in|into|to|back|out)|moving (?:in|into|to|back|out)|rent(?:ed|ing)|lease|(?:bought|found) (?:a|an|the|our|my) (?:flat|house|apartment|place|condo)|settled in|relocat\w+)\b|搬(?:到|去|进|回|家|来)|租了?.{0,14}?(?:房|公寓|屋|间)|(?:买了?|换了?).{0,8}?(?:房子|公寓)|定居|落户/iu;
/** How people tell of a change of what is asked for where they do not call it by its name. */
const TOLD: Readonly<Record<string, RegExp>> = { role: WORK_TOLD, employer: WORK_TOLD, home: HOME_TOLD };

/** Longest name of an attribute, in words and in Han characters. */
const NAME_WORDS = 3;
const NAME_HAN = 6;
/** A question says early what it asks for; names are looked for in so many characters. */
const READ_CHARACTERS = 400;

/** Attributes that a text calls by one of their names. */
function namedAttributes(text: string): readonly string[] {
  const words =
    text
      .slice(0, READ_CHARACTERS)
      .toLowerCase()
      .match(/[a-z][a-z-]*|\p{Script=Han}+/gu) ?? [];
  const names: string[] = [];
  for (const [index, word] of words.entries()) {
    if (hasHan(word)) {
      for (let start = 0; start < word.length; start++)
        for (let end = start + 2; end <= Math.min(word.length, start + NAME_HAN); end++)
          names.push(word.slice(start, end));
    } else {
      for (let length = 1; length <= NAME_WORDS; length++) names.push(words.slice(index, index + length).join(" "));
    }
  }
  return names.filter(isKnownAttribute).map(canonicalAttribute);
}

/** What a question asks for; empty for most queries. */
export interface AskedAspects {
  /** Of a person, whoever is meant. */
  readonly ofPerson: ReadonlySet<string>;
  /** Of a thing that the question names. */
  readonly ofThing: ReadonlySet<string>;
}

/** The attributes a question asks for. */
export function askedAspects(query: string): AskedAspects {
  const asked = (table: typeof ASPECTS) =>
    table.filter(([, question]) => question.test(query)).map(([attribute]) => attribute);
  return {
    ofPerson: new Set(asked(ASPECTS)),
    ofThing: new Set([
      ...asked(ASPECTS_OF_THINGS),
      ...(CHANNEL_ASKED.test(query) ? ["channel"] : []),
      ...namedAttributes(query),
    ]),
  };
}

/** Is a query nothing but a name of the attribute (名字, "birthday")? Whose it is goes without saying. */
function isBareName(query: string, attribute: string): boolean {
  const name = query
    .replace(/[\p{P}\p{S}]/gu, " ")
    .trim()
    .toLowerCase();
  return isKnownAttribute(name) && canonicalAttribute(name) === attribute;
}

interface AspectQuery {
  readonly text: string;
  /** Folded names in it. */
  readonly entities: readonly string[];
  readonly askedAspects: AskedAspects;
  readonly askedRelatives?: readonly string[];
}

type Stating = Pick<Memory, "attribute" | "subject"> & Partial<Pick<Memory, "content">>;

/** Asked of the user, and not of someone of theirs ("where does my sister live"). */
const OF_SELF =
  /\bi\b|\bmy\s+(?:own\s+|new\s+|current\s+|full\s+|home\s+)?(?:name|job|role|position|profession|occupation|employer|company|home|address|city|town|birthday|age|allerg\w+|hometown|manager|boss|supervisor)\b|我(?!们|的?(?:朋友|同事|同学|老板|领导|妈|爸|父|母|哥|姐|弟|妹|爷|奶|外公|外婆|老公|老婆|丈夫|妻|孩|儿|女|家人|室友|邻居))/iu;

/** What one may not or does not eat has many names, and the cook asks by another than the guest told. */
const DIET_ASKED =
  /\b(?:diet(?:ary)?|food restrictions?|(?:chef|cook|kitchen|restaurant|caterer|waiter)\b.{0,40}\b(?:avoid|know|leave out)|(?:can['’]?t|cannot|can not|don['’]?t|shouldn['’]?t|not) i? ?(?:eat|have to eat)|foods?\b.{0,20}\bavoid)|忌口|忌讳吃|饮食(?:禁忌|限制|要求|习惯)|(?:不能|不可以|不吃|别|避免)(?:吃|点)?(?:什么|啥|哪些)/iu;
const DIET_TOLD =
  /\ballergic\b.{0,40}\b(?:nuts?|peanuts?|fish|shellfish|seafood|milk|dairy|eggs?|gluten|wheat|soy|sesame|fruit)|\b(?:can['’]?t|cannot|doesn['’]?t|never|not|no longer) (?:eats?|drinks?|have|touch|tolerate)\b|\b(?:vegetarian|vegan|pescatarian|halal|kosher|c(?:o)?eliac|gluten|lactose|intoleran\w+|diabet\w+)\b|吃不(?:了|得|惯)|(?:不|没法|不能|从不|戒)(?:能|敢|再)?(?:吃|喝)|忌|吃素|素食|清真|不耐受|糖尿病|痛风|对(?:花生|坚果|海鲜|虾|蟹|鱼|牛奶|乳|鸡?蛋|麸质|小麦|大豆|芒果|[^，。]{0,6}果)[^，。]{0,6}过敏/iu;

function statesDiet(content: string | undefined, query: string): boolean {
  return content !== undefined && DIET_ASKED.test(query) && DIET_TOLD.test(content);
}

/**
 * Does a memory state the very attribute that is asked for, of the very thing, or of a person who may be meant? What is asked of someone who
 * is named is not asked of the user.
 */
export function statesAskedAspect(memory: Stating, query: AspectQuery): boolean {
  const { attribute, subject } = memory;
  if (subject === USER_SUBJECT && statesDiet(memory.content, query.text)) return true;
  // a brother is not the user, nor a wife a husband
  if (attribute === undefined || !mayBeAsked(subject, query.askedRelatives ?? [])) return false;
  if (query.askedAspects.ofPerson.has(attribute)) {
    return subject !== USER_SUBJECT || query.entities.length === 0 || OF_SELF.test(query.text);
  }
  if (!query.askedAspects.ofThing.has(attribute)) return false;
  if (subject === USER_SUBJECT) return OF_USER.test(query.text) || isBareName(query.text, attribute);
  return (attribute === "channel" && subject === NOTICES) || foldText(query.text).includes(foldText(subject));
}

/** Does a memory state the attribute that is asked for of the very person or thing that is asked about? Then there is an answer. */
export function answersAskedAspect(memory: Stating, query: AspectQuery): boolean {
  if (!statesAskedAspect(memory, query)) return false;
  if (memory.subject === USER_SUBJECT)
    return (
      OF_SELF.test(query.text) ||
      isBareName(query.text, memory.attribute ?? "") ||
      (OF_USER.test(query.text) && statesDiet(memory.content, query.text))
    );
  if ((query.askedRelatives ?? []).length > 0) return memory.subject.startsWith("user's ");
  return foldText(query.text).includes(foldText(memory.subject));
}

/** Does a text tell of an attribute that is asked for, in words of its own? */
export function speaksOfAskedAspect(text: string, { ofPerson }: AskedAspects): boolean {
  for (const attribute of ofPerson) if (TOLD[attribute]?.test(text) === true) return true;
  return false;
}

/** Does a text call an attribute that is asked for by any of its names, in either language? */
export function namesAskedAspect(text: string, { ofPerson, ofThing }: AskedAspects): boolean {
  return namedAttributes(text).some((attribute) => ofPerson.has(attribute) || ofThing.has(attribute));
}
