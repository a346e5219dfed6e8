const TIME_EN = "(?:second|minute|hour|day|night|week|month|year)s?\\b";
/** "two left", "we have three of them remaining", "the rest is fine": a number beside it, else somebody left somebody. */
const LEFT_EN = new RegExp(
  `\\b(?:\\d+|one|two|three|four|five|six|seven|eight|nine|ten|a dozen|some|several|a few|a couple|most|plenty)\\b(?! ${TIME_EN})(?: (?!(?:me|i|my|our|and|but)\\b)[\\p{L}'’-]+){0,3}? (?:left|remain(?:s|ing)?)(?: (?:now|over|alive|here|there|at home|in (?:it|there|the [\\p{L}]+)))?[^\\p{L}\\d]*$|\\b(?:left with|(?:leaves|leaving)(?: (?:me|us))?(?: with)?) (?:only |just |about )?(?:\\d+|one|two|three|four|five|six|seven|eight|nine|ten)\\b(?! ${TIME_EN})|\\bthe (?:rest|others?) (?:is|are|stays?|still|goes|go)\\b`,
  "iu",
);
/** 还剩五条, 只剩两个: what is left of time is no rest of anything. */
const LEFT_ZH =
  /(?:还剩|剩下|只剩)[^，。]{0,4}[\d一二两三四五六七八九十几]+(?!\d|个?(?:月|小时|星期|礼拜)|[天周年分秒])/u;
/** "one of my goldfish died", "I sold two of the bikes"; whom one works for, "one of the big banks", is whole. */
const PART_EN =
  /(?<!\b(?:for|at|with|by|in|from|to|on|as|was|is) )\b(?:one|two|three|four|five|some|a few|\d+) of (?:them|the|my|our|these|those)\b/iu;
const PART_ZH =
  /其中(?:的)?[\d一二两三四五几]|[\d一二两三四五几](?:个|条|只|盆|辆|台|份|家)[^，。]{0,8}(?:里|中)(?:面|的)?[\d一二两三四五几]/u;

/** Whether what the clause ends is a part of something, the rest of which goes on; it, or the clause behind it, says so. */
export function leavesSome(clause: string, next = ""): boolean {
  if (PART_EN.test(clause) || PART_ZH.test(clause)) return true;
  return [clause, next].some((each) => LEFT_EN.test(each) || LEFT_ZH.test(each));
}
