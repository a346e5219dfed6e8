import { hasHan, toSimplified } from "../../language/index.js";
import type { ReadSentence } from "./read-turn.js";

/** "Anyway, things that actually changed:", 哦正经的, 讲返啲要你记低嘅: from here on it is what is to be known. */
const OPENS_EN =
  /\b(?:things? (?:that|which) (?:actually |really )?(?:changed?|matters?|counts?)|what (?:actually |really )?(?:changed|matters|counts)|(?:the )?(?:actual|real|important|serious|main|useful) (?:point|points|stuff|bits?|news|thing|things|part|updates?|info)|(?:ok|okay|right|anyway|anyways|so)[,.]? (?:seriously|to business|business|for real|the point|updates?)\b|(?:here'?s|this is) (?:what|the (?:stuff|bit|part))(?: that)? (?:you|to|i) (?:need|should|want|must|remember|keep)|(?:stuff|things|bits?|what) (?:for you )?to (?:remember|keep|note|save|know)|(?:help me |please |pls |can you )?(?:remember|note(?: down)?|write down|keep)(?: (?:this|these|the following|ok|okay))?(?: ok| okay)?\s*[:：]|worth (?:remembering|noting|keeping)|for (?:your|the) (?:notes|records?))/iu;
const OPENS_ZH =
  /(?:说|讲|聊)?(?:点|些|回|到|句|个|返)?正(?:经|事)(?:的|事|儿)?|言归正传|说重点|重点(?:是|来了|说)|(?:要|需要|得)(?:你|您)?(?:帮我)?记(?:的|住的|低的|下的|一下的|嘅|低嘅|住嘅)|(?:下面|接下来|以下)(?:这)?(?:些|几[个条点件]|的)?(?:要|请|帮我|得)?(?:你)?记|(?:跟|同|和)你(?:说|讲|报备|交代)(?:一下|一声|几|个|件|正|清楚)|(?:真正)?(?:有变化|变了|改了)的(?:是|有|就)|(?:帮我|请|你)(?:都)?记(?:一下|住|下|低|好)(?:这|以下|几|：|:|，|,|啊|哈|哦|$)/u;
/** "That's all", 别的没啥了: what follows is talk again. */
const CLOSES_EN =
  /^[^\p{L}]*(?:(?:ok|okay|right|anyway|so|好啦|好了)[,.]? )*(?:that(?:'|’)?s (?:all|it|everything|about it)|end of (?:list|dump|notes?)|nothing else)\b/iu;
const CLOSES_ZH =
  /^[^\p{L}]*(?:好了?|好啦|嗯|那)?[，,]?(?:别的|其他的?|其它的?)?(?:就(?:这些|这样|这么多|系咁多)|没(?:别的|什么别的|啥了?|了$)|没什么了|说完了|讲完了|完毕|系咁多)/u;
/** The marker stands so far into its sentence at most. In characters */
const LATEST = 40;

/**
 * The part of a turn that its speaker announces as what is to be known, after what was told in passing: `undefined` where nothing is
 * announced, or nothing stands before it.
 */
export function sectionOf(
  sentences: readonly ReadSentence[],
): { readonly start: number; readonly end: number } | undefined {
  const opening = sentences.findIndex(({ text }, index) => index > 0 && isMarked(text, OPENS_ZH, OPENS_EN));
  if (opening < 0) return undefined;
  const [start, last] = [sentences[opening]?.start ?? 0, sentences.at(-1)?.end ?? 0];
  const closing = sentences.slice(opening + 1).find(({ text }) => isMarked(text, CLOSES_ZH, CLOSES_EN));
  return { start, end: closing?.start ?? last };
}

function isMarked(sentence: string, zh: RegExp, en: RegExp): boolean {
  const head = sentence.slice(0, LATEST);
  return en.test(head) || (hasHan(head) && zh.test(toSimplified(head)));
}
