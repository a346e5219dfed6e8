import type { Candidate } from "../../domain/index.js";
import { hasHan, toSimplified } from "../../language/index.js";
import { EN_RELATIONS, ZH_RELATIONS } from "../../language/slots/index.js";
import { pointsOutside } from "./points-outside.js";

/** Whoever listens is in it: praised, advised, asked, wished well. */
const LISTENER_EN = /\b(?:you|your|yours|yourself|yourselves|you['’](?:re|ve|ll|d))\b|\blet['’]?s\b/iu;
const LISTENER_ZH = /[你您妳]|咱们/u;
/** Delight, comfort and hope that pass with the moment. */
const DELIGHT_EN =
  /\bcan(?:['’]?t| not|not) wait\b|\b(?:feels?|felt|is feeling) (?:so |much |a lot |really |very )*(?:better|good|great|happy|bad|sad|lucky|blessed|relieved|calm|down)\b(?: now| today)?[.!]*$|\bis (?:so |super |really |very |just )*(?:glad|happy|proud|excited|thrilled|stoked|thankful|grateful|sorry|nervous|sure|not (?:quite )?sure)\b(?! (?:about|owner|parent)\b.*\d)|\b(?:keep|keeps) (?:going|pushing|at it)\b|\bis (?:a (?:bit|little) |very |really |quite |so |kind of )*(?:afraid|anxious|worried|nervous|stressed|upset|tired|exhausted|overwhelmed|bored|lonely|disappointed|frustrated)\b(?! of (?!\w+ing))|\b(?:does not|doesn['’]?t|do not|don['’]?t) have (?:any|enough|much|many|a lot)\b|\bhas(?: not|n['’]?t) (?:received|found|decided|been to (?:many|any)|had (?:any|a (?:ton|lot)|much))\b|\bnever (?:give|gives) up\b|\bnot (?:gonna|going to) (?:give up|quit)\b|\bwill always (?:remember|cherish|treasure|be)\b.{0,24}$/iu;
const DELIGHT_ZH =
  /^用户(?:真的|挺|有点|有些|很|非常|特别|比较|现在|也)*(?:焦虑|担心|害怕|紧张|迷茫|沮丧|失落|难过|开心|高兴|激动|兴奋|疲惫|累)|用户(?:现在|目前|暂时|还)*没有?(?:什么|想|足够|太多|任何)|(?:觉得|感觉|感到|心情)(?:到)?(?:非常|特别|很|好|十分|有些|有点|更)?(?:开心|高兴|幸福|放松|舒服|难过|失落|满足|激动|兴奋|轻松|好多了|好很多)[了。！]*$|深深(?:触动|打动)|传递出的|受益匪浅|不虚此行/u;
/** "loves the colours and the mood": of what the listener showed. */
const OF_WHAT_IS_SHOWN =
  /\b(?:loves?|likes?|enjoys?|adores?|digs?) the [\p{L}-]+(?: [\p{L}-]+)?(?: and (?:the )?[\p{L}-]+(?: [\p{L}-]+){0,2}| too| idea| thought| look| vibe| energy)(?: (?:in|of) (?:it|that|this))?[.!]*$|\b(?:loves?|likes?) how\b/iu;
/** An event of today, or just now, that leaves nothing. */
const JUST_NOW_EN =
  /\b(?:just (?:went|took|had|got back|came|finished|woke|made|ate|watched|saw)|is (?:about to|now going to|off to go)|is in the [\p{L}]+ now|wants? to (?:take|go for) a walk|today|tonight|this (?:morning|afternoon|evening)|right now)\b/iu;
const JUST_NOW_ZH = /今天|今晚|今早|刚刚|刚才|现在(?:要|就|去|准备|在(?:办公室|家|外面|路上))|待会|等下|一会儿/u;
/** A day or span that the statement names beside the moment. */
const OTHER_DAY = /\b(?:last|next|this (?:month|year|weekend)|ago|in \d)\b.*\(\d{4}/iu;
const LEAVES_SOMETHING_EN =
  /\b(?:start(?:ed|s)?|join(?:ed|s)?|moved|married|engaged|born|died|passed away|passed|adopted|broke|diagnosed|promoted|hired|fired|laid off|graduated|accepted|bought|sold|signed|quit|enrolled|register(?:ed)?|won|appointment|interview|surgery|exam|deadline|flight|turned \d)\b/iu;
const LEAVES_SOMETHING_ZH =
  /入职|加入|搬|结婚|订婚|出生|去世|领养|确诊|升职|离职|辞职|毕业|录取|买了(?:房|车)|签|报名|注册|开始|面试|手术|考试|预约|获奖|生日|满\d|怀孕/u;
/** What one means to do about advice, or might do some day. */
const MEANS_TO_EN =
  /^(?:The user|\p{Lu}\p{Ll}+) (?:should|could|might|may|needs? to|can(?!['’]?t|not)(?: just| also)?|will(?: (?:definitely|certainly|surely|also|just))*(?: (?:try|check|look|think|consider|keep|search|give|do|practi[cs]e|remember|take|make sure|enjoy|be)\b|$)|thinks (?:that )?(?:the first thing|it['’]?s (?:important|key|crucial)|everyone|people)|learns? from each other|is (?:gonna|going to) (?:keep|try|check|chat|talk|think|look|never|not)) ?/u;
const MEANS_TO_ZH =
  /^用户(?:认为|觉得)(?:首先|应该|需要|最重要|先)|用户(?:们|这边)?(?:也|还|就|一定|以后|现在|确实|应该|打算)*(?:会(?:去|尽量|尝试|努力|试|继续|考虑|多|好好|按|认真|加油|注意)|可以(?!吃|喝|用|接受)|要(?:好好|多|继续|努力|学会)|应该|需要(?:多|更|学会|寻找|重视))/u;

const FIRST_PERSON = /\b(?:i|i['’](?:m|ve|d|ll)|me|my|mine|we|we['’](?:re|ve|d|ll)|us|our|ours)\b|我|咱|俺|本人/iu;
const SOMEBODY = new RegExp(`\\b(?:${EN_RELATIONS})s?\\b|${ZH_RELATIONS}|(?<=\\S )\\p{Lu}\\p{Ll}|[《“"]|\\d`, "u");
const FINITE_EN =
  /\b(?:is|are|was|were|am|has|have|had|does|do|did|will|would|can|could|must|isn['’]t|aren['’]t|wasn['’]t|don['’]t|doesn['’]t|didn['’]t|won['’]t|can['’]t|hasn['’]t|haven['’]t|[\p{L}-]{2,}(?:s|ed)|went|got|took|wore|broke|drove|flew|swam|sang|chose|ate|drank|spoke|hurt|fell|led|paid|rode|ran|made|came|ran|met|saw|found|kept|left|lost|won|built|bought|sold|taught|wrote|began|became|grew|gave|spent|told|knew|felt|held|quit|set up|put on|hit the)\b/iu;
const NO_SUBJECT_EN =
  /^(?:(?:[Aa]nd|[Bb]ut|[Ss]o|[Oo]r|[Yy]et) )*(?:[Bb]oth|[Aa]lways|[Nn]ever|[Uu]sually|[Oo]therwise|[Ss]ince|[Bb]ecause|[Tt]hough|[Aa]lthough|[Bb]een|[Bb]eing|[Hh]aving|[Ff]ull|[Tt]hanks|[Ss]ame|[Ee]ven|[Jj]ust|[Oo]nly|[Pp]lus|[Ll]ike|[Aa]lso|[Tt]hen|[Ss]till|[Vv]aries|[Tt]racks|[Tt]urns|[Gg]iving|[Aa]nything|[Ee]verything|[Nn]othing)\b(?! the user (?:\p{Ll}+s|was|had)\b)/u;

const AT_LARGE =
  /人生|生活(?!费|用)|未来|人们|大家|每个人|一个人|社会|世界|时代|科技|友情|友谊|爱情|成功|努力|坚持|健康|生命|梦想|心态/u;

/** Nobody's own: no first person said it of themselves, and nobody is named. */
function isOfNobody(content: string, evidence: string): boolean {
  if (/^用户(?!要求)|^The user (?!asks)/u.test(content)) return false;
  // Chinese leaves out its subject as often as not: only what speaks of people at large is nobody's
  if (hasHan(content) && !AT_LARGE.test(content)) return false;
  return !FIRST_PERSON.test(evidence) && !SOMEBODY.test(evidence.trim().slice(1));
}

/** "Themes like hope and chance were explored": of things at large. */
const PLURAL = /^\p{Lu}?\p{Ll}+s$/u;

/** A statement: in the third person, as said, and whom it is about. */
type Said = Pick<Candidate, "content" | "evidence" | "subject">;

/**
 * Whether a statement made among company tells nothing that lasts, or cannot be read alone: most of such talk is praise, comfort, advice
 * and the day's small doings.
 */
export function isCompanyTalk({ content, evidence, subject }: Said): boolean {
  const text = content.trim();
  if (((subject === "user" || PLURAL.test(subject)) && isOfNobody(text, evidence)) || pointsOutside(text)) return true;
  return hasHan(text) ? isChineseCompanyTalk(toSimplified(text)) : isEnglishCompanyTalk(text);
}

/** A walk, a meal, the weather of the day: nothing that one would know in three months, whatever the talk is. */
const PASTIME =
  /(?:今天|昨天|昨晚|今早|刚才|刚刚)[^。！？]{0,24}(?:天气|散步|公园|逛街|游泳池|吃了|喝了|看了|爬了)|天气(?:很|真|好|不错|非常|特别)|\b(?:weather|sunshine|rain) (?:is|was)\b|\b(?:went|go(?:es)?|going|came back|is back) (?:out )?(?:for|from) a (?:walk|run|swim|drive|stroll|jog)\b.{0,24}(?:today|yesterday|just|park|this (?:morning|afternoon|evening)|\(\d)|\b(?:take|took) a (?:walk|stroll) in the park\b/iu;

export function isPastime(content: string): boolean {
  return PASTIME.test(content);
}

function isChineseCompanyTalk(text: string): boolean {
  if (LISTENER_ZH.test(text) || DELIGHT_ZH.test(text) || MEANS_TO_ZH.test(text)) return true;
  return JUST_NOW_ZH.test(text) && !LEAVES_SOMETHING_ZH.test(text);
}

/** "Ana's story is so moving", "it is like having a piece of the sea at home": of things, by how they strike one. */
const STRIKES_EN =
  /^[^,]{2,48} (?:is|are|was|were) (?:so|such an?|really|super|very|truly) (?:inspiring|amazing|cool|cute|beautiful|awesome|lovely|great|fun|nice|sweet|interesting|fascinating|heartwarming|delicious|moving|powerful|smart|loyal)\b[^,]{0,48}$|\b(?:is|feels) like (?:having|being|a piece|living)\b|^[\p{L} ]+s are (?:known|famous|said|usually|so|really|such) |\bdoes(?: not|n['’]?t) have (?:an?|the) (?:recipe|clue|idea|plan|picture|photo|name)\b/iu;
/** Whose, and where, with nothing said of them. */
const SAYS_NOTHING_EN = /^(?:The user['’]s|\p{Lu}\p{Ll}+['’]s) [\p{Ll}-]+ (?:at|in|on|with|from|for|near) /u;

function isEnglishCompanyTalk(text: string): boolean {
  if (STRIKES_EN.test(text) || SAYS_NOTHING_EN.test(text)) return true;
  if (DELIGHT_EN.test(text) && !OTHER_DAY.test(text)) return true;
  if (LISTENER_EN.test(text) || OF_WHAT_IS_SHOWN.test(text) || MEANS_TO_EN.test(text)) return true;
  if (NO_SUBJECT_EN.test(text) || !FINITE_EN.test(text.replace(/^(?:The user['’]s|\p{Lu}[\p{L}-]+['’]s) /u, "")))
    return true;
  return JUST_NOW_EN.test(text) && !LEAVES_SOMETHING_EN.test(text) && !OTHER_DAY.test(text);
}
