import { findEntities, hasHan, stripLead, toSimplified } from "../../language/index.js";
import { EN_RELATIONS, relationSubject, ZH_RELATIONS } from "../../language/slots/index.js";

/** Somebody other than the speaker whom a clause is about. */
export interface Someone {
  readonly subject: string;
  /** As written, where one is given beside the relation. */
  readonly name?: string;
}

const QUALITY =
  "(?:(?:little|older|younger|elder|big|twin|best|oldest|youngest|late|ex|new|old|dear|eldest|next[- ]door|upstairs|downstairs|former|current|closest?|good|first|second|mutual|university|school|college|work|childhood)[- ])*";
/** People one has to do with that are no relations of the table. */
const PEOPLE =
  "CTO|CEO|CFO|PM|HR|nanny|babysitter|accountant|lawyer|solicitor|agent|assistant|trainer|vet|plumber|cleaner|hairdresser|secretary|director|lead|ex|ex-\\p{L}+|godmother|godfather|stepmum|stepmom|stepdad|stepson|stepdaughter|crush|date|host|guide|nurse|builder|electrician|gardener|driver|editor|publisher|designer|developer|recruiter|therapist|counsell?or|pastor|priest|imam|rabbi|tenant|lodger|investor|supplier|contractor|consultant|receptionist|librarian|principal|headteacher|headmaster|chef|head chef|captain|guard|janitor|caretaker|barber|baker|butcher|postman|treasurer|chairman|chairwoman|founder|owner|supplier";
const EN_SOMEONE = new RegExp(
  `^(?:(?:my|our|the|one of (?:my|our)|an?) (?:two |three |four )?${QUALITY}(?<relation>${EN_RELATIONS}|${PEOPLE})s?(?: of (?:mine|ours))?|(?:an?|one) (?<friend>friend|colleague|cousin|neighbou?r|classmate|client) of (?:mine|ours))(?:,? (?<name>\\p{Lu}[\\p{L}'’-]+(?: \\p{Lu}[\\p{L}'’-]+)?))?(?<rest>(?:,| |$).*)$`,
  "u",
);
/** "The guy I sit next to", "the kid next door": somebody who is nobody's relation. */
const EN_STRANGER =
  /^(?:the|this|that|an?|some|one) (?<who>(?:old|young|other|new|nice|little)? ?(?:guy|man|woman|lady|bloke|person|dude|chap|boy|girl|kid|couple|family|teenager|stranger))s? (?!and\b)/u;
