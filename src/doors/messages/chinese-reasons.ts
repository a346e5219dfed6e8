import { type Sentence, translator } from "../../operations/index.js";

/*
 * Why a memory was written, changed, kept or dropped: reasons are kept in English with the row, for programs and for the record, and are
 * put into Chinese where a person reads them. A test reads the source and finds what is missing here.
 */
const REASONS: readonly Sentence[] = [
  // what became of a statement
  ["rule {}", "规则 {1}"],
  ["nothing known about it", "此前没有相关记忆"],
  ["nothing known that it ends, and the end itself is worth knowing", "此前没有它所终止的内容，而终止本身值得记住"],
  ["nothing known that it ends", "此前没有它所终止的内容"],
  ["nothing known that the request names", "没有与请求相符的记忆"],
  ["first value of its slot", "该项的第一个值"],
  ["same slot, other value", "同一项，值不同"],
  ["same slot, same value", "同一项，值相同"],
  ["another value of a slot that holds several", "该项可有多个值，这是另一个"],
  ["said before: the same value", "以前说过，值相同"],
  ["said before in other words", "以前用别的话说过"],
  ["said before in the same words", "以前原样说过"],
  ["loaded", "载入"],
  ["there already, in the same words", "已有同样的原话"],
  ["the same turn was counted before", "同一条发言已计入"],
  ["the same words as before: nothing to correct", "与原来一字不差，无须更正"],
  ["corrected by its id", "按编号更正"],
  ["reported as wrong", "被指有误"],
  ["a change of the same matter", "同一事的变化"],
  ["a stated change of the same matter", "明说的同一事的变化"],
  ["a part of it was said anew", "其中一部分又重新说过"],
  ["a retraction of something not known", "撤回的内容并不在记忆中"],
  ["the user says it no longer holds", "用户说它不再成立"],
  ["the user asked to forget it", "用户要求忘记它"],
  ["the user asked to forget everything", "用户要求忘记一切"],
  ["what it ends was said again later", "它所终止的内容后来又说过"],
  ["what was said later takes its place", "其后说的已取代它"],
  ["it held earlier", "它在更早时成立"],
  ["tells of the past and contradicts what began later", "讲的是过去，且与其后开始的相矛盾"],
  ["an expiring statement never replaces a lasting one", "有期限的陈述不取代长期的"],
  ["the model names the slot of what was said", "模型指出了所说内容属于哪一项"],
  ["supersedes {}: {}", "取代 {1}：{2}"],
  ["history of {}: {}", "归入 {1} 的历史：{2}"],
  ["retracts: {}", "撤回：{1}"],
  ["{} summary of turns {} of session {}", "会话 {3} 第 {2} 条发言的摘要（{1}）"],
  ["the opposite of what was said of the same value", "与先前对同一值所说的相反"],
  ["said again after it had expired", "过期之后又说过"],
  ["a value of the one thing that is measured so", "唯一以此计量之物的值"],
  ["said in passing", "顺带说起"],
  ["the user says that it is not so, or is over", "用户说并非如此，或已结束"],
  ["denies what was not known", "否认的内容并不在记忆中"],
  // review and undo
  ["waits for review: {}", "待审核：{1}"],
  ["{} was reported as wrong", "{1} 被指有误"],
  ["its words look like an instruction", "措辞像是指令"],
  ["changes of this user's memory are reviewed", "该用户的记忆变更须经审核"],
  ["this memory is shared by a team", "该记忆由团队共享"],
  ["its confidence is {}", "可信度为 {1}"],
  ["it would change {}, written by {}, whose authority is higher", "会改动 {1}，而它由权限更高的 {2} 写入"],
  ["{} said otherwise at the same instant in {}", "{1} 在同一时刻于 {2} 中另有说法"],
  ["accepted in review by {}, without effect: {}", "由 {1} 审核通过，但未生效：{2}"],
  ["accepted in review by {}", "由 {1} 审核通过"],
  ["rejected in review by {}", "由 {1} 审核拒绝"],
  ["rejected in review: nobody decided in time", "审核拒绝：逾期无人决定"],
  ["there is no such memory", "没有这条记忆"],
  ["it is {}: {}", "其状态为 {1}：{2}"],
  ["it is {}", "其状态为 {1}"],
  ["rolled back ({})", "已回滚（{1}）"],
  ["turn {}", "发言 {1}"],
  ["session {}", "会话 {1}"],
  ["agent {}", "智能体 {1}"],
  ["import {}", "导入 {1}"],
  ["policy {}", "策略 {1}"],
  ["it was changed again since", "其后又有改动"],
  ["{} holds its place since", "其位置现由 {1} 占据"],
  ["it was said again elsewhere", "在别处又说过"],
  // what recall dropped
  ["was said a moment ago, and the query points past it", "刚刚说过，而提问所指在此之前"],
  ["says the same as {}", "与 {1} 意思相同"],
  ["same words as {}", "与 {1} 原话相同"],
  ["its turn stands in the answer, word for word", "其发言已原样在结果中"],
  ["its turn is no longer there", "其发言已不存在"],
  ["is the query itself", "就是提问本身"],
  ["its turn stands beside a better one in the answer", "结果中更好的一条旁已有其发言"],
  ["a memory in the answer says all of its turn that is asked for", "结果中的一条记忆已说明其发言中被问到的全部"],
  ["{} tells its turn, and stands in its place", "{1} 已说明其发言，并取代其位置"],
  ["holds from {} only", "自 {1} 起才成立"],
  ["has expired", "已过期"],
  ["expired at {}", "已于 {1} 过期"],
  ["is archived", "已归档"],
  ["waits for review", "待审核"],
  ["ceased to hold at {}", "已于 {1} 不再成立"],
  ["score {} is under the floor {}", "分数 {1} 低于门槛 {2}"],
  ["ceased to hold", "已不再成立"],
  ["replaced by {} at {}", "已于 {2} 被 {1} 取代"],
  ["replaced by {}", "已被 {1} 取代"],
  ["relevant, but the answer is full", "相关，但已超出条数"],
];

const STATUS: Readonly<Record<string, string>> = {
  active: "有效",
  "pending-review": "待审核",
  superseded: "已被取代",
  archived: "已归档",
  expired: "已过期",
  erased: "已抹除",
  extractive: "摘录",
  abstractive: "模型",
};

const translate: (sentence: string) => string | undefined = translator(REASONS, (text) => STATUS[text] ?? part(text));

function part(text: string): string {
  return translate(text) ?? text;
}

/** A reason as it is kept, for a Chinese reader: part by part; what nobody has put into Chinese so far stays as it is. */
export function reasonInChinese(reason: string): string {
  const whole = translate(reason);
  const parts = reason.split("; ");
  return whole !== undefined && parts.length === 1 ? whole : parts.map(part).join("；");
}
