import {
  BY_NUMBER_AND_ID,
  type CursorKey,
  type Episode,
  type EpisodeId,
  KeepsakeError,
  scopeKey,
  type TurnId,
} from "../../../../domain/index.js";
import type { EpisodeStore } from "../../../../ports/index.js";
import { type EpisodeRow, episodeValues, toEpisode } from "../episode-row.js";
import { inOrderOf } from "./in-order.js";
import { pageOf } from "./paging.js";
import type { ServerTransaction } from "./transaction.js";

async function insert(transaction: ServerTransaction, episode: Episode): Promise<void> {
  const connection = await transaction.adding(episode.recordedAt);
  if (await connection.steps.insertEpisode(transaction.numbers, episodeValues(episode), episode.turnIds)) return;
  throw new KeepsakeError("CONFLICT", `${episode.id} or a segment of turn ${episode.centreTurnId} exists`);
}

async function remove(transaction: ServerTransaction, ids: readonly EpisodeId[]): Promise<number> {
  const connection = transaction.writing();
  const gone = await connection.steps.deleteEpisodes(transaction.numbers, ids);
  const turnIds = gone.flatMap((row): TurnId[] => JSON.parse(row.turnIds));
  const removed = gone.map((row) => row.id);
  if (turnIds.length > 0)
    await connection.run(transaction.sql.unlinkEpisodeTurns, ...transaction.numbers, removed, turnIds);
  return removed.length;
}

export function createEpisodeStore(transaction: ServerTransaction): EpisodeStore {
  const findMany = async (ids: readonly EpisodeId[]) => {
    const rows = await transaction.reading().all<EpisodeRow>(transaction.sql.findEpisodes, ...transaction.numbers, ids);
    return inOrderOf(ids, rows.map(toEpisode));
  };
  return {
    insert: (episode) => insert(transaction, episode),
    async setEmbeddingModel(id, modelId) {
      const changed = await transaction
        .writing()
        .run(transaction.sql.setEpisodeModel, ...transaction.numbers, id, modelId);
      if (changed === 0) throw new KeepsakeError("NOT_FOUND", `no episode ${id}`);
    },
    find: async (id) => (await findMany([id]))[0],
    findMany,
    async listByTurns(turnIds) {
      const rows = await transaction
        .reading()
        .all<EpisodeRow>(transaction.sql.episodesOfTurns, ...transaction.numbers, turnIds);
      return rows.map(toEpisode);
    },
    async list(page) {
      const fetch = (after: CursorKey | undefined, limit: number) => {
        const connection = transaction.reading();
        const [at, id] = after ?? [];
        return at === undefined || id === undefined
          ? connection.all<EpisodeRow>(transaction.sql.listEpisodes, ...transaction.numbers, limit)
          : connection.all<EpisodeRow>(transaction.sql.listEpisodesAfter, ...transaction.numbers, at, id, limit);
      };
      const owner = scopeKey(transaction.scope);
      const keyOf = (row: EpisodeRow) => [row.at, row.id];
      return pageOf({ order: "episodes", owner, keyOf, keyParts: BY_NUMBER_AND_ID, fetch }, page, toEpisode);
    },
    async count() {
      const counted = await transaction
        .reading()
        .get<{ n: number }>(transaction.sql.countEpisodes, ...transaction.numbers);
      return counted?.n ?? 0;
    },
    remove: (ids) => remove(transaction, ids),
  };
}
