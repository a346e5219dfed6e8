import type { SiftReason } from "./sift-reason.js";

/** The sentences of a trace, in the language of the query. */
export interface TraceWording {
  readonly notInScope: string;
  readonly neverRecorded: string;
  readonly redacted: (kinds: string) => string;
  readonly waiting: string;
  readonly failed: (error: string) => string;
  readonly recorded: (id: string) => string;
  readonly withoutSegment: string;
  readonly sifted: (reason: SiftReason) => string;
  readonly noStatement: (reason: string) => string;
  readonly known: (id: string) => string;
  readonly rejectedInReview: (reason: string) => string;
  readonly pending: (causes: string) => string;
  readonly superseded: (id: string, content: string, at: string) => string;
  readonly retracted: (at: string) => string;
  readonly expired: (at: string) => string;
  readonly archived: string;
  readonly erased: string;
  readonly notBegun: (at: string) => string;
  readonly holds: string;
  readonly filtered: (by: string) => string;
  readonly passesFilters: string;
  readonly lagging: string;
  readonly otherModel: (theirs: string, ours: string) => string;
  readonly indexed: string;
  readonly notFound: (perChannel: number) => string;
  readonly foundAt: (place: number) => string;
  readonly belowFloor: (score: string, floor: string) => string;
  readonly aboveFloor: (score: string, floor: string) => string;
  /** Follows either of the two. */
  readonly read: (answers: string) => string;
  readonly diversified: (why: string) => string;
  readonly beyondLimit: (place: number, limit: number) => string;
  readonly returned: (place: number) => string;
}

const SIFT_EN: Readonly<Record<SiftReason["rule"], string>> = {
  role: "only the user's own words become statements, and it was said by",
  paste: "it stands in pasted text, which is not the user's own",
  injected: "it came out of memory and is never learned again",
  instruction: "it reads like an instruction to the model",
  "piece-of-work": "it asks for a piece of work for now, and states nothing lasting",
  "off-the-record": "the user wanted it kept nowhere",
  forgets: "the turn asks to forget",
  "speech-act": "it is no statement but",
  confidence: "extraction was not sure enough",
  refused: "extraction proposes it, and comparing it with what was known refused it, or it was erased since",
  "nothing-lasting": "neither a rule nor the classifier found anything lasting in it",
};

const SIFT_ZH: Readonly<Record<SiftReason["rule"], string>> = {
  role: "只有用户本人的话会成为陈述，而说话方是",
  paste: "它在粘贴的文字里，不是用户自己的话",
  injected: "它出自记忆，不会被再次学习",
  instruction: "它形似对模型的指令",
  "piece-of-work": "它只是让助手现在做一件事，没有长期有效的内容",
  "off-the-record": "用户不希望它被保存",
  forgets: "这句话要求忘记",
  "speech-act": "它不是陈述，而是",
  confidence: "抽取的把握不够",
  refused: "抽取会提出它，但与已知内容比较后未被采纳，或其后已被抹除",
  "nothing-lasting": "规则与分类器都没有发现长期有效的内容",
};

function siftWords(words: typeof SIFT_EN, reason: SiftReason, stop: string): string {
  return `${words[reason.rule]}${"detail" in reason ? ` ${reason.detail}` : ""}${stop}`;
}

