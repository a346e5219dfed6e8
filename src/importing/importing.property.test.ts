import { Buffer } from "node:buffer";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KeepsakeError } from "../domain/index.js";
import { FORMAT_NAMES, findFormat, type ImportedSession, type ImportOptions, readConversations } from "./index.js";

const NOW = Date.UTC(2026, 5, 30);

async function readAll(source: Uint8Array, options: ImportOptions): Promise<ImportedSession[]> {
  const sessions: ImportedSession[] = [];
  for await (const session of readConversations(source, { now: NOW, ...options })) sessions.push(session);
  return sessions;
}

/** Whatever the bytes: sessions that `record` can take, or an error of the catalogue. */
async function neverCrashes(source: Uint8Array, options: ImportOptions): Promise<void> {
  try {
    for (const session of await readAll(source, options)) {
      expect(session.turns.length).toBeGreaterThan(0);
      for (const turn of session.turns) {
        expect(turn.text.isWellFormed() && !turn.text.includes("\0") && turn.text.trim() !== "").toBe(true);
        expect(Number.isFinite(turn.at)).toBe(true);
      }
    }
  } catch (error) {
    if (!(error instanceof KeepsakeError)) throw error;
    expect(["INVALID_INPUT", "UNSUPPORTED_FORMAT", "TOO_LARGE"]).toContain(error.code);
  }
}

const word = fc.oneof(
  fc.constantFrom("tea", "咖啡", "杭州", "PRJ-1024", "ok", "é", "😀", ":", "：", "- "),
  fc.string({ unit: "grapheme", maxLength: 12 }),
);
const text = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(" "));
const spoken = text.filter((value) => value.replaceAll("\0", "").trim() !== "");
/** As milliseconds they cannot be mistaken for seconds. */
const instant = fc.integer({ min: 100_000_000_000, max: NOW });
const message = fc.record({
  role: fc.constantFrom("user", "assistant", "system", "tool"),
  content: spoken,
  at: instant,
});

describe("importing, any input", () => {
  it("messages come back as they were written, in order, with ids that are theirs alone", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ id: fc.uuid(), messages: fc.array(message, { minLength: 1, maxLength: 6 }) }), {
          minLength: 1,
          maxLength: 4,
        }),
        async (conversations) => {
          const written = conversations.map(({ id, messages }) => ({
            id,
            messages: messages.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
          }));
          const source = Buffer.from(written.map((one) => JSON.stringify(one)).join("\n"));
          const sessions = await readAll(source, { format: "messages" });
          const expected = conversations.map(({ id, messages }) => ({
            sessionId: id,
            turns: messages.map((one) => ({
              role: one.role,
              text: one.content.replaceAll("\0", "").trim().replace(/\r\n?/g, "\n"),
              at: one.at,
            })),
          }));
          const got = sessions.map(({ sessionId, turns }) => ({
            sessionId,
            turns: turns.map(({ role, text: words, at }) => ({ role, text: words, at })),
          }));
          expect(got).toEqual(expected);
          const ids = sessions.flatMap((session) => session.turns.map((turn) => turn.id));
          expect(new Set(ids).size).toBe(ids.length);
          expect(await readAll(source, { format: "messages", timeZone: "Asia/Tokyo" })).toEqual(sessions);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("the encoding of a file does not change what is read", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 5 }), async (messages) => {
        const lines = messages.map((one) => JSON.stringify({ ...one, session: "s" })).join("\n");
        const plain = await readAll(Buffer.from(lines), { format: "messages" });
        expect(await readAll(Buffer.from(`\ufeff${lines}`, "utf16le"), { format: "messages" })).toEqual(plain);
        expect(await readAll(Buffer.from(`\ufeff${lines.replaceAll("\n", "\r\n")}`), { format: "messages" })).toEqual(
          plain,
        );
      }),
      { numRuns: 40 },
    );
  });

  it("a stamped transcript comes back whole, line breaks inside messages included", async () => {
    const line = spoken.map((value) => `- ${value.replace(/[\s\0]+/gu, " ").trim()}`);
    const turn = fc.record({
      speaker: fc.constantFrom("Ana", "王芳", "Bo"),
      lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 8 }), async (turns) => {
        const source = turns
          .map(
            (one, index) => `[2026-05-01 10:${String(index).padStart(2, "0")}] ${one.speaker}: ${one.lines.join("\n")}`,
          )
          .join("\n");
        const sessions = await readAll(Buffer.from(source), { format: "transcript" });
        const got = sessions.flatMap((session) => session.turns.map((one) => [one.speaker, one.text]));
        expect(got).toEqual(turns.map((one) => [one.speaker, one.lines.join("\n").trim()]));
      }),
      { numRuns: 60 },
    );
  });

  it("random bytes never crash any reader", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 400 }),
        fc.constantFrom(undefined, ...FORMAT_NAMES),
        (bytes, format) => neverCrashes(bytes, { undatedAt: NOW, ...(format === undefined ? {} : { format }) }),
      ),
      { numRuns: 300 },
    );
  });

  it("random JSON never crashes any reader", async () => {
    const key = fc.constantFrom(
      "role",
      "content",
      "messages",
      "at",
      "id",
      "mapping",
      "current_node",
      "parent",
      "message",
      "author",
      "session_1",
      "session_1_date_time",
      "speaker",
      "text",
      "history",
      "2026-05-01",
      "query",
      "response",
      "conversation",
      "a",
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 6 },
        fc.constantFrom(null, true, 0, 1e15, -1, "a", "user", "2026-05-01", "\ud800", "\0", ""),
        fc.array(tie("tree"), { maxLength: 3 }),
        fc.dictionary(key, tie("tree"), { maxKeys: 5 }),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(tree, fc.constantFrom(...FORMAT_NAMES), (value, format) =>
        neverCrashes(Buffer.from(JSON.stringify(value)), { format, undatedAt: NOW }),
      ),
      { numRuns: 500 },
    );
  });

  it("random lines never crash the transcript reader, nor the recogniser", async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "2026-05-01",
        "[2026-05-01 10:02] ",
        "[10:02] ",
        "Ana: ",
        "助手：",
        "\n",
        "\r\n",
        "  ",
        "## ",
        "Note: ",
        "25:61",
        "2026年13月45日",
      ),
      fc.string({ maxLength: 10 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
        const source = pieces.join("");
        expect([undefined, ...FORMAT_NAMES]).toContain(findFormat(source));
        await neverCrashes(Buffer.from(source), { format: "transcript" });
      }),
      { numRuns: 400 },
    );
  });
});
