import { BY_NUMBER_AND_ID, type Episode, KeepsakeError, scopeKey } from "../../../domain/index.js";
import type { EpisodeStore } from "../../../ports/index.js";
import { pageOf, sortItems } from "./paging.js";
import type { Draft } from "./state.js";

const BY_TIME = {
  keyOf: (episode: Episode) => [episode.at, episode.id] as const,
  keyParts: BY_NUMBER_AND_ID,
  directions: ["ascending", "ascending"] as const,
};

export function createEpisodeStore(draft: Draft): EpisodeStore {
  const all = () => [...draft.get("episodes").values()];
  return {
    async insert(episode) {
      const episodes = draft.edit("episodes", episode.recordedAt);
      const taken = episodes.has(episode.id) || all().some((other) => other.centreTurnId === episode.centreTurnId);
      if (taken)
        throw new KeepsakeError("CONFLICT", `${episode.id} or a segment of turn ${episode.centreTurnId} exists`);
      episodes.set(episode.id, structuredClone(episode));
    },
    async setEmbeddingModel(id, modelId) {
      draft.requireWrite();
      const episode = draft.get("episodes").get(id);
      if (episode === undefined) throw new KeepsakeError("NOT_FOUND", `no episode ${id}`);
      draft.edit("episodes").set(id, { ...episode, embeddingModel: modelId });
    },
    async find(id) {
      return draft.get("episodes").get(id);
    },
    async findMany(ids) {
      return ids.flatMap((id) => draft.get("episodes").get(id) ?? []);
    },
    async listByTurns(turnIds) {
      const wanted = new Set(turnIds);
      return sortItems(
        all().filter((episode) => episode.turnIds.some((id) => wanted.has(id))),
        BY_TIME,
      );
    },
    async list(page) {
      return pageOf(all(), { ...BY_TIME, order: "episodes", owner: scopeKey(draft.scope) }, page);
    },
    async count() {
      return draft.get("episodes").size;
    },
    async remove(ids) {
      draft.requireWrite();
      return ids.filter((id) => draft.get("episodes").has(id) && draft.edit("episodes").delete(id)).length;
    },
  };
}
