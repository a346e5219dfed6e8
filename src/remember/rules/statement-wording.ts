import { hasHan, splitClauses } from "../../language/index.js";
import { EN_RELATIONS, ZH_RELATIONS } from "../../language/slots/index.js";
import { hasOwnSubject } from "../../language/speech-acts/index.js";
import { opensWithPredicate } from "./going-on.js";
import { sentencesBefore } from "./holder.js";
import { holderInEnglish } from "./holder-en.js";
import { leftOut } from "./left-out.js";
import { inNameOf, reportedOf } from "./naming.js";
import type { Reader } from "./reader.js";
import { replacePronoun, type Subjected } from "./subject.js";
import type { Unit } from "./units.js";
import { asSentence, normaliseWording } from "./wording.js";

/** How far back in its turn a clause may take up its subject. In characters */
const LONGEST_BEFORE = 400;

const REQUESTING =
  /^(?:别|不要|请|以后|今后|唔好|务必|必须|统一|一律|no\b|don'?t|never|always|(?:please|only|use|keep|make sure|send|stop|avoid|skip)\b)/iu;

function asksSomething(unit: Unit, text: string): boolean {
  return unit.pieces.every((piece) => piece.speech.act === "request") || REQUESTING.test(text);
}

/** What leads on from the sentence before. */
const LEADS_ON = /^(?:不过|但是?|而且|并且|然后|所以|因为|而|，)+/u;
const LEADS_ON_TO_OWN =
  /^(?:(?:不过|但是?|而且|并且|然后|所以|同时|另外|此外|其实|是的|会的|对的?|嗯|当然(?:啦|了|可以)?|除此之外|非常有趣|没错|哦|(?:还有)?一个问题)[，,、\s]*)+(?=(?:我|咱|俺))/u;

export function wordingOf(reader: Reader, unit: Unit, subjected: Subjected, raw: string, dated: boolean): string {
  const { turn } = reader;
  const reported = reportedOf(raw);
  const said = reported === undefined ? raw : `${reported.frame}${inNameOf(reported.who, reported.words)}`;
  const opened = subjected.prefix === "用户" ? said.replace(LEADS_ON, "") : said.replace(LEADS_ON_TO_OWN, "");
  const addressed = withoutAddress(opened, reader);
  const own = subjected.prefix === "" && (subjected.subject === "user" || subjected.subject.startsWith("user's "));
  const subject = own ? droppedSubject(reader, unit, addressed) : "";
  const worded = normaliseWording(
    subject + replacePronoun(subject === "" ? addressed : uncapitalised(addressed), subjected.referent),
    turn.at,
    turn.timeZone,
    dated,
  );
  const kin = subjected.prefix === "" ? asUsers(worded, subjected.subject) : undefined;
  if (kin !== undefined) return kin;
  if (
    reader.head !== undefined &&
    subjected.prefix.replace("用户", "") === "" &&
    !namesSomebody(worded, subjected.subject)
  )
    return asSentence(hasHan(worded) ? `${reader.head}：${worded}` : `${reader.head}: ${worded}`);
  const prefix =
    subjected.prefix === "" && subjected.subject === "user" && leavesOutUser(reader, unit, worded)
      ? "用户"
      : subjected.prefix === "" && subjected.subject === "user" && isBareFragment(reader, worded)
        ? `${jottedBy(reader, unit)}: `
        : subjected.prefix;
  const joins = prefix !== "" && !worded.startsWith(prefix);
  const content = joins
    ? prefix +
      (/[a-z] $/u.test(prefix) || /^The user(?:'s [a-z]+)?: $/u.test(prefix) ? uncapitalisedWord(worded) : worded)
    : worded;
  const about = subjected.subject === "user" && !/用户|the user/iu.test(content) && asksSomething(unit, content);
  if (!about) return asSentence(content);
  return hasHan(content) ? `用户要求：${content}` : `The user asks: ${content}`;
}

/** A Chinese statement that leaves out its subject, which is the speaker: 平时骑车上班. */
const ZH_BARE_PREDICATE =
  /^(?:平时|平常|平日|一般|通常|最近|近来|现在|目前|从小|从来|从不|一直|经常|常常|总是|每(?:天|周|晚|早|年|月|个)|周末|晚上|早上|中午|也|还)*(?:不(?:吃|喝|会|能|爱|喜欢|太|怎么|抽)|没有?|有(?!人|的|些|时候|一?点)|在(?!于)|喜欢|爱(?=[吃喝看听玩])|住(?!宿)|做(?!法)|当(?!然|时)|养|教|学|练|骑|开车|坐地铁|跑步|会(?=[说做弹开修写唱讲])|打算|计划|准备|正在|习惯|负责|返工|放工|吃素|用惯|[吃喝睡]不[了惯]|常(?=出差|去|跑|熬|加班)|对[\p{Script=Han}A-Za-z]{1,8}过敏)/u;

const ZH_BARE_HABIT =
  /^(?:平时|平常|一般|通常|从小|从来|一直|经常|常常|总是|每(?:天|周[一二三四五六日天末]?|星期[一二三四五六日天]|晚|早|年|月|个月|个周末)|周末|晚上|早上)(?:[早晚]上|[上下]午|都|也|会|要|得|在(?:周末|家|公司|外面|学校)?|就|先|\d+点|[一二三四五六七八九十两]+点)*(?:早起|起床|睡|跑|走|骑|游泳|健身|运动|锻炼|爬山|打球|去|吃|喝|看|听|写|画|弹|练|加班|上班|冥想|做|学|读|带|陪|接|送|遛|打|踢|泡|跳|唱|值|出差)/u;

/** 我叫陆遥，上周去了苏州: what goes on without a subject of its own goes on about the speaker. */
function goesOnAboutUser(reader: Reader, unit: Unit): boolean {
  const earlier =
    reader.text
      .slice(Math.max(0, unit.start - LONGEST_BEFORE), unit.start)
      .split(/[。！？!?\n；;]/u)
      .at(-1) ?? "";
  const clauses = splitClauses(earlier);
  const last = clauses.findLast((clause) => hasOwnSubject(clause.text)) ?? clauses[0];
  return (
    last !== undefined &&
    /^(?:但是?|不过|而且|所以|其实)?(?:最近|现在|目前|平时|今年|去年|以前|一直)*我(?!的|们的|[爸妈哥姐弟妹爷奶女儿老])/u.test(
      last.text.trim(),
    )
  );
}

function leavesOutUser(reader: Reader, unit: Unit, worded: string): boolean {
  if (!hasHan(worded) || /我|咱|俺|用户|他|她|它|你|您/u.test(worded)) return false;
  const [first] = unit.pieces;
  if (first === undefined || first.speech.act !== "statement" || first.slots.length > 0) return false;
  if (REQUESTING.test(worded)) return false;
  return (
    ZH_BARE_PREDICATE.test(worded) ||
    ZH_BARE_HABIT.test(worded) ||
    (!hasOwnSubject(worded.replace(/（[^）]*）/gu, "")) && goesOnAboutUser(reader, unit))
  );
}

/** Names by which the people of the talk may be addressed. */
function namesOf({ turn, context }: Reader): readonly string[] {
  const names = context.before.flatMap((each) => (each.speaker === undefined ? [] : [each.speaker]));
  return [...new Set(names)].filter((name) => name !== turn.speaker);
}

const ADDRESS = /^(?:AI|ai)?(?:伴侣|助手|小助手|朋友|老师|亲爱的|宝贝|兄弟|哥们|姐妹)[，,！!~～\s]+/u;

/** In a talk between named people. */
const ADDRESSED_BY_NAME =
  /^\p{Lu}\p{Ll}+[,!] (?=(?:I|I['’]\p{Ll}+|we|my|our|after|before|when|while|since|last|yesterday|today|it|just|great|good|big|guess|sorry|thanks)\b)/u;

/** "Jon, I have two cats", 朋友，我…: whoever is spoken to is no part of the statement. */
function withoutAddress(text: string, reader: Reader): string {
  const names = namesOf(reader);
  const spoken = text.trim().replace(ADDRESS, "");
  const bare = reader.turn.speaker === undefined ? spoken : spoken.replace(ADDRESSED_BY_NAME, "");
  const name = names.find((each) => bare.startsWith(each) && /^(?:,|!|，|！| -|:)\s?/u.test(bare.slice(each.length)));
  const opened = name === undefined ? bare : bare.slice(name.length).replace(/^(?:,|!|，|！| -|:)\s?/u, "");
  const closed = opened.replace(/[.!。！~～\s]+$/u, "");
  const last = names.find((each) => closed.endsWith(each) && /[,，]\s?$/u.test(closed.slice(0, -each.length)));
  return last === undefined ? opened : closed.slice(0, -last.length).replace(/[,，]\s*$/u, "");
}

/** "I quit the bakery, starting at Corvane on Monday": whoever left begins. */
const STARTS_WORK = /^[Ss]tarting (?:work |a new job |a new role )?(?:at|with) \p{Lu}/u;
const LEFT_WORK = /\b(?:I|we) (?:\w+ )?(?:left|quit|resigned|got (?:a|the) (?:new )?(?:job|offer))\b[^.!?]*$/iu;

function droppedSubject(reader: Reader, unit: Unit, text: string): string {
  if (hasHan(text)) return "";
  const before = reader.text.slice(Math.max(0, unit.start - 80), unit.start);
  if (STARTS_WORK.test(text) && LEFT_WORK.test(before)) return "I'm ";
  const opens = /(?:^|[.!?\n…]|\p{Extended_Pictographic})\s*$/u.test(
    reader.text.slice(Math.max(0, unit.start - 8), unit.start),
  );
  return opens || followsSpeaker(before) ? leftOut(text) : "";
}

/** "I stay at Tampines, work at Jurong" */
function followsSpeaker(before: string): boolean {
  return /(?:^|[.!?\n] ?)(?:and |but |so )?(?:I|we)\b[^.!?\n]*, ?$/iu.test(before);
}

const FINITE_EN =
  /\b(?:is|are|was|were|am|has|have|had|will|would|should|must|can|could|does|do|did|the user|never|always|only|no|not|happened|wrote|went|came|made|got|took|said|felt|looks?|sounds?|helps?|seems?)\b|['’](?:s|re|ll|ve|d|t)\b|^(?:the|my|our|this|that|these|those|there|here|it|he|she|they|if|when|whenever|because|so|and|but|please|let)\b|^[^\s:]+(?: [^\s:]+){0,3}:|^\p{L}{3,}s (?:go|come|move|need|get|cost|start|open|close|use|pay|take|run|work|stay|switch|change)\b/iu;
const LONGEST_FRAGMENT_WORDS = 12;
/** In so much company talk a fragment is a nod. */
const SOME_COMPANY = 0.2;
/** How many, how often, when: what one jots down of oneself. */
const JOTTED =
  /\d|\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|every|each|daily|weekly|fortnightly|monthly|weekends?|nights?|mornings?|afternoons?|evenings?|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|closed|open)\b/iu;

/** "Night shifts mostly.", "Standup at 9:15.": jotted down without subject and verb. */
function isBareFragment(reader: Reader, worded: string): boolean {
  if (hasHan(worded) || reader.company >= SOME_COMPANY || FINITE_EN.test(worded) || !JOTTED.test(worded)) return false;
  const words = worded.trim().split(/\s+/u);
  if (
    /^(?:looks?|sounds?|seems?|feels?|works|makes|helps|thanks|sure|fwd?|forwarded|re|from|subject|same|all|no|not|very|so|too|pretty|really)\b/iu.test(
      worded,
    )
  )
    return false;
  if (words.length < 2 || words.length > LONGEST_FRAGMENT_WORDS || /^\p{Lu}\p{Ll}+ \p{Ll}+(?:s|ed)\b/u.test(worded))
    return false;
  return !words.slice(0, 3).some((word) => /^\p{Ll}{3,}(?:ed|es|[^s]s)$/u.test(word) && words.indexOf(word) === 1);
}

/** "We're a team of six. Standup at 9:15.": the user's team's, else the user's. */
function jottedBy(reader: Reader, unit: Unit): string {
  const holder = sentencesBefore(reader.text, unit.start)
    .slice(0, FRAGMENTS_BACK)
    .map((sentence) => holderInEnglish(sentence))
    .find((each) => each !== undefined);
  return holder?.isIntroduced === true || holder?.words.startsWith("The ") !== true ? "The user" : holder.words;
}

const FRAGMENTS_BACK = 3;

/** A first word that is no name: "Only eats from a raised bowl" behind "Biscuit". */
function uncapitalisedWord(text: string): string {
  if (opensWithPredicate(text)) return uncapitalised(text);
  return /^(?:\p{Lu}\p{Ll}+) \p{Ll}/u.test(text) && !/^\p{Lu}\p{Ll}+(?:day|uary|ber) /u.test(text)
    ? uncapitalised(text)
    : text;
}

/** An item that says whom it is about needs no head. */
function namesSomebody(worded: string, subject: string): boolean {
  return subject !== "user" || /用户|\bthe user\b/iu.test(worded);
}

function uncapitalised(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

const ZH_KIN_FIRST = new RegExp(
  `^(?:隔壁|楼上|楼下|对门|对面|[大小](?=[儿女孙侄外]))?(?:${ZH_RELATIONS}|[大二三小]宝|老[大二三]|俩(?:孩子|娃)|两个(?:孩子|娃))`,
  "u",
);
const EN_KIN_FIRST = new RegExp(
  `^(?:(?:little|older|younger|big|oldest|youngest|eldest) )?(?:mum|mom|mummy|mommy|daddy|${EN_RELATIONS})s?\\b`,
  "iu",
);
const EN_THE_KIN = new RegExp(
  `^the (?=(?:${EN_RELATIONS})(?:['’]s\\b| (?:is|has|was|likes|loves|hates|goes|eats|needs|works|lives|starts)\\b))`,
  "iu",
);

/** 右耳听力弱, 工位在三楼: what everybody has, said of nobody else. */
const ZH_OWN_PART =
  /^(?:[左右]?[耳眼手脚腿膝](?:朵|睛|盖|踝)?(?=[\p{Script=Han}])|腰|颈椎|腰椎|血型|血压|血糖|视力|听力|近视|身高|体重|睡眠|作息|工位|主管|直属领导|护照|驾照|身份证|社保|工资|房贷|车位|户口|老家|生日|微信|手机)(?=是|在|叫|不|有|要|得|听力|受|断|疼|坏|到期|快|[一二三四五六七八九十百两\dA-O])/u;

/** 房东是个退休老师, 老师是里昂人: said of nobody else's. */
const ZH_OWN_PERSON =
  /^(?:房东|室友|邻居|老师|教练|导师|班主任|班长|领导|老板|上司|组长|牙医|保姆|阿姨|中介|家教|物业|[大小]?(?:儿子|女儿)|俩?孩子)(?=是|叫|姓|住|不让|[\p{Script=Han}]{0,2}过敏|的)/u;

/** 室友是广东人, "Mum's allergic": the statement says whose they are. */
function asUsers(worded: string, subject: string): string | undefined {
  if (subject === "user" && (ZH_OWN_PERSON.test(worded) || ZH_OWN_PART.test(worded)) && !worded.includes("用户"))
    return `用户的${worded}`;
  if (!subject.startsWith("user's ")) return undefined;
  if (ZH_KIN_FIRST.test(worded)) return `用户的${worded}`;
  const bare = worded.replace(EN_THE_KIN, "");
  return EN_KIN_FIRST.test(bare) ? `The user's ${uncapitalised(bare)}` : undefined;
}
