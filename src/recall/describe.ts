import { type ExplainedCandidate, type TimeZone, type Turn, USER_SUBJECT } from "../domain/index.js";
import { describeDay, hasHan } from "../language/index.js";
import type { UnderstoodQuery } from "./analyse-query.js";
import type { ScoredCandidate } from "./fuse.js";

/** A neighbour turn helps to read the centre; a long one must not outweigh it. A Han character says as much as two letters or more. */
const NEIGHBOUR_CHARACTERS = 240;
const NEIGHBOUR_HAN_CHARACTERS = 100;

const ROLE_NAMES = { user: "User", assistant: "Assistant", tool: "Tool", system: "System" } as const;

/** Of a turn that stands beside the one that was found: so many characters. */
function mostShownOf({ text }: Turn): number {
  return hasHan(text) ? NEIGHBOUR_HAN_CHARACTERS : NEIGHBOUR_CHARACTERS;
}

/** Is a turn shown to its end where it stands beside the one that was found? */
export function isShownWhole(turn: Turn): boolean {
  return turn.text.length <= mostShownOf(turn);
}

function cut(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, characters).toWellFormed().trimEnd()} […]`;
}

/** One line a turn, in the order of the session: `[2026-06-01] Ana: …`. The centre whole, its neighbours cut when long. */
export function describeEpisode(
  centre: Turn,
  neighbours: readonly Turn[],
  language: UnderstoodQuery["language"],
): string {
  return [centre, ...neighbours]
    .sort((a, b) => a.position - b.position)
    .map((turn) => {
      const text = turn.id === centre.id ? turn.text : cut(turn.text, mostShownOf(turn));
      return `[${describeDay(turn.at, turn.timeZone, language)}] ${turn.speaker ?? ROLE_NAMES[turn.role]}: ${text}`;
    })
    .join("\n");
}

interface Words {
  readonly meaning: (share: number) => string;
  readonly words: (words: string) => string;
  readonly someWords: string;
  readonly names: string;
  readonly speaker: (names: string) => string;
  readonly aboutAsked: (names: string) => string;
  readonly inTime: (time: string) => string;
  readonly nearTime: (time: string) => string;
  readonly session: string;
  readonly important: string;
  readonly saysWhen: string;
  readonly weak: string;
  readonly asked: string;
  readonly superseded: (day: string) => string;
  readonly join: string;
}

const EN: Words = {
  meaning: (share) => `${share >= 0.6 ? "very close" : "close"} in meaning`,
  words: (words) => `shares the words ${words}`,
  someWords: "shares words with the query",
  names: "holds the names or numbers asked for",
  speaker: (names) => `said by ${names}, who is asked about`,
  aboutAsked: (names) => `is about ${names}, who is asked about`,
  inTime: (time) => `from the time asked about (${time})`,
  nearTime: (time) => `from near the time asked about (${time})`,
  session: "from a conversation that matches well",
  important: "important to the user",
  saysWhen: "says when",
  weak: "a weak match on several signs",
  asked: "states what is asked for",
  superseded: (day) => `superseded on ${day}`,
  join: "; ",
};

const ZH: Words = {
  meaning: (share) => (share >= 0.6 ? "意思很接近" : "意思接近"),
  words: (words) => `有相同的词：${words}`,
  someWords: "与问题有相同的词",
  names: "含有所问的名称或数字",
  speaker: (names) => `是所问的人（${names}）说的`,
  aboutAsked: (names) => `说的是所问的人（${names}）`,
  inTime: (time) => `在所问的时间内（${time}）`,
  nearTime: (time) => `接近所问的时间（${time}）`,
  session: "所在的对话整体相关",
  important: "对用户重要",
  saysWhen: "说明了时间",
  weak: "多项较弱的相关迹象",
  asked: "说的正是所问的",
  superseded: (day) => `已于 ${day} 被取代`,
  join: "；",
};

const SHOWN_WORDS = 4;

/** Why a candidate stands where it stands. */
export function describeWhy(
  { candidate, signals, supersededAt }: ScoredCandidate,
  query: UnderstoodQuery,
  text: string,
  timeZone: TimeZone,
): string {
  const say = query.toldIn === "zh" ? ZH : EN;
  const reasons: string[] = [];
  if (supersededAt !== undefined) reasons.push(say.superseded(describeDay(supersededAt, timeZone, query.toldIn)));
  if ((signals.aspect ?? 0) > 0) reasons.push(say.asked);
  const meaning = Math.max(signals.vector ?? 0, signals.vectorNext ?? 0);
  if (meaning >= 0.35) reasons.push(say.meaning(meaning));
  if ((signals.keyword ?? 0) > 0) {
    const lower = text.toLowerCase();
    const shared = query.terms.filter((term) => lower.includes(term)).slice(0, SHOWN_WORDS);
    reasons.push(
      shared.length === 0
        ? say.someWords
        : say.words(shared.map((term) => `“${term}”`).join(query.toldIn === "zh" ? "、" : ", ")),
    );
  }
  if ((signals.entity ?? 0) > 0) reasons.push(say.names);
  if (query.askedSpeakers.size > 0 && signals.speaker === 1) {
    const names = [...query.askedSpeakers].join(", ");
    reasons.push(
      candidate.type === "memory" && candidate.memory.subject !== USER_SUBJECT
        ? say.aboutAsked(names)
        : say.speaker(names),
    );
  }
  if (query.time !== undefined && (signals.time ?? 0) > 0.3) {
    reasons.push(signals.time === 1 ? say.inTime(query.time.text) : say.nearTime(query.time.text));
  }
  if ((signals.when ?? 0) > 0) reasons.push(say.saysWhen);
  if ((signals.session ?? 0) >= 0.9) reasons.push(say.session);
  if ((signals.importance ?? 0) >= 0.7) reasons.push(say.important);
  return (reasons.length === 0 ? [say.weak] : reasons).join(say.join);
}

interface StepWords {
  readonly channel: Readonly<Record<string, string>>;
  readonly found: (place: number, sum: string, parts: string) => string;
  readonly silent: string;
  readonly calibrated: (cosine: string, deviations: string) => string;
  readonly noVector: string;
  readonly tookPlace: string;
  readonly replaced: (id: string) => string;
  readonly superseded: string;
  readonly moved: (points: string) => string;
  readonly reranked: (score: string) => string;
  readonly read: (answers: string) => string;
  readonly aboveFloor: (score: string, floor: string) => string;
  readonly belowFloor: (score: string, floor: string) => string;
  readonly lost: Readonly<Record<string, string>>;
  readonly place: (place: number) => string;
  readonly join: string;
}

const STEPS_EN: StepWords = {
  channel: {
    vector: "meaning",
    vectorNext: "meaning with the next turn",
    keyword: "words",
    entity: "names",
    speaker: "speaker",
    time: "time",
    recency: "recency",
    importance: "importance",
    session: "conversation",
    memory: "is a statement",
    question: "only asks",
    when: "says when",
    aspect: "states the attribute",
    spelling: "words in other forms",
    current: "said later than the rest",
    association: "tied to the first hits",
    summary: "is no summary",
  },
  found: (place, sum, parts) => `Channels: sum ${sum}, place ${place} (${parts}).`,
  silent: "no channel had anything to say",
  calibrated: (cosine, deviations) =>
    `Calibration: cosine ${cosine} lies ${deviations} deviations from unrelated texts of this model.`,
  noVector: "Calibration: it has no vector of the model in use; its words alone count.",
  tookPlace: "takes the place of the turn that it tells",
  replaced: (id) => `stands before ${id}, which it replaced`,
  superseded: "stands behind what replaced it",
  moved: (points) => `moved by ${points}`,
  reranked: (score) => `the reranker gives it ${score}`,
  read: (answers) => `Read beside the question: it answers with ${answers}.`,
  aboveFloor: (score, floor) => `Floor: relevance ${score} reaches ${floor}.`,
  belowFloor: (score, floor) => `Floor: relevance ${score} is under ${floor}: dropped.`,
  lost: {
    "beyond-k": "Limit: relevant, but the answer was full.",
    duplicate: "Diversity: says what a better one says",
    overlaps: "Diversity: overlaps with a better one",
  },
  place: (place) => `Answer: place ${place}.`,
  join: ", ",
};

const STEPS_ZH: StepWords = {
  channel: {
    vector: "语义",
    vectorNext: "与下一句合看的语义",
    keyword: "词语",
    entity: "名称",
    speaker: "说话人",
    time: "时间",
    recency: "新近",
    importance: "重要度",
    session: "所在对话",
    memory: "是陈述",
    question: "只是提问",
    when: "说明了时间",
    aspect: "说的正是所问属性",
    spelling: "词的其他写法",
    current: "说得比其他更晚",
    association: "与最靠前的结果相关联",
    summary: "不是摘要",
  },
  found: (place, sum, parts) => `各通道：合计 ${sum}，排第 ${place}（${parts}）。`,
  silent: "没有通道给出分数",
  calibrated: (cosine, deviations) => `校准：余弦 ${cosine}，与该模型下无关文本相距 ${deviations} 个标准差。`,
  noVector: "校准：没有当前模型的向量，只凭词语。",
  tookPlace: "取代了它所陈述的那句原话的位置",
  replaced: (id) => `排在被它取代的 ${id} 之前`,
  superseded: "排在取代它的陈述之后",
  moved: (points) => `移动 ${points} 分`,
  reranked: (score) => `重排模型给 ${score}`,
  read: (answers) => `与问题合读：它作出回答的可能为 ${answers}。`,
  aboveFloor: (score, floor) => `门槛：相关度 ${score}，达到 ${floor}。`,
  belowFloor: (score, floor) => `门槛：相关度 ${score}，低于 ${floor}，舍去。`,
  lost: {
    "beyond-k": "条数：相关，但名额已满。",
    duplicate: "去重：与更好的一条意思相同",
    overlaps: "去重：与更好的一条内容重叠",
  },
  place: (place) => `结果：第 ${place} 位。`,
  join: "，",
};

/** Smaller shares of the sum are noise to a reader. */
const LEAST_POINTS = 0.005;

function signed(points: number): string {
  return `${points < 0 ? "−" : "+"}${Math.abs(points).toFixed(2)}`;
}

/** What moved a candidate between the sum of its channels and the final order. */
function movesOf(scored: ScoredCandidate, plain: ScoredCandidate, reranked: number | undefined, say: StepWords) {
  const moved: string[] = [];
  if (scored.source !== undefined) moved.push(say.tookPlace);
  if (scored.replaced !== undefined) moved.push(say.replaced(scored.replaced.candidate.id));
  if (scored.supersededAt !== undefined) moved.push(say.superseded);
  const by = scored.fused - plain.fused;
  if (Math.abs(by) >= LEAST_POINTS) moved.push(say.moved(signed(by)));
  if (reranked !== undefined) moved.push(say.reranked(reranked.toFixed(2)));
  return moved;
}

/** A candidate's way from its channels to its place, or to where it was lost, a sentence a step. */
export function describeSteps(
  known: Omit<ExplainedCandidate, "moved" | "steps">,
  context: {
    readonly language: UnderstoodQuery["toldIn"];
    readonly floor: number;
    readonly why: string;
    readonly scored: ScoredCandidate;
    readonly plain: ScoredCandidate;
  },
): Pick<ExplainedCandidate, "moved" | "steps"> {
  const isChinese = context.language === "zh";
  const say = isChinese ? STEPS_ZH : STEPS_EN;
  const parts = known.channels
    .filter(({ points }) => Math.abs(points) >= LEAST_POINTS)
    .map(({ channel, score, points }) => `${say.channel[channel] ?? channel} ${score.toFixed(2)} → ${signed(points)}`);
  const moved = movesOf(context.scored, context.plain, known.reranked, say);
  const [score, floor] = [known.score.toFixed(2), context.floor.toFixed(2)];
  const stop = isChinese ? "。" : ".";
  const steps = [
    say.found(known.fusedPlace, signed(known.fused), parts.length === 0 ? say.silent : parts.join(say.join)),
    known.cosine === undefined ? say.noVector : say.calibrated(known.cosine.toFixed(2), signed(known.deviations ?? 0)),
    ...(known.answers === undefined ? [] : [say.read(known.answers.toFixed(2))]),
    ...(moved.length === 0 ? [] : [`${isChinese ? "调整：" : "Moved: "}${moved.join(say.join)}${stop}`]),
  ];
  if (known.outcome === "below-floor") steps.push(say.belowFloor(score, floor));
  else {
    const lost = say.lost[known.outcome];
    const told = known.outcome === "duplicate" || known.outcome === "overlaps";
    if (!told) steps.push(say.aboveFloor(score, floor));
    if (lost !== undefined) steps.push(told ? `${lost} (${context.why})${stop}` : lost);
  }
  if (known.place !== undefined) steps.push(say.place(known.place));
  return { moved, steps };
}
