import { describe, expect, it } from "vitest";
import { KeepsakeError, makeScope, type RecordRequest } from "../domain/index.js";
import { openWriteScene } from "../testing/write-scene.js";
import { accept } from "./accept.js";

async function refusal(request: unknown): Promise<KeepsakeError> {
  const { parts, scope } = await openWriteScene();
  const thrown: unknown = await accept(parts, scope, request as RecordRequest).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(KeepsakeError);
  return thrown as KeepsakeError;
}

describe("accept", () => {
  it.each([
    [{ sessionId: "", turns: [{ role: "user", text: "a" }] }, "INVALID_INPUT", "sessionId"],
    [{ sessionId: "s", turns: [] }, "INVALID_INPUT", "turns"],
    [
      {
        sessionId: "s",
        turns: [
          { role: "user", text: "a" },
          { role: "robot", text: "a" },
        ],
      },
      "INVALID_INPUT",
      "turns[1].role",
    ],
    [{ sessionId: "s", turns: [{ role: "user", text: "  " }] }, "INVALID_INPUT", "turns[0].text"],
    [{ sessionId: "s", turns: [{ role: "user", text: "a", at: 1.5 }] }, "INVALID_INPUT", "turns[0].at"],
    [{ sessionId: "s", turns: [{ role: "user", text: "a", at: -1 }] }, "INVALID_INPUT", "turns[0].at"],
    [{ sessionId: "s", turns: [{ role: "user", text: "a", at: Date.UTC(3026, 0) }] }, "INVALID_INPUT", "turns[0].at"],
    [{ sessionId: "s", turns: [{ role: "user", text: "a", id: "x\u0000" }] }, "INVALID_INPUT", "turns[0].id"],
    [{ sessionId: "s", timeZone: "Mars/Base", turns: [{ role: "user", text: "a" }] }, "INVALID_INPUT", "timeZone"],
    [{ sessionId: "s", turns: [{ role: "user", text: "a".repeat(200_001) }] }, "TOO_LARGE", "turns[0].text"],
  ])("refuses %j with the path of the field", async (request, code, field) => {
    const error = await refusal(request);
    expect(error.code).toBe(code);
    expect(error.details.field).toBe(field);
  });

  it("P12: refuses a tenant that was never created", async () => {
    const { parts } = await openWriteScene();
    await expect(
      accept(parts, makeScope("other", "u"), { sessionId: "s", turns: [{ role: "user", text: "hello" }] }),
    ).rejects.toMatchObject({
      code: "UNKNOWN_TENANT",
    });
  });

  it("writes turns and their journal entries together, and answers before anything is digested", async () => {
    const { parts, scope } = await openWriteScene();
    const receipt = await accept(parts, scope, {
      sessionId: "s",
      turns: [
        { role: "user", text: "one" },
        { role: "assistant", text: "two" },
      ],
    });
    expect(receipt).toMatchObject({ accepted: 2, duplicates: 0 });
    const { pending, episodes } = await parts.storage.truth.read(scope, async (transaction) => ({
      pending: await transaction.journal.pending(),
      episodes: await transaction.episodes.count(),
    }));
    expect(pending).toBe(2);
    expect(episodes).toBe(0);
  });

  it("P18: a retry of the same request gets the same ids and writes nothing", async () => {
    const { parts, scope, clock } = await openWriteScene();
    const dated: RecordRequest = {
      sessionId: "s",
      turns: [
        { role: "user", text: "ok", at: 5_000 },
        { role: "user", text: "ok", at: 5_000 },
      ],
    };
    const first = await accept(parts, scope, dated);
    clock.at += 86_400_000;
    const second = await accept(parts, scope, dated);
    expect(second.turnIds).toEqual(first.turnIds);
    expect(second).toMatchObject({ accepted: 0, duplicates: 2 });
    expect(new Set(first.turnIds).size).toBe(2);
  });

  it("P18: an undated retry straight after is a retry; the same words later are a new turn", async () => {
    const { parts, scope, clock } = await openWriteScene();
    const request: RecordRequest = { sessionId: "s", turns: [{ role: "user", text: "ok" }] };
    const first = await accept(parts, scope, request);
    expect((await accept(parts, scope, request)).turnIds).toEqual(first.turnIds);
    await accept(parts, scope, { sessionId: "s", turns: [{ role: "assistant", text: "done" }] });
    const again = await accept(parts, scope, request);
    expect(again.accepted).toBe(1);
    clock.at += 3_600_000;
    expect((await accept(parts, scope, request)).accepted).toBe(1);
  });

  it("P18: the caller's own id decides, whatever the words", async () => {
    const { parts, scope } = await openWriteScene();
    await accept(parts, scope, { sessionId: "s", turns: [{ id: "m1", role: "user", text: "ok" }] });
    const receipt = await accept(parts, scope, {
      sessionId: "s",
      turns: [
        { id: "m1", role: "user", text: "ok" },
        { id: "m2", role: "user", text: "ok" },
      ],
    });
    expect(receipt).toMatchObject({ turnIds: ["m1", "m2"], accepted: 1, duplicates: 1 });
  });

  it.each([
    ["other words", { sessionId: "s", turns: [{ id: "m1", role: "user", text: "no" }] }, "turns[0].id"],
    ["another session", { sessionId: "t", turns: [{ id: "m1", role: "user", text: "ok" }] }, "turns[0].id"],
    [
      "other words within one call",
      {
        sessionId: "s",
        turns: [
          { id: "m2", role: "user", text: "a" },
          { id: "m2", role: "user", text: "b" },
        ],
      },
      "turns[1].id",
    ],
  ] as const)(
    "P18: an id that comes again with %s is CONFLICT, and nothing of the call is written",
    async (_, request, field) => {
      const { parts, scope } = await openWriteScene();
      await accept(parts, scope, { sessionId: "s", turns: [{ id: "m1", role: "user", text: "ok" }] });
      const turns = [...request.turns, { id: "m9", role: "user", text: "more" } as const];
      await expect(accept(parts, scope, { ...request, turns })).rejects.toMatchObject({
        code: "CONFLICT",
        details: { field },
      });
      const read = await parts.storage.truth.read(scope, (transaction) =>
        transaction.turns.findMany(["m1", "m2", "m9"] as never),
      );
      expect(read.map((turn) => turn.id)).toEqual(["m1"]);
    },
  );

  it("P18: the words behind an id are compared as stored, without their secrets", async () => {
    const { parts, scope } = await openWriteScene();
    const request: RecordRequest = {
      sessionId: "s",
      turns: [{ id: "m1", role: "user", text: "mail nobody@example.com" }],
    };
    await accept(parts, scope, request);
    expect(await accept(parts, scope, request)).toMatchObject({ accepted: 0, duplicates: 1 });
  });

  it("P18: an undated turn after a call that held a duplicate is a turn of its own", async () => {
    const { parts, scope } = await openWriteScene();
    const named = { id: "m1", role: "user", text: "first" } as const;
    await accept(parts, scope, { sessionId: "s", turns: [named] });
    const mixed = await accept(parts, scope, { sessionId: "s", turns: [named, { role: "user", text: "ok" }] });
    expect(mixed).toMatchObject({ accepted: 1, duplicates: 1 });
    for (let round = 0; round < 2; round += 1) {
      const later = await accept(parts, scope, {
        sessionId: "s",
        turns: [
          { role: "user", text: "ok" },
          { role: "user", text: "ok" },
        ],
      });
      expect(later.accepted).toBe(2);
      await accept(parts, scope, { sessionId: "s", turns: [{ role: "assistant", text: "done" }] });
    }
  });

  it("P18: a new id is a new turn, also where the session just ended with the same words", async () => {
    const { parts, scope } = await openWriteScene();
    const turns = [
      { role: "user", text: "ok" },
      { role: "user", text: "yes" },
    ] as const;
    await accept(parts, scope, { sessionId: "s", turns });
    const next = await accept(parts, scope, { sessionId: "s", turns: [{ ...turns[0], id: "m2" }, turns[1]] });
    expect(next).toMatchObject({ accepted: 2 });
    expect(next.turnIds[0]).toBe("m2");
  });

  it("cuts secrets out before anything is stored and says what it cut", async () => {
    const { parts, scope } = await openWriteScene();
    const receipt = await accept(parts, scope, {
      sessionId: "s",
      turns: [{ role: "user", text: "write me at nobody@example.com" }],
    });
    expect(receipt.redacted).toEqual({ email: 1 });
    const turns = await parts.storage.truth.read(scope, (transaction) => transaction.turns.findMany(receipt.turnIds));
    expect(turns[0]?.text).not.toContain("nobody@example.com");
  });
});
