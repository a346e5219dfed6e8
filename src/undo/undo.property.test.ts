import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Memory, SessionId } from "../domain/index.js";
import { remember } from "../remember/index.js";
import { openWriteScene, SCENE_START, type WriteScene } from "../testing/write-scene.js";
import { rollback } from "./index.js";

// Few places and drinks, so that statements meet: repeat, replace, retract and precede each other.
const content = fc.oneof(
  fc.constantFrom("Basel", "Cork", "Derry").map((place) => `I live in ${place}`),
  fc.constantFrom("Basel", "Cork").map((place) => `I no longer live in ${place}`),
  fc.constantFrom("Basel", "Cork").map((place) => `I used to live in ${place}`),
  fc.constantFrom("tea", "coffee").map((drink) => `I like ${drink}`),
  fc.constantFrom("tea", "coffee").map((drink) => `I no longer like ${drink}`),
  fc.constantFrom("杭州", "成都").map((place) => `我住在${place}`),
);
/** Said in any order: some of it before what was stored first. */
const statement = fc.record({ content, hours: fc.integer({ min: 0, max: 5 }) });
const sessions = fc.array(fc.array(statement, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 });

/** What a memory says and when; how often it was touched is not part of it. */
function told({ revision: _, importance, ...rest }: Memory): unknown {
  return { ...rest, importance: Math.round(importance * 1e9) };
}

/** Pairs of values of the one-valued slot that hold at one instant. */
function overlaps(rows: readonly Memory[]): readonly string[] {
  const homes = rows.filter((row) => row.attribute === "home" && row.cardinality === "single");
  const end = (row: Memory): number => row.validTo ?? Number.POSITIVE_INFINITY;
  return homes.flatMap((a, index) =>
    homes
      .slice(index + 1)
      .filter((b) => a.slotKey === b.slotKey && Math.max(a.validFrom, b.validFrom) < Math.min(end(a), end(b)))
      .map((b) => `${a.content} ${a.validFrom}–${end(a)} and ${b.content} ${b.validFrom}–${end(b)}`),
  );
}

const byId = (rows: readonly Memory[]) => new Map(rows.map((row) => [row.id, told(row)]));

async function speak(scene: WriteScene, index: number, said: readonly { content: string; hours: number }[]) {
  for (const each of said) {
    scene.clock.at += 1_000;
    const at = SCENE_START - 6 * 3_600_000 + each.hours * 3_600_000;
    await remember(scene.parts, scene.scope, { content: each.content, sessionId: `s${index}`, at });
  }
}

const undo = (scene: WriteScene, index: number) =>
  rollback(scene.parts, scene.scope, { by: "session", sessionId: `s${index}` as SessionId });

describe("whatever was said", () => {
  it("taking back the newest session leaves every older memory as it was, and none of its own", async () => {
    await fc.assert(
      fc.asyncProperty(sessions, async (all) => {
        const scene = await openWriteScene();
        const states: ReadonlyMap<string, unknown>[] = [];
        for (const [index, said] of all.entries()) {
          states.push(byId(await scene.rows()));
          await speak(scene, index, said);
        }
        for (let index = all.length - 1; index >= 0; index -= 1) {
          const before = states[index] ?? new Map();
          await undo(scene, index);
          const rows = await scene.rows();
          for (const row of rows) {
            if (before.has(row.id)) expect(told(row)).toEqual(before.get(row.id));
            else expect(row).toMatchObject({ status: "superseded", validTo: row.validFrom });
          }
        }
        expect(await scene.active()).toEqual([]);
      }),
      { numRuns: 25, seed: 7 },
    );
  });

  it("taking back any session leaves a slot with one value at any instant, and twice is once", async () => {
    await fc.assert(
      fc.asyncProperty(sessions, fc.nat(), async (all, pick) => {
        const scene = await openWriteScene();
        for (const [index, said] of all.entries()) await speak(scene, index, said);
        fc.pre(overlaps(await scene.rows()).length === 0);
        await undo(scene, pick % all.length);
        const rows = await scene.rows();
        expect(overlaps(rows)).toEqual([]);
        const again = await undo(scene, pick % all.length);
        expect([again.closed, again.restored, again.weakened]).toEqual([[], [], []]);
        expect((await scene.rows()).map(told)).toEqual(rows.map(told));
      }),
      { numRuns: 25, seed: 7 },
    );
  });
});
