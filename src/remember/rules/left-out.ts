import { EN_RELATIONS } from "../../language/slots/index.js";

/* English as it is jotted down, without "I", "I'm" or "my": what was left out, for the slots and the wording alike. */

/** "Been working on a screenplay", "Joined a choir in May", "Work at Jurong", "Left-handed", "Born in Lagos". */
const LEFT_OUT_I =
  /^(?:(?:also|just|recently|finally|already|still|currently) )?(?:(?<been>been) |(?<past>went|got|started|joined|moved|relocated|switched|finished|bought|found|met|spent|took|tried|decided|signed up|visited|sold|adopted|graduated|retired|learned|learnt|booked|quit|stopped|gave up|cancelled|dropped|applied|registered|enrolled|changed|inherited|rescued|grew up|studied|trained|broke|lost|haven['’]t|hadn['’]t|didn['’]t|couldn['’]t|wasn['’]t) |(?<ing>gonna|working|living|trying|planning|learning|studying|training|reading|taking|teaching|saving|dating|moving|starting|getting|thinking|looking|flying|travelling|traveling|visiting|leaving|coming back|going) )/iu;
const PRESENT =
  /^(?:(?:also|mostly|usually|always|never|only|still|currently|now|just) )*(?:work (?:at|in|from|as|on|for|nights|days|shifts|part|full|remotely)|live (?:in|at|with|on|near|alone)|wear|teach|commute|own|speak|study (?:at|in|[a-z]+ at)|drink (?!up\b|it\b|more|plenty)|eat (?!it\b|more|up\b|your)|sleep (?:at|on|with|from|until|around|badly|\p{L}+ hours)|hate|love|prefer|drive (?:an?|to|my)|ride (?:an?|my)|play (?:the|in|[a-z]+ (?:on|at|every|in))|have (?:an?|two|three|four|no|the)|can['’]t|cannot|don['’]t (?:drink|eat|like|drive|smoke|own|have|do|work|use|speak|take|fly|sleep))\b(?! (?:it|that|this|how|when|you)\b)/iu;
const BE =
  /^(?:(?:also|still|currently|now|mostly|totally|very|severely|mildly|slightly) )*(?:vegetarian|vegan|pescatarian|allergic to|left-handed|right-handed|blind (?:in|since)|deaf (?:in|since)|colou?r-?blind|short-?sighted|lactose[- ]intolerant|gluten[- ]intolerant|diabetic|asthmatic|coeliac|celiac|dyslexic|bilingual|fluent in|married(?! [a-z])|divorced|widowed|engaged to|self-employed|retired|based in|down to (?:an?|one|two|three|half|\d+)\b|on (?:nights|night shifts|call|maternity leave|paternity leave|parental leave|a diet|statins|insulin)|off (?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)days|a (?:vegetarian|vegan|nurse|teacher|doctor|student|freelancer|lawyer|designer|developer|engineer|chef|plumber|pensioner|single (?:mum|mom|dad|parent)|night owl|morning person|lark))\b/iu;
/** "From Leeds originally"; a capital counts. */
const FROM = /^(?:[Oo]riginally )?[Ff]rom \p{Lu}\p{Ll}+(?:[.,!]| originally|$)/u;
const BORN = /^(?:born|raised|brought up) (?:and raised )?(?:in|on|near|at)\b/iu;
const NOT_OF_SPEAKER = /\b(?:is|was|are|were|has|makes|helps|can|takes|means)\b/iu;
/** What one has, where "my" goes without saying. */
const BELONGING = new RegExp(
  `^(?:next |new |old |current |main |first |second |third |other |spare )?(?<what>(?!(?:friend|friends|buddy|mate|bff|dog|puppy|pup|cat|kitten|kitty|pet|rabbit|bunny|hamster|parrot|bird|fish|turtle|boy|girl|teacher|professor|coach|mentor|tutor|colleague|coworker|classmate|customer|child|baby|bro|sis)s?\\b)(?:${EN_RELATIONS})|mum|mom|dad|in-laws|twins|accountant|lawyer|solicitor|gp|vet|trainer|nanny|cleaner|hairdresser|passport|driving licen[cs]e|licen[cs]e|visa|bike|car|van|phone|laptop|flat|apartment|router|wi-?fi|insurance|lease|rent|gym|boiler|setup|set-up|kit|gear|allotment|garden|birthday|wedding anniversary|anniversary|surgery|shift|office|desk|blood type|shoe size|ring size|commute|mortgage|salary|contract|diet|meds|medication|bedtime|day off|days off|employer|job|hobbies|hobby|school|uni|degree|hometown|home address|address|size)(?= upstairs| downstairs| next door|['’]s\\b|['’]re\\b|:| (?:is|are|was|isn['’]t|aren['’]t|runs? out|expires?|ends?|starts?|has|have|eats?|hates?|loves?|likes?|lives?|works?|goes|needs?|won['’]t|can['’]t|doesn['’]t|don['’]t|moved|switched|says|said|due|in (?:the|a|\\p{Lu})|at (?:the|\\p{Lu}|\\d)|on (?:the|\\p{Lu})|from|with|only)\\b)`,
  "iu",
);

/** What stands for the speaker in front of an English clause that leaves it out: "I ", "I'm ", "my "; empty where nothing is left out. Pure. */
export function leftOut(clause: string): string {
  const text = clause.trim();
  if (/\p{Script=Han}/u.test(text)) return "";
  const found = LEFT_OUT_I.exec(text)?.groups;
  if (found !== undefined) {
    if (/^\P{Ll}*\S+ (?:by|for you)\b/u.test(text)) return "";
    if (found.ing !== undefined) return NOT_OF_SPEAKER.test(text) ? "" : "I'm ";
    return found.been === undefined ? "I " : "I've ";
  }
  if (PRESENT.test(text)) return "I ";
  if (BORN.test(text)) return "I was ";
  if (BE.test(text) || FROM.test(text)) return "I'm ";
  return BELONGING.test(text) ? "my " : "";
}
