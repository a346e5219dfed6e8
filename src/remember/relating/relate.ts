import {
  and,
  dot,
  foldName,
  isEpisodeId,
  isMemoryId,
  type KeepsakeError,
  type Memory,
  type MemoryId,
  type Policy,
  type Scope,
  type TurnId,
  USER_SUBJECT,
} from "../../domain/index.js";
import type { EngineParts } from "../../ports/index.js";
import { BEHIND_THE_CHAT, type ReadingTerms } from "../ask-reader.js";
import type { Vectors } from "../commit.js";
import type { Statement } from "../statement.js";
import { LEAST_COSINE, type Relation, type Voiced } from "./judge-pair.js";
import { type JudgePair, judgePairs, type VoicedPair } from "./judge-pairs.js";
import { areTwoPeople, isOfOtherKin, isOfOtherSlot, takesUpMatter } from "./other-slot.js";
import { readSaid } from "./said.js";
import { mayState } from "./stated-attribute.js";

/** What is known of how statements about to be written stand to what is remembered. Made before the write transaction begins. */
export interface Relating {
  /** undefined: too far apart, or their vectors are not known. */
  relate(statement: Statement, memory: Memory): Relation | undefined;
  /** How the later of two memories stands to the earlier: whether they hold one matter. */
  relateMemories(earlier: Memory, later: Memory): Relation | undefined;
  /** Memories near the statement, nearest first, whomever they are about. */
  near(statement: Statement): readonly MemoryId[];
  /** What a request to forget means by its topic, whatever its words: memories, and turns that only their segments hold. */
  meant(statement: Statement): Meant;
  readonly thresholds: RelationThresholds;
  /** Why the reader of pairs did not read all, where there is one: vectors and rules decided more than they do. */
  readonly failure?: KeepsakeError;
}

interface Meant {
  readonly memoryIds: readonly MemoryId[];
  readonly turnIds: readonly TurnId[];
}

type RelationThresholds = Pick<
  NonNullable<Policy["reconcile"]["relation"]>,
  "updateFrom" | "announcedFrom" | "manyExponent" | "sameFrom" | "faintFrom"
>;

const NEAREST = 16;
/** So many items at most are taken for what a request to forget means. */
const MOST_MEANT = 12;
/** What is so much further from the topic than the nearest is another matter. */
const MEANT_MARGIN = 0.08;
/**
 * What a topic means by its vector. A segment's vector holds the turn before it too, so turns are compared by their own words: what
 * was said just before or after the matter stays.
 */
async function findMeant(
  parts: Pick<EngineParts, "embedder" | "storage">,
  scope: Scope,
  topic: Float32Array,
  from: number,
): Promise<Meant> {
  const { modelId } = parts.embedder.profile;
  const hits = await parts.storage.vectors.search(scope, { vector: topic, modelId, filter: and(), limit: MOST_MEANT });
  const best = hits.reduce((most, { cosine }) => Math.max(most, cosine), 0);
  const least = Math.max(from, best - MEANT_MARGIN);
  const near = hits.filter(({ cosine }) => cosine >= least);
  const episodeIds = near.map(({ itemId }) => itemId).filter(isEpisodeId);
  const turns = await parts.storage.truth.read(scope, async (transaction) => {
    const episodes = await transaction.episodes.findMany(episodeIds);
    return transaction.turns.findMany(episodes.map((episode) => episode.centreTurnId));
  });
  const own = await parts.embedder.embedPassages(turns.map((turn) => turn.text));
  return {
    memoryIds: near.map(({ itemId }) => itemId).filter(isMemoryId),
    turnIds: turns.filter((_turn, index) => dot(topic, own[index] ?? new Float32Array(0)) >= least).map(({ id }) => id),
  };
}

/** The words of the one say nothing of the slot that the other fills, or of the person that it is about. */
function isOfOtherMatter(statement: Statement, memory: Memory): boolean {
  const said = `${statement.evidence}\n${statement.around?.text ?? ""}`;
  const { attribute } = memory;
  if (attribute !== undefined && memory.subject === USER_SUBJECT && attribute !== statement.attribute)
    if (!mayState(attribute, said)) return true;
  // "I moved to Leeds" says nothing of the tablets one takes
  if (statement.attribute !== undefined && attribute === undefined && statement.subject === USER_SUBJECT)
    if (!mayState(statement.attribute, memory.evidence)) return true;
  return isOfOtherKin(statement, said, memory) && !takesUpMatter(said, memory.evidence);
}

