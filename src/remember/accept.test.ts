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
