import type { Turn } from "../../domain/index.js";
import { hasHan, type Span, splitSentences } from "../../language/index.js";
import { isChatter } from "../../language/speech-acts/index.js";
import { answeredInEnglish } from "./asked-en.js";
import { answeredInChinese } from "./asked-zh.js";

/** A question that was answered, and what question and answer say together. */
export interface Answer {
  /** As the user would say it whole. */
  readonly text: string;
  /** What is asked for holds for long, whoever answers: who does what, where a thing is kept, what one may not eat. */
  readonly lasts: boolean;
}

const LONGEST_QUESTION = 120;
const LONGEST_ANSWER = 90;
const LONGEST_ANSWER_HAN = 40;
/** Characters of the turn before that are looked at, from its end. */
const READ_BACK = 400;

/** Asked of the moment, of wishes, feelings and troubles: what is answered is talk. */
const OF_THE_MOMENT =
  /\b(?:want|need|mean|think|feel|say|happen(?:ed)?|going on|wrong|error|problem|issue|matter|plan|today|tonight|tomorrow|yesterday|this|next|now|right|would|could|help|more|else|first|prefer|up to|favou?rite|mind|doing|it|that|for dinner|for lunch)\b|想|要|觉得|感觉|怎么[了样回办]|为什么|问题|情况|今[天晚年]|明天|昨天|刚才|刚刚|这[次周]|下[次周个]|现在|需要|打算|准备|意思|帮|更|还有|发生/iu;
const LASTING =
  /^(?:(?:and|so|ok|but|oh)[, ]+)*(?:who(?:'s|’s| is| are| owns| runs| handles| manages| leads| looks after| maintains| approves)|where(?:'s|’s| is| are) (?:the|your)|what(?:'s|’s| is| are) (?:the|your)|(?:which|what) (?:day|time|size|brand|model|breed|gate|room)|how old|any (?:food |known )?(?:allerg|dietary|medical|medication|pets|kids)|do you have any (?:allerg|dietary|pets|kids|children|medical)|(?:do|does|are|is|have|has) .{2,40} still\b|when (?:does|do|is) (?:the|your))|谁(?:负责|管|维护|带|接|照顾|养|教|做主|审批)|(?:负责人?|联系人|老板|主管|对接人|房东|医生|老师)是谁|是谁在?(?:维护|负责|管)|归谁管|(?:放|搁|存|停|藏|收)(?:在)?哪|在哪(?:[里儿个家所]|上|住|工)|住哪|叫什么|几(?:点(?:起床|睡|上班|下班|开门|关门|打烊|接|放学)|号(?:发|交|到期)|岁|年级|口人)|多大|过敏|忌口|什么(?:牌子?|型号|品种|血型|乐器|职业|学校|专业|尺码|颜色)|哪(?:个|所|家)(?:学校|医院|公司|小区|幼儿园|科室)|^.{1,10}还.{1,24}[吗嘛么][？?]?$/iu;

/** The question that ends the turn before, where another than the user asks it. */
function questionBefore(before: readonly Turn[]): string | undefined {
  const last = before.at(-1);
  if (last === undefined || last.role !== "assistant" || !/[?？]\s*$/u.test(last.text)) return undefined;
  const sentence = splitSentences(last.text.slice(-READ_BACK)).at(-1)?.text.trim();
  return sentence === undefined || sentence.length > LONGEST_QUESTION ? undefined : sentence;
}

/**
 * A short answer to the agent's question, read with what it answers; undefined where the sentence does not open its turn, or makes no
 * statement together with the question.
 */
export function answerOf(text: string, sentence: Span, before: readonly Turn[]): Answer | undefined {
  const opening = text.slice(0, sentence.start).trim();
  const answer = sentence.text.trim();
  if ((opening !== "" && !isChatter(opening)) || /[?？]/u.test(answer)) return undefined;
  if (answer.length > (hasHan(answer) ? LONGEST_ANSWER_HAN : LONGEST_ANSWER)) return undefined;
  const question = questionBefore(before);
  if (question === undefined || OF_THE_MOMENT.test(question)) return undefined;
  const composed = hasHan(question) ? answeredInChinese(question, answer) : answeredInEnglish(question, answer);
  if (composed === undefined) return undefined;
  return { text: composed, lasts: LASTING.test(question.trim()) };
}
