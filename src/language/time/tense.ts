import type { Tense } from "./reading.js";

const CUE =
  /\d|[年月日周号点天时晚早初底末夜秒节週號點時節晨午季刻昨今明]|星期|礼拜|禮拜|分钟|分鐘|钟头|鐘頭|刚|剛|元旦|清明|端午|中秋|元宵|重阳|重陽|圣诞|聖誕|平安夜|最近|近期|近来|阵子|上次|上回|改天|回头|不久|期间|假|五一|六一|国庆|國慶|双十|雙十|过年|過年|除夕|七夕|day|week|month|year|morning|noon|evening|night|ago|recent|late|soon|quarter|spring|summer|autumn|fall|winter|hour|minute|fortnight|january|february|march|april|\bmay\b|june|july|august|september|october|november|december|christmas|easter|halloween|thanksgiving|eve\b|festival|tomorrow|tmrw|clock|past|jan|feb|\bmar\b|apr|jun|jul|aug|sep|oct|nov|dec|daily|annually|annual|nowadays|time|just now|before long|\b(?:mon|tues?|wed|thur?s?|fri|sat|sun)\b|at (?:one|two|three|four|five|six|seven|eight|nine|ten)/iu;

/** A cheap look whether a text can hold a time expression at all: false is certain, true only likely. */
export function hasTimeExpressionCue(text: string): boolean {
  return CUE.test(text);
}

const EN_PAST =
  /\b(?:was|were|did|didn't|had|went|came|met|saw|got|took|made|said|told|left|bought|ate|gave|began|became|drove|flew|found|felt|thought|wrote|read|ran|happened|been|ago|died|sold|lost|broke|won|kept|held|paid|sent|spent|stood|slept|taught|brought|built|caught|chose|fell|forgot|heard|knew|rode|sang|spoke|threw|woke|[a-z]{2,12}[^aeiou\W]ed|[a-z]{2,12}(?:ied|[aeiou]yed|med|ned|red|sed|ted|ved|ked|ped|led|ded|ched|shed))\b/u;
const EN_FUTURE =
  /\b(?:will|won't|i'll|we'll|she'll|he'll|they'll|you'll|it'll|going to|gonna|plan|plans|planning|shall|due|deadline|upcoming|have to|need to|needs to|must|should|want to|wants to|let's|remind|schedule|book|by|until|till|starting|training for|preparing for|getting ready for|saving (?:up )?for|looking forward|signed up for|entered for|is on|are on|leaving|flying|launching|expires?|starts|begins|ends)\b/u;
const EN_BEFORE = /\bbefore\b/u;
const EN_USED_TO = /\b(?:i|we|he|she|they|it) used to\b/u;
const ZH_PAST = /[了过]|去的|曾|那时|当时|之前(?!要)|刚|已经|来着/u;
const ZH_FUTURE =
  /要|将|备战|备考|筹备|期待|会(?!议)|准备|打算|计划|预计|截止|得去|需要|记得|提醒|安排|必须|到期|想去|之前/u;
/** What a date is put to lies ahead, though the putting is over: 推迟到12月5日了, "pushed back to 5 December". */
const PUT_TO =
  /(?:推迟|延期|延后|延|提前|改|换|移|调整?|挪|顺延|定|排|约|展期)(?:到|至|在)了?\s*$|\b(?:moved|pushed|postponed|rescheduled|delayed|extended|changed|shifted|bumped|brought forward|put back|set|fixed)\b[^.!?]{0,24}\b(?:to|for|until|till)\s*$/u;
/** "it starts September 1st", whatever was got or done before. */
const BEGINS_ON =
  /\b(?:starts?|begins?|ends?|opens?|closes?|expires?|runs? out|(?:is|are) due)(?: again)?(?: on| in| from| at)?\s*$|(?:\b(?:am|is|are)|['’](?:m|re|s)) (?:also |finally |probably )?(?:going|leaving|moving|starting|coming|flying|getting|taking|joining|retiring|visiting|opening|closing|launching|quitting|having (?:an?|my|her|his|our|their))\b[^.!?;]{0,48}$/u;
const REACH = 60;
const STOP = /[。！？!?\n;；]|\.\s/u;

/** Whether the words of the sentence around an expression speak of what was or what will be. The text is folded. */
export function tenseAround(text: string, start: number, end: number): Tense {
  const before =
    text
      .slice(Math.max(0, start - REACH), start)
      .split(STOP)
      .at(-1) ?? "";
  const after = text.slice(end, end + REACH).split(STOP)[0] ?? "";
  const around = `${before} ${after}`;
  // "since March", 三月以来: from when on something has been so
  if (/^since\b/u.test(text.slice(start, end)) || /\bsince (?:the )?$/u.test(before) || /^以[来來]/u.test(after))
    return "past";
  if (PUT_TO.test(before) || BEGINS_ON.test(before)) return "future";
  const past = EN_PAST.test(around) || ZH_PAST.test(around);
  if (EN_USED_TO.test(before)) return "past";
  // "before I hurt my knee in April": what something came before may be over as well
  const future = EN_FUTURE.test(around) || ZH_FUTURE.test(around) || (!past && EN_BEFORE.test(around));
  if (past === future) return "unknown";
  return past ? "past" : "future";
}
