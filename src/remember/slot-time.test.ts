import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Candidate, DAY_MS, type Memory } from "../domain/index.js";
import type { IndexChange } from "../ports/index.js";
import { openWriteScene, SCENE_START, type WriteScene } from "../testing/write-scene.js";
import { commitVerdict } from "./commit.js";
import { toStatement } from "./prepare.js";
import { reconcile } from "./reconcile.js";
import { SAID_AS } from "./statement.js";

interface Said {
  readonly value: string;
  /** Days after the scene's start. */
  readonly saidAt: number;
  readonly from: number;
  readonly intent?: "state" | "retract";
  readonly isHistorical?: boolean;
}

const day = (days: number): number => SCENE_START + days * DAY_MS;

async function say(scene: WriteScene, said: Said): Promise<void> {
  const { parts, scope } = scene;
  const candidate: Candidate = {
    intent: said.intent ?? "state",
    content: `The user lives in ${said.value}`,
    evidence: `I live in ${said.value}`,
    ...{ kind: "fact", tier: "long-term", subject: "user", attribute: "home", qualifiers: {}, cardinality: "single" },
    ...{ value: said.value, polarity: "positive", entities: [], importance: 0.5, confidence: 1, source: "rule" },
    tags: said.isHistorical === true ? [SAID_AS.historical] : [],
    rule: "test",
    validFrom: day(said.from),
  };
  const statement = toStatement(parts, candidate, { saidAt: day(said.saidAt), turnIds: [] });
  await parts.storage.truth.write(scope, async (transaction) => {
    await transaction.directory.ensureUser(0);
    const changes: IndexChange[] = [];
    const context = { parts, transaction, now: scene.clock.at, vectors: new Map(), changes };
    await commitVerdict(context, statement, await reconcile(transaction, statement));
    await parts.storage.projection.apply(transaction, changes);
  });
}

function heldOn(rows: readonly Memory[], days: number): readonly string[] {
  const at = day(days);
  const held = rows.filter((row) => row.validFrom <= at && (row.validTo === undefined || row.validTo > at));
  return held.map((row) => row.value ?? "");
}

describe("the time of a slot", () => {
  it("P02: a value filed into the past ends the one before it", async () => {
    const scene = await openWriteScene();
    await say(scene, { value: "Oslo", saidAt: 11, from: 11 });
    await say(scene, { value: "Rome", saidAt: 31, from: 31 });
    await say(scene, { value: "Paris", saidAt: 21, from: 21 });
    const rows = await scene.rows();
    expect([11, 20, 21, 30, 31].map((days) => heldOn(rows, days))).toEqual([
      ["Oslo"],
      ["Oslo"],
      ["Paris"],
      ["Paris"],
      ["Rome"],
    ]);
    const [oslo, paris] = ["Oslo", "Paris"].map((value) => rows.find((row) => row.value === value));
    expect(oslo?.supersededBy).toBe(paris?.id);
  });

  it("P02: whatever is said in whatever order, no two values of one slot hold at once", async () => {
    const said = fc.record({
      value: fc.constantFrom("Oslo", "Paris", "Rome", "Basel"),
      saidAt: fc.integer({ min: 0, max: 9 }),
      from: fc.integer({ min: 0, max: 9 }),
      intent: fc.constantFrom("state" as const, "state" as const, "state" as const, "retract" as const),
      isHistorical: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(said, { minLength: 2, maxLength: 8 }), async (all) => {
        const scene = await openWriteScene();
        for (const each of all) await say(scene, each);
        const rows = await scene.rows();
        for (let days = -1; days <= 10; days += 1) expect(heldOn(rows, days).length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 50 },
    );
  });
});
