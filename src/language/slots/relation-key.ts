import { canonicalAttribute } from "./attributes.js";

/** Participles that no ending tells. */
export const EN_IRREGULAR_PARTICIPLES =
  "made|written|built|born|sung|sold|held|led|run|won|taught|drawn|given|known|spoken|broadcast|set|shot|bought|brought|sent|kept|taken|chosen|grown|driven|flown|worn|shown|hung|laid|cast|struck|begun|woven|spelt|spelled|bred|read|cut|put|done|found";

/** Relations under the name that other ways to say them have; the key is `participle preposition` or `verb sort`. */
const NAMES: Readonly<Record<string, string>> = {
  "married to": "spouse",
  "wed to": "spouse",
  "engaged to": "fiancé",
  "born in": "birthplace",
  "born on": "birthday",
  "die in": "place of death",
  "pass away in": "place of death",
  "founded by": "founder",
  "established by": "founder",
  "set up by": "founder",
  "founded in": "founding place",
  "established in": "founding place",
  "developed by": "developer",
  "created by": "creator",
  "invented by": "inventor",
  "written by": "author",
  "authored by": "author",
  "directed by": "director",
  "headed by": "head",
  "owned by": "owner",
  "play position": "position played",
  "speak language": "language spoken",
  "work field": "field of work",
  "work city": "workplace",
  "work town": "workplace",
  "work at": "employer",
  "work for": "employer",
  "employed by": "employer",
  "employed in": "employer",
  "live in": "home",
  "reside in": "home",
  "based in": "based in",
  "situated in": "located in",
};

/** One word for where: "educated at Yale" and "the university where X was educated" are one relation. */
const PLACE_PREPOSITION = /^(?:at|in|inside|within)$/u;

/** A value that says when: "was founded in 1932" is no place. */
const WHEN =
  /^(?:the )?(?:early |late |mid-?)?(?:\d{3,4}s?\b|January|February|March|April|May|June|July|August|September|October|November|December|(?:spring|summer|autumn|fall|winter) |\d{1,2}(?:st|nd|rd|th)? (?:century|January|February|March|April|May|June|July|August|September|October|November|December))/u;

/** How a verb is looked up: `plays`, `played` and `play` are one. */
function lemmaOf(verb: string): string {
  const lower = verb.toLowerCase();
  const irregular = PAST.get(lower);
  if (irregular !== undefined) return irregular;
  if (/[^aeiou]ies$/u.test(lower)) return `${lower.slice(0, -3)}y`;
  if (/(?:sh|ch|x|z|ss)es$/u.test(lower)) return lower.slice(0, -2);
  if (/[^su]s$/u.test(lower)) return lower.slice(0, -1);
  if (/[^aeiou]ied$/u.test(lower)) return `${lower.slice(0, -3)}y`;
  if (/(?:v|s|c|g|u|i)ed$/u.test(lower)) return lower.slice(0, -1);
  return lower.replace(/ed$/u, "");
}

const PAST: ReadonlyMap<string, string> = new Map([
  ["spoke", "speak"],
  ["sang", "sing"],
  ["wrote", "write"],
  ["made", "make"],
  ["taught", "teach"],
  ["ran", "run"],
  ["led", "lead"],
  ["died", "die"],
  ["passed", "pass"],
  ["won", "win"],
  ["held", "hold"],
]);

/** What people call a sort of thing without its frame: "type of music" → music. */
function sortOf(words: string): string {
  return words
    .toLowerCase()
    .replace(/^(?:the )?(?:type|kind|sort|style|genre|form) of /u, "")
    .replace(/^(?:main|primary|native|official|current) /u, "")
    .trim();
}

/** The key of "X is produced by V". @param sort as in "in the city of" */
export function participleKey(participle: string, preposition: string, value: string, sort?: string): string {
  const where = PLACE_PREPOSITION.test(preposition.toLowerCase());
  const base = `${participle.toLowerCase()} ${where ? "in" : preposition.toLowerCase()}`;
  if (where && sort === undefined && WHEN.test(value)) return `${base} when`;
  return NAMES[base] ?? base;
}

/** The key of "X plays the position of V", "the position that X plays is V". */
export function verbSortKey(verb: string, sort: string): string {
  const base = `${lemmaOf(verb)} ${sortOf(sort)}`;
  return NAMES[base] ?? base;
}

/** The key of "X works for V". */
export function verbPrepositionKey(verb: string, preposition: string): string {
  const base = `${lemmaOf(verb)} ${preposition.toLowerCase()}`;
  return NAMES[base] ?? base;
}

/** The key of "the company that produced X is V": the same as of "X was produced by V". */
export function agentKey(verb: string): string {
  const base = `${verb.toLowerCase()} by`;
  return NAMES[base] ?? base;
}

/** Nouns of which one may have several: naming another takes none away. */
const EN_SEVERAL =
  /^(?:best )?(?:friend|hobby|interest|member|sibling|brother|sister|pet|colleague|co-?worker|ally|subsidiary|neighbou?r|cousin|grandchild|student|pupil|skill|strength|weakness|fear|allergy|symptom|ingredient|feature|customer|client|partner|sponsor|song|album|film|book|work|award|title|achievement|product|brand|language|dislike|pastime|passion|habit|weak spot|tradition|grandson|granddaughter|nephew|niece|uncle|aunt|roommate|flatmate|classmate|idol|hero|influence|goal|dream|problem|issue|concern|supplier|dependency|example|talent|weekend activity|dish|speciality|specialty)$/iu;
const ZH_SEVERAL =
  /^(?:好)?(?:朋友|爱好|兴趣|嗜好|成员|会员|兄弟|姐妹|兄弟姐妹|宠物|同事|同学|邻居|亲戚|表哥|表姐|技能|特长|优点|缺点|弱点|过敏原|症状|成分|特点|功能|客户|伙伴|合作伙伴|赞助商|歌曲|专辑|电影|作品|代表作|奖项|成就|产品|品牌|习惯|传统|偶像|梦想|问题|忌口|供应商|依赖|特产|特色|拿手菜|好友|闺蜜|哥们|学生|徒弟|室友|舅舅|叔叔|阿姨)$/u;

/** Whether the noun names something that one may have several of. */
export function namesSeveral(noun: string): boolean {
  const bare = noun
    .trim()
    .replace(/^(?:another|other|one of (?:the|my|his|her|our|their)|main|close|old|new|big|biggest|childhood) /iu, "");
  return EN_SEVERAL.test(bare) || ZH_SEVERAL.test(bare.replace(/^(?:另外?一?个?|其他|主要)/u, ""));
}

/** The key of "the R of X is V", "X's R is V". */
export function nounKey(noun: string): string {
  return canonicalAttribute(noun);
}
