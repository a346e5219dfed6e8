import { thirdPersonOf } from "../../language/slots/index.js";
import type { Piece } from "./piece.js";
import { someoneOf } from "./someone.js";

/* What parts a clause from the statement on its left, or binds it to it, whatever each asks for by itself. */

/** 面粉不从老高那儿拿了 */
export function endsSomething({ speech, text }: Piece): boolean {
  return speech.act === "retraction" || /不(?:再)?[\p{Script=Han}A-Za-z]{1,12}了$/u.test(text.trim());
}

/** 因为…, "because it gave me a rash": a reason belongs to what it is the reason of. */
const REASON = /^(?:因为|由于|毕竟|because|cause|cuz|since (?:i|we|it|he|she|they)\b)/iu;

export function isReason({ text }: Piece): boolean {
  return REASON.test(text.trim());
}

/** 地点在三楼, 一次八十: a detail of what was just spoken of, that names no thing of its own. */
const DETAIL =
  /^(?:地点|地址|位置|时间|电话|费用|价格|价钱|单价|人数|主持|名额|期限|车程|门票|学费|周期|(?:一|每)[次箱个节份斤只件月年堂盒瓶桶]|(?:停|放|存|装|挂|摆|藏|锁|搁)在)(?![\p{Script=Han}]{0,2}的)/u;

export function isDetail(piece: Piece): boolean {
  return (
    DETAIL.test(piece.text.trim()) &&
    piece.slots.every((slot) => slot.elliptic || slot.subject === "user" || [...slot.subject].length === 1)
  );
}

/** "…, hates thunder": a verb in the third person without its subject. */
const EN_SECOND_PREDICATE =
  /^(?:and |but )?(?:also |still |always |never |only )?(?:hates|loves|likes|eats|sleeps|needs|wears|takes|drinks|works|lives|goes|plays|comes|runs|speaks|swims|weighs|costs|fits|seats|opens|closes|barks|sheds)\b(?! (?:great|good|fine|like a))/u;

export function isSecondPredicate({ text }: Piece): boolean {
  return EN_SECOND_PREDICATE.test(text);
}

const TRAITS: ReadonlySet<string> = new Set(["identity", "preference", "avoidance"]);
/** An illness or injury that stays. */
const AILS =
  /旧伤|过敏|慢性|高血压|低血压|糖尿病|哮喘|痛风|颈椎病|胃病|心脏病|结节|近视|贫血|素食|吃素|\b(?:allergic|allergy|diabetic|asthma|vegan|vegetarian|coeliac|celiac|gout|arthritis|intolerant|bad (?:back|knees?|hip|shoulder))\b/iu;
const OCCASION =
  /(?:下下?个?|这个?|本|上个?)(?:周|星期|礼拜|月)|明[天晚早]|后天|今[天晚]|月底|年底|国庆|春节|\d+[号日月]|\b(?:next (?:week|month|year|\p{L}+day)|tomorrow|tonight|this (?:week|weekend|month|evening|morning|afternoon)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|in (?:two|three|a few|\d+) (?:days|weeks|months))\b/iu;
const GOES_SOMEWHERE =
  /去|来|到|飞|回|出差|休假|请假|复查|体检|手术|面试|开会|搬|考试|旅游|打疫苗|看医生|\b(?:going|coming|travell?ing|fly(?:ing)?|off to|away|visit(?:ing)?|see(?:ing)?|mov(?:e|ing)|have|got|surgery|appointment|interview)\b/iu;

/** 我对花生过敏，下周三去成都出差: a trip beside what one is anyway would bound it by its own time. */
export function isOccasionBesideTrait(piece: Piece, current: readonly Piece[]): boolean {
  if (!OCCASION.test(piece.text) || !GOES_SOMEWHERE.test(piece.text)) return false;
  if (current.some(({ text }) => OCCASION.test(text))) return false;
  return current.some(({ text, slots }) => AILS.test(text) || slots.some(({ kind }) => TRAITS.has(kind)));
}

/** 平时, 周末, "on weekends": what one does by habit. */
export const HABIT =
  /^(?:平时|平常|业余|周末|双休日?|下班(?:后|以后|了)?|闲下来|没事|空闲时?|有空(?:就|的时候))(?!要|得|打算|准备|想|计划|约|有[个场]|加班)[^了过]{2,}$|\b(?:on|at|most) weekends\b/iu;

/** 我在小米做工程师，周末去爬山: a habit beside what one is. */
export function isHabitBesideTrait(piece: Piece, current: readonly Piece[]): boolean {
  if (!HABIT.test(piece.text.trim()) || piece.slots.some(({ kind }) => kind === "identity")) return false;
  return current.some(({ slots }) => slots.some(({ kind }) => kind === "identity"));
}

/** 我在医院当护士，俩孩子都上小学: the clause opens with somebody else than the statement is about. */
export function isOfAnother(piece: Piece, current: readonly Piece[]): boolean {
  const own = thirdPersonOf(piece.text)?.subject ?? someoneOf(piece.text)?.subject;
  const [first] = current;
  if (own === undefined || first === undefined) return false;
  const before = thirdPersonOf(first.text)?.subject ?? someoneOf(first.text)?.subject;
  if (before === own) return someoneOf(piece.text)?.name !== someoneOf(first.text)?.name;
  return before !== undefined || (SPEAKS_OF_USER.test(first.text.trim()) && !ALLOWS.test(piece.text.trim()));
}

/** 叫朵朵, 在实验小学上一年级: one thing after another of a person, each of which changes without the others. */
const TRAIT_ZH =
  /^(?:小名|大名|名字|英文名|也)*叫[\p{Script=Han}A-Za-z]{1,6}$|^(?:今年|刚|快|已经)*[\d一二三四五六七八九十]{1,3}岁|^在[\p{Script=Han}A-Za-z\d]{2,12}(?:上学|读|念|上班|工作|上[一二三四五六七八九]年级|上[初高大][一二三中]|学)|^(?:最|特别|很|也|还)*(?:怕|喜欢|爱[吃喝看玩听]|讨厌)|^(?:不吃|不能吃|不喝|对[\p{Script=Han}]{1,8}过敏)|^住/u;

export function isNextTrait(piece: Piece, current: readonly Piece[]): boolean {
  const [first] = current;
  return (
    first !== undefined &&
    TRAIT_ZH.test(piece.text.trim()) &&
    (thirdPersonOf(first.text) !== undefined || TRAIT_ZH.test(first.text.trim()))
  );
}

/** 我又不养，房东不让: why the speaker does not, and no matter of the other's. */
const ALLOWS =
  /(?:不(?:让|准|许|同意|答应|允许|肯)|没(?:同意|答应)|反对|催|won['’]t let me|says no|said no)[了的]?[。.!！]?$/iu;

const SPEAKS_OF_USER = /^(?:我|咱|俺)(?!们?[的家爸妈哥姐弟妹爷奶])|^(?:and |but |so )?(?:i|i['’](?:m|ve))\b/iu;
