import { describe, expect, it } from "vitest";
import { operationNamed } from "../../src/operations/index.js";
import { twinOf } from "./attacks.js";
import type { HostileDoor } from "./doors.js";
import { runFuzz } from "./fuzz.js";
import { SMALL_CROWD } from "./names.js";
import { Chance } from "./random.js";
import type { Holding, World } from "./world.js";

const TIMEOUT_MS = 180_000;

describe("isolation under hostile calls (9.1, 9.5)", () => {
  it(
    "P09, P10, P11 shows nothing of others, tells theirs from nobody's by nothing, and tells the log of every denial",
    async () => {
      const report = await runFuzz({ calls: 400, seed: 20_261_130, crowd: SMALL_CROWD });
      expect(report.findings).toEqual([]);
      expect(report.auditedDenials).toBe(report.denials);
      expect(report.denials).toBeGreaterThan(40);
      expect(report.twins).toBeGreaterThan(20);
      expect(Object.keys(report.byDoor).sort()).toEqual(["cli", "grpc", "http", "mcp", "proxy"]);
      expect(report.byCode.OK).toBeGreaterThan(40);
    },
    TIMEOUT_MS,
  );

  it.each<readonly [string, (door: HostileDoor, world: World) => HostileDoor, RegExp]>([
    [
      "a word of somebody else",
      (door, { victims }) => ({
        ...door,
        send: async (attempt) => {
          const seen = await door.send(attempt);
          return { ...seen, text: seen.text + victims.map(({ marker }) => marker.toUpperCase()).join(" ") };
        },
      }),
      /words of/,
    ],
    [
      "an id of somebody else",
      (door, { victims }) => ({
        ...door,
        send: async (attempt) => {
          const seen = await door.send(attempt);
          return { ...seen, text: seen.text + victims.map(({ itemIds }) => itemIds[0]).join(" ") };
        },
      }),
      /: id (mem|ep)_/,
    ],
    [
      "theirs told from nobody's",
      (door, { victims }) => ({
        ...door,
        send: async (attempt) => {
          const named = JSON.stringify(attempt.input);
          const isTheirs = victims.some(({ itemIds, sessionId }) =>
            [...itemIds, sessionId].some((id) => named.includes(`"${id}"`)),
          );
          const seen = await door.send(attempt);
          return isTheirs ? { ...seen, body: `${seen.body} forbidden` } : seen;
        },
      }),
      /differs from/,
    ],
    [
      "a denial that the log does not know",
      (door) => ({
        ...door,
        send: async (attempt) => {
          const seen = await door.send(attempt);
          return seen.code === "OK" ? { ...seen, code: "FORBIDDEN" } : seen;
        },
      }),
      /denials, of which the audit log tells/,
    ],
    [
      "who should have been kept out",
      (door) => ({ ...door, send: async (attempt) => ({ ...(await door.send(attempt)), code: "OK" }) }),
      /was let in/,
    ],
  ])(
    "would see %s",
    async (_what, through, finding) => {
      const { findings } = await runFuzz({ calls: 60, seed: 7, crowd: SMALL_CROWD, through });
      expect(findings.some((found) => finding.test(found))).toBe(true);
    },
    TIMEOUT_MS,
  );
});

it("takes a name out of an answer also where its likeness begins as it does", () => {
  const [sessionId, space] = ["talk-5", "space-5"];
  const victim = { itemIds: [], turnIds: [], reviewIds: [], sessionId, space } as unknown as Holding;
  const likenesses = Array.from({ length: 400 }, (_, seed) => {
    const twin = twinOf(operationNamed("summary-get"), { sessionId }, victim, new Chance(seed));
    const other = String(twin?.input.sessionId);
    expect(twin?.neutral(`of ${other}`)).toBe(twin?.neutral(`of ${sessionId}`));
    return other;
  });
  expect(likenesses.some((other) => other.startsWith(sessionId))).toBe(true);
});
