import { expect, it } from "vitest";
import type { AgentId } from "../../domain/index.js";
import { collect, expectError, type MakeStorage, suite } from "./harness.js";
import { episodeId, NOW, sampleEpisode, turnId } from "./samples.js";

export function episodesConformance(make: MakeStorage): void {
  suite("episodes", make, (bench) => {
    const write: typeof bench.storage.truth.write = (scope, work) => bench.storage.truth.write(scope, work);
    const read: typeof bench.storage.truth.read = (scope, work) => bench.storage.truth.read(scope, work);

    it("gives every field back as it was", async () => {
      const scope = bench.scope();
      const full = sampleEpisode({
        agentId: "a" as AgentId,
        speaker: "Ann",
        role: "assistant",
        turnIds: [turnId(), turnId()],
        embeddingModel: "m",
      });
      const bare = sampleEpisode();
      await write(scope, async ({ episodes }) => {
        await episodes.insert(full);
        await episodes.insert(bare);
      });
      expect(await read(scope, ({ episodes }) => episodes.findMany([bare.id, episodeId(), full.id]))).toStrictEqual([
        bare,
        full,
      ]);
      expect(await read(scope, ({ episodes }) => episodes.find(episodeId()))).toBeUndefined();
    });

    it("refuses an id or a centre that exists: CONFLICT", async () => {
      const scope = bench.scope();
      const episode = sampleEpisode();
      await write(scope, ({ episodes }) => episodes.insert(episode));
      await expectError(
        write(scope, ({ episodes }) => episodes.insert(sampleEpisode({ id: episode.id }))),
        "CONFLICT",
      );
      await expectError(
        write(scope, ({ episodes }) => episodes.insert(sampleEpisode({ centreTurnId: episode.centreTurnId }))),
        "CONFLICT",
      );
    });

    it("notes the model that indexed it; NOT_FOUND when there is none", async () => {
      const scope = bench.scope();
      const episode = sampleEpisode();
      await write(scope, async ({ episodes }) => {
        await episodes.insert(episode);
        await episodes.setEmbeddingModel(episode.id, "m2");
      });
      expect(await read(scope, ({ episodes }) => episodes.find(episode.id))).toEqual({
        ...episode,
        embeddingModel: "m2",
      });
      await expectError(
        write(scope, ({ episodes }) => episodes.setEmbeddingModel(episodeId(), "m2")),
        "NOT_FOUND",
      );
    });

    it("finds segments by any of their turns", async () => {
      const scope = bench.scope();
      const [a, b, c] = [turnId(), turnId(), turnId()];
      const first = sampleEpisode({ centreTurnId: b, turnIds: [a, b] });
      const second = sampleEpisode({ centreTurnId: c, turnIds: [b, c], at: NOW - 1 });
      await write(scope, async ({ episodes }) => {
        await episodes.insert(first);
        await episodes.insert(second);
      });
      const by = async (...turns: (typeof a)[]) =>
        (await read(scope, ({ episodes }) => episodes.listByTurns(turns))).map((episode) => episode.id);
      expect(await by(b)).toEqual([second.id, first.id]);
      expect(await by(a)).toEqual([first.id]);
      expect(await by(a, c)).toEqual([second.id, first.id]);
      expect(await by()).toEqual([]);
    });

    it("P27 lists by time then id, counts and removes", async () => {
      const scope = bench.scope();
      const made = Array.from({ length: 12 }, (_, index) => sampleEpisode({ at: NOW + (index % 3) }));
      await write(scope, async ({ episodes }) => {
        for (const episode of made) await episodes.insert(episode);
      });
      const expected = [...made].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
      expect(await collect((page) => read(scope, ({ episodes }) => episodes.list(page)), 5)).toEqual(expected);
      const [gone] = made;
      expect(
        await write(scope, ({ episodes }) => episodes.remove(gone === undefined ? [] : [gone.id, episodeId()])),
      ).toBe(1);
      expect(await read(scope, ({ episodes }) => episodes.count())).toBe(11);
      expect(await read(scope, ({ episodes }) => episodes.listByTurns(gone?.turnIds ?? []))).toEqual([]);
    });
  });
}
