import {
  BY_NUMBER_AND_ID,
  compareCodePoints,
  type Episode,
  type EpisodeId,
  KeepsakeError,
  scopeKey,
  type TurnId,
} from "../../../domain/index.js";
import type { EpisodeStore } from "../../../ports/index.js";
import { type EpisodeRow, episodeValues, pageOf, toEpisode } from "../relational/index.js";
import { SQL } from "./sql.js";
import { isDuplicate } from "./sqlite-errors.js";
import type { SqliteTransaction } from "./transaction.js";

function insert(transaction: SqliteTransaction, episode: Episode): void {
  const connection = transaction.adding(episode.recordedAt);
  const scope = transaction.scopeId;
  const { id, centreTurnId, turnIds } = episode;
  try {
    connection.run(SQL.insertEpisode, scope, ...episodeValues(episode));
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw new KeepsakeError("CONFLICT", `${id} or a segment of turn ${centreTurnId} exists`, {}, { cause: error });
  }
  for (const turnId of turnIds) connection.run(SQL.insertEpisodeTurn, scope, turnId, id);
}

function remove(transaction: SqliteTransaction, id: EpisodeId): boolean {
  const connection = transaction.writing();
  const row = connection.get<{ turnIds: string }>(SQL.deleteEpisode, transaction.scopeId, id);
  if (row === undefined) return false;
  const turnIds: TurnId[] = JSON.parse(row.turnIds);
  for (const turnId of turnIds) connection.run(SQL.deleteEpisodeTurn, transaction.scopeId, turnId, id);
  return true;
}

export function createEpisodeStore(transaction: SqliteTransaction): EpisodeStore {
  const find = (id: EpisodeId) => {
    const row = transaction.reading().get<EpisodeRow>(SQL.findEpisode, transaction.scopeId, id);
    return row === undefined ? undefined : toEpisode(row);
  };
  return {
    async insert(episode) {
      insert(transaction, episode);
    },
    async setEmbeddingModel(id, modelId) {
      const changed = transaction.writing().run(SQL.setEpisodeModel, modelId, transaction.scopeId, id);
      if (changed === 0) throw new KeepsakeError("NOT_FOUND", `no episode ${id}`);
    },
    async find(id) {
      return find(id);
    },
    async findMany(ids) {
      return ids.flatMap((id) => find(id) ?? []);
    },
    async listByTurns(turnIds) {
      const connection = transaction.reading();
      const ids = turnIds.flatMap((turnId) =>
        connection.all<{ id: EpisodeId }>(SQL.episodesOfTurn, transaction.scopeId, turnId),
      );
      const episodes = [...new Set(ids.map((row) => row.id))].flatMap((id) => find(id) ?? []);
      return episodes.sort((a, b) => a.at - b.at || compareCodePoints(a.id, b.id));
    },
    async list(page) {
      const fetch = (after: readonly (string | number)[] | undefined, limit: number) => {
        const connection = transaction.reading();
        const [at, id] = after ?? [];
        return at === undefined || id === undefined
          ? connection.all<EpisodeRow>(SQL.listEpisodes, transaction.scopeId, limit)
          : connection.all<EpisodeRow>(SQL.listEpisodesAfter, transaction.scopeId, at, id, limit);
      };
      const owner = scopeKey(transaction.scope);
      return pageOf<EpisodeRow, Episode>(
        { order: "episodes", owner, keyOf: (row) => [row.at, row.id], keyParts: BY_NUMBER_AND_ID, fetch },
        page,
        toEpisode,
      );
    },
    async count() {
      return transaction.reading().get<{ n: number }>(SQL.countEpisodes, transaction.scopeId)?.n ?? 0;
    },
    async remove(ids) {
      transaction.writing();
      return ids.filter((id) => remove(transaction, id)).length;
    },
  };
}
