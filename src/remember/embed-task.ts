import {
  type Episode,
  type ItemId,
  isEpisodeId,
  isMemoryId,
  type JournalEntry,
  type JournalEntryId,
  KeepsakeError,
  type Memory,
  memoryAttributes,
  type Scope,
  type Turn,
} from "../domain/index.js";
import { findTwin, type TwinVector } from "../embedding/index.js";
import type { EngineParts, IndexChange, TruthTransaction } from "../ports/index.js";
import { memoryTerms } from "./commit.js";
import { segmentAttributes, segmentChange, segmentText } from "./episode-segment.js";

/** An item that was committed without its vector, with the text that the vector is of. */
export interface PreparedEmbedding {
  readonly entry: JournalEntry;
  readonly text: string;
}

/** What is indexed: a memory or an episode, with the text that its vector is of. */
export type IndexedItem =
  | { readonly type: "memory"; readonly memory: Memory; readonly text: string }
  | {
      readonly type: "episode";
      readonly episode: Episode;
      readonly turn: Turn;
      readonly previous?: Turn;
      readonly text: string;
    };

/** undefined: it is not there (any more). */
export async function findItem(transaction: TruthTransaction, itemId: ItemId): Promise<IndexedItem | undefined> {
  if (isMemoryId(itemId)) {
    const memory = await transaction.memories.find(itemId);
    return memory === undefined ? undefined : { type: "memory", memory, text: memory.content };
  }
  if (!isEpisodeId(itemId)) return undefined;
  const episode = await transaction.episodes.find(itemId);
  if (episode === undefined) return undefined;
  const turns = await transaction.turns.findMany(episode.turnIds);
  const turn = turns.find((each) => each.id === episode.centreTurnId);
  if (turn === undefined) return undefined;
  const previous = turns.find((each) => each.id !== episode.centreTurnId);
  return {
    type: "episode",
    episode,
    turn,
    text: segmentText(turn, previous),
    ...(previous === undefined ? {} : { previous }),
  };
}

function itemOf(entry: JournalEntry, transaction: TruthTransaction): Promise<IndexedItem | undefined> {
  return entry.task.type === "embed" ? findItem(transaction, entry.task.itemId) : Promise.resolve(undefined);
}

/** The item's index row, with a vector where one is given. */
export function itemChange(item: IndexedItem, vector?: TwinVector): IndexChange {
  if (item.type === "episode") return segmentChange(item.episode, item.turn, item.previous, vector);
  const change = { type: "put", attributes: memoryAttributes(item.memory), terms: memoryTerms(item.memory) } as const;
  return vector === undefined ? change : { ...change, vector };
}

/** The item's vector by a model, beside what is indexed of it. */
export function vectorChange(item: IndexedItem, vector: TwinVector): IndexChange {
  const attributes =
    item.type === "memory" ? memoryAttributes(item.memory) : segmentAttributes(item.episode, item.turn);
  return { type: "put", attributes, vector };
}

/** `undefined`: the item is gone, nothing is to be done. */
export async function prepareEmbedding(
  parts: EngineParts,
  scope: Scope,
  entry: JournalEntry,
): Promise<PreparedEmbedding | undefined> {
  const item = await parts.storage.truth.read(scope, (transaction) => itemOf(entry, transaction));
  return item === undefined ? undefined : { entry, text: item.text };
}

/** Completes an entry whose turn or item was erased: the erasure may have taken the entry too, and then nothing is left to do. */
export async function completeErased(
  transaction: TruthTransaction,
  id: JournalEntryId,
  leaseToken: string,
): Promise<void> {
  try {
    await transaction.journal.complete(id, leaseToken);
  } catch (thrown) {
    if (!(thrown instanceof KeepsakeError) || thrown.code !== "CONFLICT") throw thrown;
  }
}

/** Gives the item its vector and completes the entry, in the caller's transaction. */
export async function commitEmbedding(
  parts: EngineParts,
  transaction: TruthTransaction,
  prepared: PreparedEmbedding,
  vectors: ReadonlyMap<string, Float32Array>,
  leaseToken: string,
): Promise<void> {
  const item = await itemOf(prepared.entry, transaction);
  if (item === undefined) return completeErased(transaction, prepared.entry.id, leaseToken);
  await transaction.journal.complete(prepared.entry.id, leaseToken);
  const values = vectors.get(item.text);
  if (values === undefined) throw new KeepsakeError("CONFLICT", "the text changed while its vector was made");
  const { modelId } = parts.embedder.profile;
  const isIndexed = (item.type === "memory" ? item.memory : item.episode).embeddingModel === modelId;
  if (isIndexed && findTwin(values) === "late") {
    throw new KeepsakeError("MODEL_UNAVAILABLE", "the embedding model beside the serving one gave no vector");
  }
  const vector = { modelId, values };
  if (item.type === "episode") {
    await transaction.episodes.setEmbeddingModel(item.episode.id, modelId);
    await parts.storage.projection.apply(transaction, [itemChange(item, vector)]);
    return;
  }
  const memory = await transaction.memories.update(item.memory.id, item.memory.revision, { embeddingModel: modelId });
  await parts.storage.projection.apply(transaction, [itemChange({ ...item, memory }, vector)]);
}
