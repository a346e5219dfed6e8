import { describe, expect, it } from "vitest";
import type { IndexChange } from "../ports/index.js";
import { eraseTurns } from "../privacy/index.js";
import { openWriteScene } from "../testing/write-scene.js";
import { accept } from "./accept.js";
import { commitTurn, type DigestEntry, prepareAgain, prepareTurn, readForDigest } from "./digest.js";
import { isStale } from "./shown.js";

describe("commitTurn", () => {
  it("P21: refuses what was prepared from a turn erased meanwhile, and takes what is prepared again", async () => {
    const { parts, scope, clock, rows } = await openWriteScene();
    const turns = ["I'm allergic to latex", "I'm allergic to wool"].map((text) => ({ role: "user", text }) as const);
    const { turnIds } = await accept(parts, scope, { sessionId: "s", turns });
    const { truth, queue, projection } = parts.storage;
    const claim = await queue.claim({ now: clock.at, leaseSeconds: 60, maxEntries: 9, maxAttempts: 5 });
    const leaseToken = claim?.leaseToken ?? "";
    const entry = claim?.entries[1] as DigestEntry;
    const read = await readForDigest(parts, scope, entry, entry.task.turnId);
    if (read === undefined) throw new Error("the turn is there");
    const prepared = prepareTurn(parts, read, undefined);
    await truth.write(scope, async (transaction) => {
      const changes: IndexChange[] = [];
      await eraseTurns({ parts, transaction, now: clock.at, changes, turnIds: turnIds.slice(0, 1) });
      await projection.apply(transaction, changes);
    });
    const commit = (work: typeof prepared) =>
      truth.write(scope, (transaction) => commitTurn(parts, transaction, work, new Map(), leaseToken));
    const refused: unknown = await commit(prepared).catch((thrown: unknown) => thrown);
    expect(refused).toMatchObject({ code: "CONFLICT" });
    expect(isStale(refused)).toBe(true);
    expect(await rows()).toEqual([]);
    const again = await prepareAgain(parts, scope, prepared);
    expect(again?.before).toEqual([]);
    expect(again?.meant).toEqual(prepared.meant);
    await commit(again ?? prepared);
    expect((await rows()).map((row) => row.content)).toEqual(["The user is allergic to wool"]);
  });
});
