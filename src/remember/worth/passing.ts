import { hasHan, toSimplified } from "../../language/index.js";

/** What a speaker promises a listener who advised them: it is forgotten with the talk. */
const PROMISE_EN =
  /\b(?:i|we)(?:'ll| will| am going to|'m going to|'m gonna| shall)(?: (?:definitely|certainly|surely|just|also|always|try to|really))* (?:try|consider|check|look|listen|keep|give|think|do my|make sure|let you|remember to|be sure|have to|pay|take|follow|continue|work|share|see|go for|adopt|need|use)\b|\b(?:your|the) (?:advice|suggestions?|support|encouragement|kind words)\b|\bwe can (?:stay|keep|talk|chat|all|make)\b|\b(?:crossing my fingers|fingers crossed|keeping busy|busy with|had a blast)\b/iu;
const PROMISE_ZH =
  /我(?:们)?(?:以后|一定|现在|也|还|就|真的|肯定|今后|回头|下次|之后)*(?:会|要|得|应该)(?:尽量|一定|好好|多|去)*(?:试|尽|努力|注意|继续|考虑|去|看看|好好|加油|认真|参加|多|记住|学习|尝试|按照|遵循|保持|坚持|去看|去做)|(?:谢谢|感谢)(?:你|您)|你的(?:建议|支持|鼓励|提醒|帮助|推荐)|我(?:相信|希望|期待)|(?:保持|继续)联系|(?:下次|以后)再聊|聊聊别的/u;
/** Wishes and activities of late, said in passing. */
const WISH_EN =
  /\b(?:i|we)(?:'d| would)? (?:really |also |just )?(?:want|wanted|hope|hoped|wish|like) to\b|\b(?:i|we)(?:'ve| have) been (?!diagnosed|vegan|vegetarian|married|divorced|a\b|an\b|allergic|on\b)|\bi'?m (?:planning|thinking|looking|hoping|trying)\b|\brecently\b|\blately\b/iu;
const WISH_ZH = /我(?:们)?(?:也|还|很|真的|一直|最近|特别)*(?:想|打算|计划|准备)(?!.{0,4}过敏)|最近|近来|这几天/u;
/** Said to the listener of the listener. */
const LISTENER = /\b(?:you|your|yours|you're|yourself)\b|你|您/iu;

/**
 * How much surer the classifier must be of what is said in passing: promises to the listener always, wishes and the latest doings the
 * more the talk is company. 0–1
 * @param company share of company talk, 0–1
 */
export function passingMargin(clause: string, company: number): number {
  const han = hasHan(clause);
  const text = han ? toSimplified(clause) : clause.replace(/’/gu, "'");
  if ((han ? PROMISE_ZH : PROMISE_EN).test(text)) return 0.15 + 0.25 * company;
  const wish = (han ? WISH_ZH : WISH_EN).test(text) ? 0.15 : 0;
  const listener = LISTENER.test(text) ? 0.15 : 0;
  return (wish + listener) * company;
}
