import { expect, it } from "vitest";
import type { Scope } from "../../domain/index.js";
import type { Storage } from "../../ports/index.js";
import { type MakeStorage, suite } from "./harness.js";
import { NOW, sampleMemory, sampleTurn } from "./samples.js";

const HOUR_MS = 3_600_000;

const latest = ({ truth }: Storage, scope: Scope) => truth.read(scope, ({ directory }) => directory.latestInstant());
const note = ({ truth }: Storage, scope: Scope, at: number) =>
  truth.write(scope, ({ directory }) => directory.noteInstant(at));

/** What keeps a user's time from running backwards when clocks do (ADR 0026). */
export function instantsConformance(make: MakeStorage): void {
  suite("the latest instant of a scope", make, (bench) => {
    it("is none where nothing was ever written, and noting one makes the user", async () => {
      const scope = bench.scope();
      expect(await latest(bench.storage, scope)).toBeUndefined();
      await note(bench.storage, scope, NOW);
      expect(await latest(bench.storage, scope)).toBe(NOW);
      expect(await bench.storage.truth.read(scope, ({ directory }) => directory.hasUser())).toBe(true);
    });

    it("never goes back, within a transaction and from one to the next", async () => {
      const scope = bench.scope();
      await bench.storage.truth.write(scope, async ({ directory }) => {
        await directory.noteInstant(NOW + HOUR_MS);
        await directory.noteInstant(NOW);
        expect(await directory.latestInstant()).toBe(NOW + HOUR_MS);
      });
      expect(await latest(bench.storage, scope)).toBe(NOW + HOUR_MS);
      await note(bench.storage, scope, NOW);
      expect(await latest(bench.storage, scope)).toBe(NOW + HOUR_MS);
      await note(bench.storage, scope, NOW + 2 * HOUR_MS);
      expect(await latest(bench.storage, scope)).toBe(NOW + 2 * HOUR_MS);
    });

    it("is seen by the transaction that notes it, and stays as it was where that is given up", async () => {
      const scope = bench.scope();
      await note(bench.storage, scope, NOW);
      const failing = bench.storage.truth.write(scope, async ({ directory }) => {
        await directory.noteInstant(NOW + HOUR_MS);
        expect(await directory.latestInstant()).toBe(NOW + HOUR_MS);
        throw new RangeError("of the caller's own");
      });
      await expect(failing).rejects.toThrow(RangeError);
      expect(await latest(bench.storage, scope)).toBe(NOW);
    });

    it("stays when other rows are written, and is no other user's", async () => {
      const [scope, other] = [bench.scope(), bench.scope()];
      await note(bench.storage, scope, NOW);
      await bench.storage.truth.write(scope, ({ turns }) => turns.append([sampleTurn({ at: NOW + HOUR_MS })]));
      expect(await latest(bench.storage, scope)).toBe(NOW);
      expect(await latest(bench.storage, other)).toBeUndefined();
    });

    it("is that of the newest memory where none was noted, as after a move from another store", async () => {
      const scope = bench.scope();
      const recorded = [NOW + HOUR_MS, NOW + 2 * HOUR_MS, NOW];
      await bench.storage.truth.write(scope, async ({ memories }) => {
        for (const recordedAt of recorded) await memories.insert(sampleMemory({ recordedAt }));
      });
      expect(await latest(bench.storage, scope)).toBe(NOW + 2 * HOUR_MS);
      await bench.storage.truth.write(scope, async ({ directory }) => {
        expect(await directory.latestInstant()).toBe(NOW + 2 * HOUR_MS);
      });
    });

    it("P17 is what another connection noted, at once", async () => {
      const second = await bench.subject.secondConnection?.();
      if (second === undefined) return;
      const scope = bench.scope();
      await note(bench.storage, scope, NOW);
      await note(second, scope, NOW + HOUR_MS);
      expect(await latest(bench.storage, scope)).toBe(NOW + HOUR_MS);
      await note(bench.storage, scope, NOW);
      expect(await latest(second, scope)).toBe(NOW + HOUR_MS);
    });
  });
}
