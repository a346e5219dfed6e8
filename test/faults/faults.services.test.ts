import { describe, expect, it } from "vitest";
import { runCampaign } from "./campaign.js";
import { canMount } from "./small-disk.js";

/** Of each kind. `npm run test:faults` runs many more. */
const ROUNDS = 1;
const WITHIN_MS = 180_000;
/** The tests' own limit: a campaign ends by itself before. */
const TIMEOUT_MS = 400_000;

/** Where file systems may not be mounted, disks are not filled; the rest is run all the same. */
const DISKS = canMount();

async function expectExplained(kinds: readonly string[]): Promise<void> {
  const reports = await runCampaign({ kinds, rounds: ROUNDS, seed: 1, withinMs: WITHIN_MS });
  expect(reports.flatMap(({ violations }) => violations)).toEqual([]);
  for (const { kind, rounds, acknowledged, ended } of reports) {
    expect(rounds, `rounds of ${kind}`).toBeGreaterThan(0);
    expect(acknowledged, `calls under ${kind}`).toBeGreaterThan(rounds * 5);
    expect(ended, `no process gives up by itself under ${kind}`).toBe(0);
  }
}

describe("8.3 what clients saw and what is left can be explained by what was acknowledged", () => {
  it(
    "P06 P16 P17 P18 killed processes, a killed database, a lost Redis, broken connections",
    async () => {
      const kinds = ["kill-api", "kill-worker", "kill-postgres", "kill-redis", "flush-redis", "cut-connections"];
      await expectExplained(kinds);
    },
    TIMEOUT_MS,
  );

  it("P02 P16 clocks that jump by an hour", () => expectExplained(["clock-jump"]), TIMEOUT_MS);

  it("P16 a model that is away", () => expectExplained(["model-outage"]), TIMEOUT_MS);

  it.runIf(DISKS)("P16 a full disk, PostgreSQL", () => expectExplained(["disk-full"]), TIMEOUT_MS);

  it(
    "P06 P16 P18 SQLite: the process is killed, and its disk is full",
    async () => {
      await expectExplained(["sqlite-kill", ...(DISKS ? ["sqlite-disk-full"] : [])]);
    },
    TIMEOUT_MS,
  );

  it("P02 P16 SQLite: its clock jumps by an hour", () => expectExplained(["sqlite-clock-jump"]), TIMEOUT_MS);
});
