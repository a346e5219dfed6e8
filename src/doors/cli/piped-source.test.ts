import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { readPiped } from "./piped-source.js";

async function textOf(source: unknown): Promise<string> {
  if (source instanceof Uint8Array) return Buffer.from(source).toString("utf8");
  const chunks: Uint8Array[] = [];
  for await (const chunk of source as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

const CHUNKS = ["You: 我住在", "里斯本\n", "Bot: 好的\n"];

describe("what is piped in", () => {
  it("has the name of its content, however it comes in pieces", async () => {
    const digest = createHash("sha256").update(CHUNKS.join("")).digest("hex");
    for (const stream of [Readable.from(CHUNKS), Readable.from(CHUNKS.map((text) => Buffer.from(text)))]) {
      const piped = await readPiped(stream);
      expect(piped.digest).toBe(digest);
      expect(await textOf(piped.source)).toBe(CHUNKS.join(""));
    }
  });

  it("that is too long to be held has no such name, and loses nothing", async () => {
    const piped = await readPiped(Readable.from(CHUNKS), 8);
    expect(piped.digest).toBeUndefined();
    expect(await textOf(piped.source)).toBe(CHUNKS.join(""));
  });
});
