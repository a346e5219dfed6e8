import { and, type Memory, readAll, type Turn, type TurnId } from "../domain/index.js";
import { describeDay, queryTerms } from "../language/index.js";
import type { TruthTransaction } from "../ports/index.js";
import { type Matter, matterOfTopic, namesOf, shareInMemory, shareInTurn } from "./forgotten-matter.js";
import { HOLDING_TERMS } from "./holding-terms.js";
import type { Relating } from "./relating/relate.js";
import { findForgotten } from "./resemblance.js";
import type { Statement, Verdict } from "./statement.js";

/** How many current memories a request to forget is compared with. */
const FORGET_WINDOW = 1_000;
/** How many turns, of the newest sessions first. */
const TURN_WINDOW = 5_000;

/** "Forget everything about me", 把关于我的都清空: the whole of it, and not a topic of that name. */
const EVERYTHING =
  /\b(?:forget|delete|erase|wipe|clear|remove)\b.{0,24}\b(?:everything|all)\b(?: of it| that)?(?: you(?:'ve| have)? (?:know|remember|have|stored|saved|got)(?: (?:about|on) me)?| about me|(?: of)? (?:my|your) (?:data|memor(?:y|ies)|notes)(?: (?:about|on|of) me)?)(?! (?:about|on|regarding) (?!me\b))|(?:关于我的|我的|记的|记忆|记住的).{0,10}(?:全部|全都|所有|统统|都).{0,4}(?:清空|清除|清掉|删除|删掉|删了|忘掉|忘了)|(?:清空|清除|删除|删掉|忘掉|忘记).{0,6}(?:全部|所有|一切).{0,8}(?:关于我|我的|记忆|记录|信息)|(?:清空|清除).{0,4}(?:你的|关于我的)?(?:记忆|记录)/iu;
/** The talk itself, or all that was said today: no topic of that name. */
const THIS_TALK =
  /^(?:(?:my|our|the|this|that|whole|entire|all|of) ?)*(?:chat|conversation|session|talk|thread|exchange)s?(?: (?:today|so far|we had|we just had|just now))?$|^(?:this|that|the whole|the entire|our whole|this whole|this entire) (?:chat|conversation|session|talk|thread)|^(?:这次|本次|这轮|这场|今天|刚才|整个|全部|所有|我们|咱们|这段|的)*(?:聊天|对话|会话|谈话|聊的|说的|谈的|讲的)(?:内容|记录|东西|话)?$/iu;
const TODAY = /\btoday\b|今天|今晚/iu;

async function everyTurn(transaction: TruthTransaction, until: number): Promise<readonly TurnId[]> {
  const episodes = await readAll((page) => transaction.episodes.list(page));
  return episodes.filter((episode) => episode.at <= until).map((episode) => episode.centreTurnId);
}

/** Sessions' turns that were said before the request, in order, session by session. */
async function turnsBefore(transaction: TruthTransaction, statement: Statement): Promise<readonly Turn[]> {
  const turns: Turn[] = [];
  for (const session of await readAll((page) => transaction.turns.listSessions(page))) {
    if (turns.length >= TURN_WINDOW) break;
    turns.push(...(await readAll((page) => transaction.turns.list(session.id, page))));
  }
  return turns.filter((turn) => turn.at <= statement.saidAt && !statement.turnIds.includes(turn.id));
}

interface Found {
  readonly memories: readonly Memory[];
  readonly turns: readonly Turn[];
}

/** Shares that differ by less are alike. */
const ALIKE = 0.1;
/** What has so much of the topic's matter may be meant where nothing has all of it; with less than that much, only if its meaning is near. */
const LEAST_SHARE = 0.5;
const SURE_SHARE = 0.7;

/** By words: what has all of the topic's matter; else what has most of it and is near in meaning. */
function findByWords(
  matter: Matter,
  held: readonly Memory[],
  turns: readonly Turn[],
  meant: { readonly memoryIds: readonly string[]; readonly turnIds: readonly string[] } | undefined,
): Found {
  const memories = held.map((memory) => ({ memory, share: shareInMemory(matter, memory) }));
  const said = turns.map((turn) => ({ turn, share: turn.role === "tool" ? 0 : shareInTurn(matter, turn) }));
  const best = Math.max(0, ...memories.map(({ share }) => share), ...said.map(({ share }) => share));
  if (best < LEAST_SHARE) return { memories: [], turns: [] };
  const near = new Set<string>([...(meant?.memoryIds ?? []), ...(meant?.turnIds ?? [])]);
  const isMeant = (share: number, id: string): boolean =>
    share >= best - (best === 1 ? 0 : ALIKE) && (share >= SURE_SHARE || near.has(id));
  const chosen = {
    memories: memories.filter(({ memory, share }) => isMeant(share, memory.id)).map(({ memory }) => memory),
    turns: said.filter(({ turn, share }) => isMeant(share, turn.id)).map(({ turn }) => turn),
  };
  const names = namesOf(matter, [
    ...chosen.memories.map(({ evidence }) => evidence),
    ...chosen.turns.map(({ text }) => text),
  ]);
  if (names.length === 0) return chosen;
  const isNamed = (text: string): boolean => names.some((name) => text.includes(name));
  return {
    memories: [
      ...new Set([...chosen.memories, ...held.filter((memory) => isNamed(`${memory.content}\n${memory.evidence}`))]),
    ],
    turns: [...new Set([...chosen.turns, ...turns.filter((turn) => isNamed(turn.text))])],
  };
}

const NO_MATTER = new Set(HOLDING_TERMS);

function mattersIn(text: string): ReadonlySet<string> {
  return new Set(queryTerms(text).filter((term) => !NO_MATTER.has(term)));
}

/** Goes on with what was said just before: an answer, or somebody who was named there. */
const GOES_ON =
  /^\W*(?:yeah|yep|yes|no(?!w)|nope|not yet|not really|right|he|she|they|his|her|their)\b|[,.;!]\s+(?:he|she|they)(?:'s|'re)?\b|^\s*(?:嗯|对|是的|还行|还好|没有|不是|就是|他|她)|[，。；！](?:他|她)/iu;

/** A turn behind a question that says something else. */
const OPENS_ANEW =
  /^\W*(?:also|btw|by the way|anyway|another|oh|please|can|could|what|how|who|when|where|i|my|we|our)\b|^\s*(?:对了|另外|还有|顺便|先不|换个|话说|我|帮)/iu;

/**
 * Turns of the user that only go on with one that goes: an answer, "she …", or what takes up the agent's answer to it. Each such turn may
 * be gone on with in turn; the first that does not ends it.
 */
function withSequel(gone: ReadonlySet<TurnId>, turns: readonly Turn[]): ReadonlySet<TurnId> {
  const all = new Set(gone);
  let last: Turn | undefined;
  let answered = new Set<string>();
  let wasAsked = false;
  for (const turn of turns) {
    if (last?.sessionId !== turn.sessionId) [last, answered] = [undefined, new Set()];
    if (turn.role === "assistant") wasAsked = /[?？]\s*$/u.test(turn.text);
    if (turn.role === "assistant" && last !== undefined) answered = new Set([...answered, ...mattersIn(turn.text)]);
    if (turn.role !== "user") continue;
    const takesUp = (): boolean => [...mattersIn(turn.text)].some((term) => answered.has(term));
    const goesOn =
      last !== undefined && (GOES_ON.test(turn.text) || (wasAsked && !OPENS_ANEW.test(turn.text)) || takesUp());
    if (all.has(turn.id) || goesOn) all.add(turn.id);
    last = all.has(turn.id) ? turn : undefined;
    answered = new Set();
    wasAsked = false;
  }
  return all;
}

/** What an agent answered to a turn that goes, where it takes up a word of it. */
function answersTo(gone: ReadonlySet<TurnId>, turns: readonly Turn[]): readonly TurnId[] {
  const answers: TurnId[] = [];
  let asked: ReadonlySet<string> | undefined;
  let sessionId: Turn["sessionId"] | undefined;
  for (const turn of turns) {
    if (turn.sessionId !== sessionId || turn.role === "user") {
      sessionId = turn.sessionId;
      asked = turn.role === "user" && gone.has(turn.id) ? mattersIn(turn.text) : undefined;
    } else if (asked !== undefined && turn.role === "assistant") {
      const taken = mattersIn(turn.text);
      if ([...asked].some((term) => taken.has(term))) answers.push(turn.id);
    }
  }
  return answers;
}

/** Everything of this talk, or of today. */
function ofThisTalk(statement: Statement, turns: readonly Turn[]): readonly TurnId[] {
  const day = (turn: Turn): string => describeDay(turn.at, turn.timeZone);
  const here = turns.filter((turn) => turn.sessionId === statement.sessionId);
  const zone = here.at(-1)?.timeZone ?? "UTC";
  const today = describeDay(statement.saidAt, zone);
  const all = TODAY.test(statement.evidence) ? turns.filter((turn) => day(turn) === today) : here;
  return all.map((turn) => turn.id);
}

/** A statement that is so much of its turn is all that the turn says. */
const WHOLE_TURN = 0.6;

/** What rests on the turns that go: of a turn that says more than the matter, what has nothing of it stays. */
async function restingOn(
  transaction: TruthTransaction,
  turns: readonly Turn[],
  matter: Matter | undefined,
): Promise<readonly Memory[]> {
  const byId = new Map(turns.map((turn) => [turn.id, turn]));
  const resting = await transaction.memories.listByTurns([...byId.keys()]);
  return resting.filter((memory) => {
    if (memory.kind === "summary" || memory.turnIds.some((id) => !byId.has(id))) return false;
    const said = memory.turnIds.flatMap((id) => byId.get(id)?.text ?? []);
    const isWhole = said.some((text) => memory.evidence.length >= text.length * WHOLE_TURN);
    return isWhole || matter === undefined || shareInMemory(matter, memory) > 0;
  });
}

function eraseVerdict(statement: Statement, memories: readonly Memory[], turnIds: Iterable<TurnId>): Verdict {
  // the words that asked repeat what is to go: their turn goes with it
  const targets = memories.map((memory) => ({ ...memory, turnIds: [...memory.turnIds, ...statement.turnIds] }));
  const all = [...new Set([...turnIds, ...statement.turnIds])];
  return { type: "erase", targets, turnIds: all, reason: "the user asked to forget it" };
}

/**
 * What a request to forget names: memories and turns by their words, and where these name nothing that is known, by what it means. With
 * them go the turn that asked, turns that only went on with the matter, and the answers that took it up (P21).
 */
export async function reconcileForget(
  transaction: TruthTransaction,
  statement: Statement,
  relating: Relating | undefined,
): Promise<Verdict> {
  const listed = await transaction.memories.list(and(), { limit: FORGET_WINDOW });
  if (EVERYTHING.test(statement.evidence)) {
    const turnIds = [...(await everyTurn(transaction, statement.saidAt)), ...statement.turnIds];
    const targets = listed.items.filter((memory) => memory.saidAt <= statement.saidAt);
    return { type: "erase", targets, turnIds, reason: "the user asked to forget everything" };
  }
  const topic = statement.value ?? statement.content;
  const turns = await turnsBefore(transaction, statement);
  const ofIds = (ids: ReadonlySet<TurnId>): readonly Turn[] => turns.filter((turn) => ids.has(turn.id));
  if (THIS_TALK.test(topic)) {
    const ids = new Set(ofThisTalk(statement, turns));
    return eraseVerdict(statement, await restingOn(transaction, ofIds(ids), undefined), ids);
  }
  const held = listed.items.filter((memory) => memory.kind !== "summary" && memory.saidAt <= statement.saidAt);
  const matter = matterOfTopic(topic);
  const meant = relating?.meant(statement);
  const byWords = matter === undefined ? { memories: [], turns: [] } : findByWords(matter, held, turns, meant);
  const named = [...new Set([...findForgotten(statement, held), ...byWords.memories])];
  const isNamed = named.length + byWords.turns.length > 0;
  const near = isNamed ? [] : await transaction.memories.findMany(meant?.memoryIds ?? []);
  const found = [...named, ...near.filter((memory) => memory.kind !== "summary")];
  const ids = isNamed ? byWords.turns.map((turn) => turn.id) : (meant?.turnIds ?? []);
  if (found.length === 0 && ids.length === 0) return { type: "reject", reason: "nothing known that the request names" };
  const gone = withSequel(new Set([...ids, ...found.flatMap((memory) => memory.turnIds)]), turns);
  const resting = await restingOn(transaction, ofIds(gone), isNamed ? matter : undefined);
  return eraseVerdict(
    statement,
    [...new Map([...found, ...resting].map((row) => [row.id, row])).values()],
    [...gone, ...answersTo(gone, turns)],
  );
}
