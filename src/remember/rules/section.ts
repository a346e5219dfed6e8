import { hasHan, toSimplified } from "../../language/index.js";
import type { ReadSentence } from "./read-turn.js";

/** "Ok, please note the following", "what you should know:": an order to note at the sentence's head, or a heading with its colon. */
const OPENS_EN =
  /^[^\p{L}]*(?:(?:ok|okay|right|anyways?|so|well|and|but|now|seriously)[,.]? )*(?:(?:(?:please|pls|can you|could you|help me)[, ]+)*(?:remember|note(?: down)?|write down|jot down|keep in mind|make a note of)(?: (?:this|these|the following)\b|(?: please| ok| okay)?\s*[:：])|(?:back |now |let['’]s get |down )*to business\b|[^:：.,;!?]{0,40}\b(?:to (?:remember|note|keep|know|save)|should know|matters?|counts?|(?:has |have )?changed|important|worth (?:remembering|noting|keeping)|for (?:your|the) (?:notes|records?)|news|updates?)\b[^:：.,;!?\d]{0,20}[:：])/iu;
/** 说正经的, 帮我记一下, 要记住的几件事：. */
const OPENS_ZH =
  /^[^\p{L}]*(?:(?:好了?|好啦|那|哦|嗯|总之|反正|不过|对了|ok)[，,。！! ]*)*(?:(?:说|讲|聊|回到)(?:点|些|回|到|句|个)?正(?:经|事)|正(?:经的|事)[，,：:]|言归正传|说重点|(?:请|麻烦|你|您|都|帮我|给我|替我)*记(?:一下|住|下来|下|低|好)(?:这|以下|下面|几|[:：，,啊哈哦。！]|$)|(?:下面|接下来|以下)[^，。：:]{0,12}记|[^，。；：:]{0,12}(?:记住?|重点|要紧|变化|变了)[^，。；：:]{0,6}[:：])/iu;
/** "That's all", 别的没啥了: what follows is talk again. */
const CLOSES_EN =
  /^[^\p{L}]*(?:(?:ok|okay|right|anyway|so)[,.]? )*(?:that(?:'|’)?s (?:all|it|everything|about it)|nothing else)\b/iu;
const CLOSES_ZH =
  /^[^\p{L}]*(?:好了?|好啦|嗯|那)?[，,]?(?:别的|其他的?|其它的?)?(?:就(?:这些|这样|这么多)|没(?:别的|什么别的|啥了?|了$)|没什么了|说完了|讲完了|完毕)/u;
/** Of a sentence only its head is looked at. In characters */
const LATEST = 80;

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
