import { foldText } from "./analyzer.js";
import { hasHan } from "./script.js";
import { splitSentences } from "./sentences.js";

const SUBJECT =
  "(?:i|you|we|he|she|they|it|there|this|that|these|those|my|your|our|his|her|their|the|a|an|any|anyone|anybody|someone|everyone|all|both|some)";
const NAME = "\\p{L}+";
const AUXILIARY =
  "(?:am|is|are|was|were|do(?!\\s+(?:it|this|that|the|not|these|those|my)\\b)|does|did|have|has|had|can|could|should|would|will|shall|may|might|must|isn't|aren't|wasn't|weren't|don't|doesn't|didn't|haven't|hasn't|hadn't|can't|couldn't|shouldn't|wouldn't|won't)";
const EN_OPENER =
  "(?:(?:and|but|so|ok|okay|hey|hi|well|also|then|um|hmm|oh|by the way|btw|please|just|actually|anyway|now|quick question)[,:]?\\s+){0,3}";
const EN_WH = new RegExp(
  `^${EN_OPENER}(?:(?:in|on|at|for|to|from|with|about|of|by|until|since)\\s+)?(?:what|who|whom|whose|where|when|why|how)(?:s\\s+the|\\s+(?:made|happened|caused|changed|now)\\b|(?:'s|'re|'d|'ll)\\s|\\s+(?:${AUXILIARY}|much|many|long|often|old|far|about|come|else|exactly|kind|sort|type|time|day|date|year|month|color|colour)\\b)`,
  "u",
);
/** "Which editor does …", "What project did …", "Who works on …". */
const EN_WH_NOUN = new RegExp(
  `^${EN_OPENER}(?:(?:in|on|at|for|to|from|with|about|of|by)\\s+)?(?:(?:what|which|whose|how)\\s+(?!(?:i|you|we|he|she|they|it|is|was|are|were|a|an)\\b)(?:[\\p{L}\\p{N}'-]+\\s+){1,5}?${AUXILIARY}\\b|who\\s+(?:\\p{L}+(?:s|ed)|told|said|went|made|got|had|wrote|won|gave|took|came|sent|left|built|broke|knew|paid)\\b)`,
  "u",
);
/** Without don't: "don't you dare" aside, it opens an order; a bare "have the report ready" is one too. */
const EN_INVERTED = new RegExp(
  `^${EN_OPENER}(?:${AUXILIARY.replace("don't|", "").replace("have|", "have(?=\\s+(?:i|you|we|they)\\b)|")})\\s+${SUBJECT}\\s+\\p{L}|^${EN_OPENER}(?:is|are|was|were|do(?!\\s+(?:it|this|that|the|not|these|those|my)\\b)|does|did|has|had|isn't|doesn't|didn't|hasn't)\\s+${NAME}\\s+\\p{L}`,
  "u",
);
const EN_ASKING =
  /^(?:(?:please|can you|could you)\s+)?(?:tell me|remind me|do you (?:know|remember|recall)|i(?:'m| am) (?:wondering|curious)|i wonder|any (?:idea|thoughts|suggestions|clue))\b.*\b(?:what|who|where|when|why|how|which|whether|if)\b|^(?:any (?:idea|thoughts|suggestions|recommendations|tips|advice)|what about|how about)\b/u;
const EN_TAG =
  /,\s+(?:isn't it|aren't you|don't you|doesn't (?:it|he|she)|didn't (?:i|you|we|he|she)|right|correct|won't (?:it|you)|can't (?:i|you|we))$/u;

const ZH_PARTICLE = /(?:吗|嘛|么|没有|没|不|咩|未|冇)[吧呀啊呢的]?[~～]*$|[吗咩]/u;
const ZH_PARTICLE_END = /(?:吗|咩|么(?<!什么|怎么|这么|那么|多么|要么)|对吧|是吧|^.{1,4}呢)[呀啊]?[~～]*$/u;
const ZH_CHOICE =
  /(?!时不时|动不动|偶不偶|差不差|要不要么)(\p{Script=Han})[不没冇唔]\1|^.{0,6}(?:是否|能否|可否|会否)|有没有|有冇|(?<![我你他她它们但可就也])还是(?![会要想觉感很不没在得能应那老一]|有点|害怕)\p{Script=Han}{1,10}$/u;
const ZH_WORD =
  /什么|甚么|啥|谁|哪[里儿个些家位天年种款一几]|哪(?!怕|能|知|料)(?=\p{Script=Han})|怎么|怎样|咋|多少|多久|多大|多长|多远|多高|几(?:点|个|号|岁|时|次|天|月|年|人|位|遍|周|本|家|块|条)|为何|何时|何地|(?<=^.{0,8})如何|如何.{0,3}$|干嘛|点解|点样|边个|边度|乜/u;
const ZH_ASKED = "(?:是否|什么|啥|谁|哪|怎么|怎样|如何|多少|几|为何|为什么|何时)";
/** Question words that ask nothing: 没什么, 什么都, 谁也, 不管怎么, 不知道为什么, 如果有什么, 好几个. */
const ZH_NOT_ASKING = new RegExp(
  [
    `(?:没|不|无论|不管|不论|任|随便|别|甭|没有|不要|不用|不太|并不|记住|知道|说明|告诉你|明白|了解|研究|学习|学会|看看|想想|懂|讲|介绍)(?:\\p{Script=Han}{0,2})?${ZH_ASKED}`,
    `(?:不知道|不确定|不清楚|没想好|没决定|取决于|在想|纠结|犹豫|决定|衡量|评估|[他她们]问|同事问|老板问|客户问|如果|要是|万一|无论|不管)[^，。！]{0,12}${ZH_ASKED}`,
    "有(?:什么|啥)[^，。]{0,6}(?:都|也|还会|就|可以)",
    "(?:什么|谁|哪里?|哪个|怎么|怎样|多少|啥)\\p{Script=Han}{0,4}[都也](?!\\p{Script=Han}*吗)",
    "[好十]几|那么|这么|要不然|多少有点|几乎|差不多|(?:过|前|后|这|那|上|下|最近|有)几[天个年次周月]",
  ].join("|"),
  "u",
);
const ZH_ASKING = /^(?:请问|问一下|想问|我想知道|你知道|你还记得|还记得|告诉我|帮我查|帮我看看|查一下|说说|麻烦问)/u;

function asksInChinese(sentence: string): boolean {
  const bare = sentence.replace(/[\p{P}\p{S}\s]+$/u, "").replace(/^[\p{P}\p{S}\s]+/u, "");
  if (bare === "") return false;
  if (/^(?:请?记住|记一下|记得|别忘|以后|今后)/u.test(bare)) return false;
  if (ZH_PARTICLE_END.test(bare) || ZH_CHOICE.test(bare)) return true;
  const word = ZH_WORD.test(bare);
  if (ZH_ASKING.test(bare) && (word || ZH_PARTICLE.test(bare))) return true;
  return word && !ZH_NOT_ASKING.test(bare);
}

function asksInEnglish(sentence: string): boolean {
  const bare = sentence.replace(/[\p{P}\p{S}\s]+$/u, "").replace(/^[\p{P}\p{S}\s]+/u, "");
  return (
    EN_WH.test(`${bare} `) ||
    EN_WH_NOUN.test(bare) ||
    EN_INVERTED.test(bare) ||
    EN_ASKING.test(bare) ||
    EN_TAG.test(bare)
  );
}

/** Longer sentences are pasted text, and what matters stands at their ends. */
const LONGEST_LOOK = 400;

function isQuestionSentence(sentence: string): boolean {
  const folded = foldText(sentence.length > LONGEST_LOOK ? sentence.slice(-LONGEST_LOOK) : sentence);
  if (/\?["'”’」』)\]\s]*(?:\p{Extended_Pictographic}|\s|[!~～.])*$/u.test(folded)) return true;
  return hasHan(folded) ? asksInChinese(folded) : asksInEnglish(folded);
}

/**
 * Whether a text asks: its last sentence does, or most of its sentences do. With or without question marks, in Chinese (吗, 呢, 什么, 谁,
 * A不A …) and English (what …, did you …, tell me which …); question words that ask nothing (没什么, 谁都, "when I was young, …") do not count.
 */
export function isQuestion(text: string): boolean {
  const sentences = splitSentences(text.length > 4_000 ? text.slice(-4_000) : text).filter((span) =>
    /[\p{L}\p{N}]/u.test(span.text),
  );
  const last = sentences.at(-1);
  if (last === undefined) return /[?？]\s*$/u.test(text);
  if (isQuestionSentence(last.text)) return true;
  return sentences.filter((span) => isQuestionSentence(span.text)).length * 2 > sentences.length;
}
