import {
  type Episode,
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
import type { EngineParts, TruthTransaction } from "../ports/index.js";
import { memoryTerms } from "./commit.js";
import { segmentChange, segmentText } from "./episode-segment.js";

/** An item that was committed without its vector, with the text that the vector is of. */
export interface PreparedEmbedding {
  readonly entry: JournalEntry;
  readonly text: string;
}

type Item =
  | { readonly type: "memory"; readonly memory: Memory; readonly text: string }
  | {
      readonly type: "episode";
      readonly episode: Episode;
      readonly turn: Turn;
      readonly previous?: Turn;
      readonly text: string;
    };

async function findItem(transaction: TruthTransaction, entry: JournalEntry): Promise<Item | undefined> {
  if (entry.task.type !== "embed") return undefined;
  const { itemId } = entry.task;
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

/** `undefined`: the item is gone, nothing is to be done. */
export async function prepareEmbedding(
  parts: EngineParts,
  scope: Scope,
  entry: JournalEntry,
): Promise<PreparedEmbedding | undefined> {
  const item = await parts.storage.truth.read(scope, (transaction) => findItem(transaction, entry));
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
  const item = await findItem(transaction, prepared.entry);
  if (item === undefined) return completeErased(transaction, prepared.entry.id, leaseToken);
  await transaction.journal.complete(prepared.entry.id, leaseToken);
  const values = vectors.get(item.text);
  if (values === undefined) throw new KeepsakeError("CONFLICT", "the text changed while its vector was made");
  const { modelId } = parts.embedder.profile;
  if (item.type === "memory") {
    const memory = await transaction.memories.update(item.memory.id, item.memory.revision, { embeddingModel: modelId });
    const change = {
      type: "put",
      attributes: memoryAttributes(memory),
      terms: memoryTerms(memory),
      vector: { modelId, values },
    } as const;
    await parts.storage.projection.apply(transaction, [change]);
    return;
  }
  await transaction.episodes.setEmbeddingModel(item.episode.id, modelId);
  const change = segmentChange(item.episode, item.turn, item.previous, { modelId, values });
  await parts.storage.projection.apply(transaction, [change]);
}