const EN_APPOSED = new RegExp(
  `^(?<name>\\p{Lu}[\\p{Ll}'’-]+(?: \\p{Lu}[\\p{Ll}'’-]+)?), (?:my|our|the) ${QUALITY}(?<relation>${EN_RELATIONS}|${PEOPLE}),`,
  "u",
);
/** "Mum's allergic to shellfish": closest kin without a possessive are the speaker's own. */
const EN_KIN =
  /^(?<relation>[Mm]um|[Mm]om|[Mm]ummy|[Mm]ommy|[Dd]ad|[Dd]addy|[Gg]randma|[Gg]randpa|[Gg]ranny|[Gg]randad|[Nn]ana?|[Hh]ubby)(?<rest>(?:['’]s)? (?!and\b|said\b|told\b|asked\b).*)$/u;
/** What follows speaks of the speaker as well, or of what somebody said or did to them. */
const EN_WITH_SPEAKER =
  /^,?(?: and (?:I|me|my)\b|['’]s\b| (?:\p{L}+ )?(?:said|says|told|tells|asked|asks|thinks?|made|gave|gives|wants?|keeps?|let|lets|helps?|taught|calls?|got|recommended|suggested|prescribed|invited|bought|sent|advised) (?:me|us|that I|I)\b)/u;

/** Each word can be read in one way only, and there are few of them: else words said over and over take for ever. */
const ZH_PLACE =
  "(?:(?:[我咱俺]们?|公司|部门|单位|学校|小区|组里|店里|楼里|隔壁|楼上|楼下|对门|对面|新来|合租|健身|瑜伽|游泳|钢琴|英语|数学|语文|驾校|班里?|大学|高中|初中|小学|以前|原来|那个|这个|老家|前|亲)的?){0,4}";
const ZH_SOMEONE = new RegExp(
  `^(?<where>${ZH_PLACE})(?<relation>${ZH_RELATIONS}|老板娘|保安|班长|物业|快递员|司机|店长|店员|会计|财务|前台|护士|护工|校长|院长|队长|中介|经纪人|师傅|保姆|阿姨|前任|前男友|前女友|前夫|前妻|干妈|干爹|房客|租客|编辑|总监|HR)(?<named>(?!们)[\\p{Script=Han}]{1,3}?)?(?=(?:${"现在|目前|今年|最近|平时|一直|每天|每周|也|都|就|还|已经|刚|不|只|从来|特别|非常|很|经常|马上|快|下个?月|下周|上个?月|上周|明年|去年"})*(?:是|在|当|做|住|有|养|对|喜欢|爱|讨厌|叫|姓|搬|开|教|读|学|会|负责|来自|退休|结婚|怀孕|离婚|吃|喝|戒|换|去|要|能|调|升|让|允许|接受|习惯|怕|骑|用|属|毕业|考|玩|打|练|跑))`,
  "u",
);
const ZH_CHAIN = new RegExp(
  `^(?:(?:我|咱|俺)(?:们)?(?:家|的)?)?(?:隔壁|楼上|楼下|对门|对面)?(?<whose>${ZH_RELATIONS})家?的(?<relation>${ZH_RELATIONS})(?!的)`,
  "u",
);
/** 客户那边的张总: by title, behind whose they are. */
const ZH_TITLED =
  /^(?:[\p{Script=Han}A-Za-z]{2,10}?(?:那边|这边|公司|部门|团队|组)?的)?(?<name>[\p{Script=Han}]{1,2}(?:总监?|工|经理|主任|老师|医生|教授|律师|师傅|阿姨|叔叔?|哥|姐|局|处|院长|校长|会计)|[老小阿][\p{Script=Han}])(?=(?:现在|目前|今年|最近|平时|一直|每天|每周|也|都|就|还|已经|刚|不|只|从来|特别|很|经常)*(?:是|在|当|做|住|有|养|对|喜欢|爱|讨厌|姓|搬|开|教|负责|来自|退休|结婚|吃|喝|换|去|要|能|调|升|接受|习惯|怕|骑|用|管))/u;
/** Who says it, or makes the speaker do it; 我 behind it is who it is about. */
const ZH_ABOUT_SPEAKER =
  /^.{0,12}?(?:说|建议|让|叫|要求|提醒|告诉|劝|给|帮|问|教|送|陪|逼|催|夸|骂)(?:了|过)?(?:我|咱|以后|今后)/u;
const ZH_NO_NAME =
  /^(?:现在|目前|今年|最近|平时|一直|每|也|都|就|还|已经|刚|不|只|从|特|非|很|经常|马上|快|下|上|明|去|要|能|会|是|在|有|让)/u;

function relationOf(word: string): string {
  return relationSubject(word) ?? `user's ${word}`;
}

/** 大宝, 老二, 俩孩子: children by their order. */
const ZH_CHILD =
  /^(?:我们?家|咱家|家里)?(?<name>[大二三小]宝|老[大二三](?=上|读|今年|在|喜欢|爱|怕|不|对|[\d一二三四五六七八九十]+岁|挑食|都|也|才|是|有|学|会)|俩(?:孩子|娃)|两个(?:孩子|娃))(?!们|的)/u;

function chineseSomeone(clause: string): Someone | undefined {
  const text = toSimplified(clause);
  const child = ZH_ABOUT_SPEAKER.test(text) ? undefined : ZH_CHILD.exec(text)?.groups?.name;
  if (child !== undefined) return { subject: relationOf("孩子"), name: child };
  if (ZH_ABOUT_SPEAKER.test(text)) return undefined;
  const chain = ZH_CHAIN.exec(text)?.groups;
  if (chain !== undefined) {
    const of = relationOf(chain.relation ?? "").replace(/^user's /u, "");
    return { subject: `${relationOf(chain.whose ?? "")}'s ${of}` };
  }
  const match = ZH_SOMEONE.exec(text)?.groups;
  if (match !== undefined) {
    const name = match.named === undefined || ZH_NO_NAME.test(match.named) ? undefined : match.named;
    const subject = relationOf(match.relation ?? "");
    return name === undefined ? { subject } : { subject, name };
  }
  const titled = ZH_TITLED.exec(text)?.groups?.name;
  return titled === undefined ? undefined : { subject: titled };
}

function englishSomeone(clause: string): Someone | undefined {
  const text = clause.replace(/^(?<first>\p{Lu})(?=(?:y|ur|he|ne|n)? )/u, (first) => first.toLowerCase());
  const apposed = EN_APPOSED.exec(clause)?.groups;
  if (apposed?.name !== undefined) return { subject: relationOf(apposed.relation ?? ""), name: apposed.name };
  const kin = EN_KIN.exec(clause)?.groups;
  if (
    kin !== undefined &&
    !/^['’]s [\p{L}-]+ (?:is|was|has)\b/u.test(kin.rest ?? "") &&
    !EN_WITH_SPEAKER.test((kin.rest ?? "").replace(/^['’]s/u, ""))
  )
    return { subject: relationOf(kin.relation ?? "") };
  const stranger = EN_STRANGER.exec(text)?.groups?.who;
  if (stranger !== undefined)
    return { subject: /next door|upstairs|downstairs|across|opposite/u.test(text) ? "user's neighbour" : stranger };
  const match = EN_SOMEONE.exec(text)?.groups;
  if (match === undefined || EN_WITH_SPEAKER.test(match.rest ?? "")) return undefined;
  const subject = relationOf(match.relation ?? match.friend ?? "");
  return match.name === undefined ? { subject } : { subject, name: match.name };
}

/** A person by name at the head: "Tom sails at weekends", 林舟和苏禾是同学. */
function namedAtHead(clause: string): Someone | undefined {
  const first = findEntities(clause).find(({ kind }) => kind === "person");
  if (first === undefined || first.start > 0) return undefined;
  const next = clause.slice(first.end);
  return /^(?:['’]s\b|的|,|，|!|！|:|：)/u.test(next) ? undefined : { subject: first.text };
}

/**
 * Whom a clause is about where it opens with a person who is not the speaker, whatever is said of them: "the landlord doesn't allow pets",
 * 隔壁邻居养了两条狗. `undefined` where it opens otherwise, or tells what that person said to or did with the speaker.
 */
export function someoneOf(clause: string): Someone | undefined {
  const bare = stripLead(clause);
  return (hasHan(bare) ? chineseSomeone(bare) : englishSomeone(bare)) ?? namedAtHead(bare);
}

const NO_SUBJECT =
  /^(?:[^\p{L}\p{N}]+|(?:i|me|my|we|us|our|ours|you|your|he|him|his|she|her|hers|it|its|they|them|their|this|that|these|those|there|here|what|who|which|everything|anything|something|nothing|everyone|people|today|yesterday|tomorrow|now|life|love|thing|things)(?:['’]s)?)$|^[他她它]|^(?:his|her|their|its) |['’]s?$|\b(?:i|we|you|he|she|they|it)\b|^(?:running|going|doing|having|being|making|getting|working|trying|looking|playing|taking|finding|seeing)\b|^(?:我|你|他|她|它|这|那|大家|自己|返工|放工|上班|下班|终于|总算|早就?|幸好|好在|居然|竟然|难怪|停|放|搁|存|摆|藏|挂|埋|寄|张罗|新买|家里|未来|生活|人生|今天|现在|(?:[\p{Script=Han}]{0,3})?(?:以前|之前|后来|现在|目前|平时|从前|入冬以后|\p{Script=Han}{1,4}(?:以后|之后)))$|[说讲问我咱俺]$|^(?:别|不要|请|也别|那就?)$|^(?:because|since|thanks|for|with|from|at|of|about|on|in|by|to)\b|^(?:白班|夜班|早班|晚班|中班|日班|小夜|大夜)$|[切洗炒煮]成|[，。]/iu;

/** Whether words read off a clause can name whom or what it is about: no pronoun, no half of a possessive, no clause. */
export function canBeSubject(subject: string): boolean {
  return subject === "user" || subject.startsWith("user's ") || !NO_SUBJECT.test(subject.trim());
}
