import { describe, expect, it } from "vitest";
import { KeepsakeError, type LoadResult, type MemoryId } from "../domain/index.js";
import { loadMemories } from "./load-memories.js";

type Piece = { readonly importId: string; readonly memories: readonly unknown[] };

function taking() {
  const pieces: Piece[] = [];
  const load = async (piece: Piece): Promise<LoadResult> => {
    pieces.push(piece);
    const results = piece.memories.map(() => ({
      outcome: "new" as const,
      reason: "",
      memoryId: "m" as MemoryId,
      supersededIds: [],
    }));
    return { importId: piece.importId, results, repeated: false, pendingVectors: 1 };
  };
  return { pieces, work: { importId: () => "load_1", load } };
}

const file = (lines: readonly string[]) => Buffer.from(lines.join("\n"));

describe("a file of finished memories", () => {
  it("goes in pieces of what one call takes, blank lines left out", async () => {
    const { pieces, work } = taking();
    const lines = Array.from({ length: 1_203 }, (_, at) => JSON.stringify({ content: `第${at}条` }));
    const report = await loadMemories(file([...lines.slice(0, 7), "", ...lines.slice(7)]), work);
    expect(pieces.map(({ memories }) => memories.length)).toEqual([500, 500, 203]);
    expect(report).toEqual({
      importId: "load_1",
      memories: 1_203,
      outcomes: { new: 1_203 },
      pendingVectors: 3,
      interrupted: false,
    });
  });

  it("is nothing where there is nothing in it", async () => {
    const { pieces, work } = taking();
    expect(await loadMemories(file(["", "  "]), work)).toMatchObject({ memories: 0 });
    expect(pieces).toEqual([]);
  });

  it.each([
    ["what is no JSON", ['{"content":"a"}', "Prefers tea"], 2],
    ["what is no memory", ['{"content":"a"}', "", '{"text":"b"}'], 3],
    ["a list", ["[1]"], 1],
  ])("says in which line stands %s, and how it should be", async (_what, lines, line) => {
    const { work } = taking();
    const fault = await loadMemories(file(lines), work).catch((thrown: unknown) => thrown);
    expect(fault).toMatchObject({ code: "INVALID_INPUT", details: { line, remedy: { zh: expect.any(String) } } });
  });

  it("tells by its line what is wrong with a memory", async () => {
    const { work } = taking();
    const load = () =>
      Promise.reject(new KeepsakeError("INVALID_INPUT", "too much", { field: "memories.1.importance" }));
    const fault = await loadMemories(file(['{"content":"a"}', "", '{"content":"b"}']), { ...work, load }).catch(
      (thrown: unknown) => thrown,
    );
    expect(fault).toMatchObject({ message: "line 3, importance: too much", details: { line: 3, field: "importance" } });
  });

  it("stops where it is asked to, and counts what was written", async () => {
    const { work } = taking();
    const stop = new AbortController();
    const lines = Array.from({ length: 1_203 }, () => '{"content":"a"}');
    const report = await loadMemories(file(lines), {
      ...work,
      onProgress: () => stop.abort(),
      signal: stop.signal,
    });
    expect(report).toMatchObject({ memories: 500, interrupted: true });
  });
});