/** Whether the words themselves say that something is otherwise now. */
function announces(text: string): boolean {
  const { cues } = readSaid(text);
  return cues.has("change") || cues.has("correction") || cues.has("ended");
}

/** The texts of a statement whose vectors are compared: its own wording, and what was said around it. */
export function textsToRelate({ content, around }: Statement): readonly string[] {
  return around === undefined ? [content] : [content, around.wording];
}

/** What completes an earlier statement or belongs to a record has in its evidence the value alone ("make that Thursday"): its content says the whole. */
function voiceOf({ content, evidence }: Pick<Memory, "content" | "evidence">): string {
  return evidence.length * 2 < content.length ? content : evidence;
}

/** Two parts of one record: both begin with the name of the thing, and say different things of it. */
function isBesideInRecord({ rule, turnIds }: Statement, memory: Memory): boolean {
  return rule.endsWith(RECORD) && isRecorded(memory) && turnIds.some((id) => memory.turnIds.includes(id));
}

const RECORD = ".record";

function isRecorded({ reason }: Memory): boolean {
  return reason.includes(RECORD);
}

/**
 * A statement is compared as it is and, where it is the one of its turn that lies nearest to the change, with what was said around it:
 * "we've changed it" and the new value may be two statements of one turn.
 */
function relateBy(
  judge: JudgePair,
  statements: readonly Statement[],
  earlierOf: (memory: Memory) => Voiced | undefined,
  vectors: Vectors,
): Pick<Relating, "relate" | "relateMemories"> {
  const carriers = new Map<string, Statement | undefined>();
  const own = (statement: Statement, memory: Memory): Relation | undefined => {
    const [earlier, later] = [earlierOf(memory), statedBy(statement, vectors)];
    return earlier === undefined || later === undefined ? undefined : judge(earlier, later);
  };
  const carrierOf = (turn: string, memory: Memory): Statement | undefined => {
    const key = `${turn} ${memory.id}`;
    if (!carriers.has(key)) {
      const ranked = statements
        .filter(({ turnIds, intent }) => turnIds[0] === turn && intent !== "forget")
        .map((statement) => ({ statement, update: own(statement, memory)?.update ?? 0 }))
        .sort((a, b) => b.update - a.update);
      carriers.set(key, ranked[0]?.statement);
    }
    return carriers.get(key);
  };
  /**
   * Another statement of the turn fills the memory's slot, or some slot of the named thing that both are about: it decides, and what
   * only announces it ("upgraded, the version is 2") stands beside.
   */
  const isDecidedBySlot = (statement: Statement, memory: Memory): boolean =>
    statements.some(
      (other) =>
        other !== statement &&
        other.attribute !== undefined &&
        other.turnIds[0] === statement.turnIds[0] &&
        foldName(other.subject) === foldName(memory.subject) &&
        (memory.attribute === undefined ? memory.subject !== USER_SUBJECT : other.attribute === memory.attribute),
    );
  const relateMemories = (earlier: Memory, later: Memory): Relation | undefined => {
    const [first, second] = [earlierOf(earlier), earlierOf(later)];
    if (first === undefined || second === undefined || isOfOtherSlot(later, earlier)) return undefined;
    if (isRecorded(earlier) && isRecorded(later) && later.turnIds.some((id) => earlier.turnIds.includes(id)))
      return undefined;
    return judge(first, second);
  };
  const relate: Relating["relate"] = (statement, memory) => {
    if (isOfOtherSlot(statement, memory) || areTwoPeople(statement, memory) || isBesideInRecord(statement, memory))
      return undefined;
    const alone = own(statement, memory);
    const [turn] = statement.turnIds;
    const isDecided = turn !== undefined && statement.attribute === undefined && isDecidedBySlot(statement, memory);
    if (isDecided || isOfOtherMatter(statement, memory))
      return alone === undefined ? undefined : { ...alone, update: 0 };
    const [earlier, around] = [earlierOf(memory), saidAround(statement, vectors)];
    // what was said in one breath stands side by side, unless it takes itself back
    const isOneBreath = turn !== undefined && memory.turnIds.includes(turn);
    if (isOneBreath && statement.intent === "state") return alone === undefined ? undefined : { ...alone, update: 0 };
    if (isOneBreath || turn === undefined || around === undefined || earlier === undefined) return alone;
    if (carrierOf(turn, memory) !== statement) return alone;
    const together = judge(earlier, around);
    return { update: Math.max(alone?.update ?? 0, together?.update ?? 0), same: alone?.same ?? 0 };
  };
  return { relate, relateMemories };
}