export const TRACE_EN: TraceWording = {
  notInScope: "Nothing of that id is in this scope: it was never here, was erased, or the id is not this user's.",
  neverRecorded: "Never recorded: no turn and no memory of this scope holds these words.",
  redacted: (kinds) => `Redacted: the words hold a secret (${kinds}), which was cut out before anything was stored.`,
  waiting: "Recorded, and waiting to be digested: it can be found once the worker has read it.",
  failed: (error) => `Recorded, and its digestion failed for good: ${error}. See \`keepsake journal list\`.`,
  recorded: (id) => `It was recorded as turn ${id}.`,
  withoutSegment: "The turn is kept, but not in the index: it asks to forget something.",
  sifted: (reason) => `Recorded, but sifted out by the rule "${reason.rule}": ${siftWords(SIFT_EN, reason, ".")}`,
  noStatement: (reason) => `No statement was made of it (${reason}); its words are an item of their own.`,
  known: (id) => `It is remembered as ${id}.`,
  rejectedInReview: (reason) => `Rejected: ${reason}.`,
  pending: (causes) => `Waits for review (${causes}): it is recalled once a person has accepted it.`,
  superseded: (id, content, at) => `Superseded on ${at} by ${id}: "${content}".`,
  retracted: (at) => `Ended on ${at}: it was retracted, rolled back, or ceased to hold, and nothing took its place.`,
  expired: (at) => `Expired${at === "" ? "" : ` on ${at}`}.`,
  archived: "Archived: it was long unused and is no longer recalled; it can be restored.",
  erased: "Erased: it was forgotten for good.",
  notBegun: (at) => `Does not hold yet: it begins on ${at}.`,
  holds: "It holds at the instant asked about.",
  filtered: (by) => `Filtered: the request lets it not through (${by}).`,
  passesFilters: "The request's filters let it through.",
  lagging: "Index lagging: it has no vector yet, and its words alone did not bring it into the answer.",
  otherModel: (theirs, ours) =>
    `Indexed with another embedding model (${theirs}, in use is ${ours}), and its words alone did not bring it into the answer.`,
  indexed: "It is indexed by the model in use.",
  notFound: (perChannel) => `Found by no channel: it is not among the ${perChannel} best of meaning, nor of words.`,
  foundAt: (place) => `The channels found it, at place ${place}.`,
  belowFloor: (score, floor) => `Under the floor: relevance ${score}, and ${floor} is needed.`,
  aboveFloor: (score, floor) => `Its relevance ${score} reaches the floor ${floor}.`,
  read: (answers) => ` Read beside the question, it answers with ${answers}.`,
  diversified: (why) => `Diversified away: ${why}.`,
  beyondLimit: (place, limit) => `Beyond k: it is at place ${place}, and ${limit} were asked for.`,
  returned: (place) => `Returned, at place ${place}.`,
};

export const TRACE_ZH: TraceWording = {
  notInScope: "此范围内没有这个编号：从未有过、已被抹除，或不属于该用户。",
  neverRecorded: "从未记录：此范围内没有任何发言或记忆含有这些话。",
  redacted: (kinds) => `已脱敏：这些话含有敏感信息（${kinds}），在存储之前就已去除。`,
  waiting: "已记录，尚待处理：处理完之后即可找到。",
  failed: (error) => `已记录，但多次处理失败：${error}。见 \`keepsake journal list\`。`,
  recorded: (id) => `已记录为发言 ${id}。`,
  withoutSegment: "发言已保存，但未编入索引：它要求忘记某事。",
  sifted: (reason) => `已记录，但被规则“${reason.rule}”筛去：${siftWords(SIFT_ZH, reason, "。")}`,
  noStatement: (reason) => `没有由它形成陈述（${reason}）；原话本身可被回忆。`,
  known: (id) => `已记为 ${id}。`,
  rejectedInReview: (reason) => `未采纳：${reason}。`,
  pending: (causes) => `待审核（${causes}）：有人接受之后才会被回忆。`,
  superseded: (id, content, at) => `已于 ${at} 被 ${id} 取代：“${content}”。`,
  retracted: (at) => `已于 ${at} 终止：被撤回、回滚或不再成立，没有后继。`,
  expired: (at) => `已${at === "" ? "" : `于 ${at} `}过期。`,
  archived: "已归档：长期未用，不再被回忆，可以恢复。",
  erased: "已抹除：已被彻底忘记。",
  notBegun: (at) => `尚未开始：自 ${at} 起成立。`,
  holds: "在所问的时刻成立。",
  filtered: (by) => `被筛选条件排除（${by}）。`,
  passesFilters: "符合请求的筛选条件。",
  lagging: "索引滞后：还没有向量，仅凭词语未能进入结果。",
  otherModel: (theirs, ours) => `由另一向量模型编入索引（${theirs}，当前是 ${ours}），仅凭词语未能进入结果。`,
  indexed: "已由当前模型编入索引。",
  notFound: (perChannel) => `没有通道找到它：不在语义最近的 ${perChannel} 条中，也不在词语最近的之列。`,
  foundAt: (place) => `各通道找到了它，排第 ${place}。`,
  belowFloor: (score, floor) => `低于门槛：相关度 ${score}，至少要 ${floor}。`,
  aboveFloor: (score, floor) => `相关度 ${score}，达到门槛 ${floor}。`,
  read: (answers) => `与问题合读，它作出回答的可能为 ${answers}。`,
  diversified: (why) => `因去重而舍去：${why}。`,
  beyondLimit: (place, limit) => `超出条数：排第 ${place}，只要 ${limit} 条。`,
  returned: (place) => `已返回，第 ${place} 位。`,
};
