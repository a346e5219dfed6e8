import { expect, it } from "vitest";
import { noUsage } from "../../domain/index.js";
import { expectError, type MakeStorage, suite } from "./harness.js";
import { HOSTILE_IDS, NOW, unique } from "./samples.js";

const DAY = "2026-05-11";
const NOTHING = { inputTokens: 0, outputTokens: 0, costMicros: 0 };
const spend = (inputTokens: number, outputTokens = 0, costMicros = 0) => ({ inputTokens, outputTokens, costMicros });

export function usageConformance(make: MakeStorage): void {
  suite("usage of models", make, (bench) => {
    const tenant = async (name = `payer ${unique()}`) => {
      await bench.storage.tenants.ensure(name, NOW);
      return name;
    };

    it("P23 sets aside, then counts what was spent", async () => {
      const payer = await tenant();
      const { usage } = bench.storage;
      expect(await usage.reserve(payer, DAY, spend(100, 50, 7), {})).toBe(true);
      expect(await usage.find(payer, DAY)).toEqual({ ...noUsage(DAY), reservedTokens: 150, reservedCostMicros: 7 });
      await usage.settle(payer, DAY, spend(100, 50, 7), spend(90, 20, 5));
      const counted = { ...noUsage(DAY), calls: 1, inputTokens: 90, outputTokens: 20, costMicros: 5 };
      expect(await usage.find(payer, DAY)).toEqual(counted);
      await usage.settle(payer, DAY, spend(1), NOTHING);
      expect(await usage.find(payer, DAY)).toEqual({ ...counted, calls: 2 });
    });

    it("P23 refuses what could pass a cap, in tokens or in money, and counts the refusal", async () => {
      const payer = await tenant();
      const { usage } = bench.storage;
      expect(await usage.reserve(payer, DAY, spend(60, 40), { maxTokens: 99 })).toBe(false);
      expect(await usage.reserve(payer, DAY, spend(60, 40), { maxTokens: 100 })).toBe(true);
      expect(await usage.reserve(payer, DAY, spend(0, 1), { maxTokens: 100 })).toBe(false);
      await usage.settle(payer, DAY, spend(60, 40), spend(50, 9, 30));
      expect(await usage.reserve(payer, DAY, spend(1, 0, 2), { maxCostMicros: 31 })).toBe(false);
      expect(await usage.reserve(payer, DAY, spend(1, 0, 1), { maxCostMicros: 31 })).toBe(true);
      expect((await usage.find(payer, DAY)).refusals).toBe(3);
    });

    it("P23 callers who race cannot pass a cap together, on one connection or on two", async () => {
      const payer = await tenant();
      const other = (await bench.subject.secondConnection?.()) ?? bench.storage;
      const granted = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 === 0 ? bench.storage : other).usage.reserve(payer, DAY, spend(10), { maxTokens: 70 }),
        ),
      );
      expect(granted.filter(Boolean)).toHaveLength(7);
      expect(await other.usage.find(payer, DAY)).toMatchObject({ reservedTokens: 70, refusals: 13 });
    });

    it("keeps tenants and days apart, whatever their names, and lists the newest days first", async () => {
      const { usage } = bench.storage;
      for (const id of HOSTILE_IDS) await tenant(id);
      for (const [index, id] of HOSTILE_IDS.entries()) await usage.settle(id, DAY, NOTHING, spend(index + 1));
      for (const [index, id] of HOSTILE_IDS.entries()) expect((await usage.find(id, DAY)).inputTokens).toBe(index + 1);
      const payer = await tenant();
      for (const day of ["2026-05-12", "2026-04-30", "2026-05-13"]) await usage.settle(payer, day, NOTHING, spend(1));
      expect((await usage.list(payer, 2)).map((each) => each.day)).toEqual(["2026-05-13", "2026-05-12"]);
      expect(await usage.find(payer, "2026-05-01")).toEqual(noUsage("2026-05-01"));
    });

    it("P12 knows no tenant that was never created: UNKNOWN_TENANT; reading finds nothing", async () => {
      const { usage } = bench.storage;
      const nobody = `nobody ${unique()}`;
      await expectError(usage.reserve(nobody, DAY, spend(1), {}), "UNKNOWN_TENANT");
      await expectError(usage.settle(nobody, DAY, spend(1), spend(1)), "UNKNOWN_TENANT");
      expect(await usage.find(nobody, DAY)).toEqual(noUsage(DAY));
      expect(await usage.list(nobody, 5)).toEqual([]);
    });

    it("has the figures again after it was opened anew", async ({ skip }) => {
      const { reopen } = bench.subject;
      if (reopen === undefined) return skip("nothing outlives closing");
      const payer = await tenant();
      await bench.storage.usage.settle(payer, DAY, NOTHING, spend(3, 4, 5));
      expect(await (await reopen()).usage.find(payer, DAY)).toMatchObject({
        calls: 1,
        inputTokens: 3,
        outputTokens: 4,
      });
    });
  });
}