/** Statements of the same work that one is read with: what takes itself back does so at once. */
const JUST_BEFORE = 4;

function statedBy(statement: Statement, vectors: Vectors): Voiced | undefined {
  const vector = vectors.get(statement.content);
  return vector === undefined ? undefined : { text: voiceOf(statement), vector };
}

/** What was said around a statement, where that says that something is otherwise. */
function saidAround({ around }: Statement, vectors: Vectors): Voiced | undefined {
  const vector = around === undefined ? undefined : vectors.get(around.wording);
  if (around === undefined || vector === undefined || !announces(around.text)) return undefined;
  return { text: around.text, vector };
}

/** Every statement with the memories near it, and with what was stated just before it: of each the nearest first, for not all may be read. */
function pairsOf(
  statements: readonly Statement[],
  nearTo: (statement: Statement) => readonly (Voiced | undefined)[],
  vectors: Vectors,
): readonly VoicedPair[] {
  const stating = statements.filter(({ intent }) => intent !== "forget");
  const ranked = stating.flatMap((statement, index) => {
    const before = stating.slice(Math.max(0, index - JUST_BEFORE), index).map((each) => statedBy(each, vectors));
    const later = [statedBy(statement, vectors), saidAround(statement, vectors)].filter((each) => each !== undefined);
    return [...before.reverse(), ...nearTo(statement)]
      .filter((each) => each !== undefined)
      .flatMap((earlier, rank) => later.map((each) => ({ rank, pair: [earlier, each] satisfies VoicedPair })));
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ pair }) => pair);
}

/**
 * Looks for what is near the statements. undefined where the policy has no classifier, or one for another embedding model:
 * slots decide alone then.
 */
export async function findRelating(
  parts: Pick<EngineParts, "embedder" | "storage" | "policy" | "reader">,
  scope: Scope,
  statements: readonly Statement[],
  vectors: Vectors,
  terms: ReadingTerms = BEHIND_THE_CHAT,
): Promise<Relating | undefined> {
  const { relation } = parts.policy.reconcile;
  const { modelId } = parts.embedder.profile;
  const classifier = relation?.classifier.embeddingModel === modelId ? relation.classifier : undefined;
  if (relation === undefined || (classifier === undefined && parts.reader === undefined)) return undefined;
  const filter = and(
    { op: "in", field: "type", values: ["memory"] },
    { op: "in", field: "status", values: ["active"] },
  );
  const nearest = new Map<string, readonly MemoryId[]>();
  const meant = new Map<string, Meant>();
  for (const statement of statements) {
    const isForget = statement.intent === "forget";
    for (const text of textsToRelate(statement)) {
      const vector = vectors.get(text);
      if (vector === undefined || (isForget ? meant : nearest).has(text)) continue;
      if (isForget) {
        meant.set(text, await findMeant(parts, scope, vector, relation.forgetFrom));
        continue;
      }
      const hits = await parts.storage.vectors.search(scope, { vector, modelId, filter, limit: NEAREST });
      const near = hits.filter(({ cosine }) => cosine >= LEAST_COSINE);
      nearest.set(
        text,
        near.map(({ itemId }) => itemId as MemoryId),
      );
    }
  }
  const ids = [...new Set([...nearest.values()].flat())];
  const held = ids.length === 0 ? new Map() : await parts.storage.vectors.find(scope, modelId, ids);
  const near = (statement: Statement): readonly MemoryId[] => [
    ...new Set(textsToRelate(statement).flatMap((text) => nearest.get(text) ?? [])),
  ];
  const memories =
    parts.reader === undefined ? [] : await parts.storage.truth.read(scope, ({ memories: all }) => all.findMany(ids));
  const known = new Map(memories.map((memory) => [memory.id, memory] as const));
  const earlierOf = (memory: Memory | undefined): Voiced | undefined => {
    // said in the same batch: not in the index yet
    const vector = memory && (held.get(memory.id) ?? vectors.get(memory.content));
    return memory === undefined || vector === undefined ? undefined : { text: voiceOf(memory), vector };
  };
  const nearTo = (statement: Statement) => near(statement).map((id) => earlierOf(known.get(id)));
  const { judge, failure } = await judgePairs(parts, classifier, pairsOf(statements, nearTo, vectors), terms);
  return {
    thresholds: relation,
    meant: (statement) => meant.get(statement.content) ?? { memoryIds: [], turnIds: [] },
    near,
    ...relateBy(judge, statements, earlierOf, vectors),
    ...(failure === undefined ? {} : { failure }),
  };
}
