import { copyFileSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dot } from "../../../domain/index.js";
import type { Embedder } from "../../../ports/index.js";
import { describeEmbedder } from "../../../testing/embedder.js";
import { createBundledEmbedder } from "./index.js";
import { RecentlyUsed } from "./recently-used.js";

const MODEL = fileURLToPath(new URL("../../../../model", import.meta.url));

describeEmbedder("bundled, native", { create: () => createBundledEmbedder({ modelFolder: MODEL, runtime: "native" }) });

describe("bundled embedder", () => {
  let embedder: Embedder;
  beforeAll(async () => {
    embedder = createBundledEmbedder({ modelFolder: MODEL });
    await embedder.open();
  });
  afterAll(() => embedder.close());

  it("names the weights and the runtime", () => {
    expect(embedder.profile).toMatchObject({
      dimension: 384,
      maxTokens: 512,
      runtime: "onnx-native",
      queryPrefix: "query: ",
    });
    expect(embedder.profile.modelId).toMatch(/^e5-small-en-zh:[0-9a-f]{12}\.[0-9a-f]{4}$/);
  });

  it("finds what answers a question, within a language and across", async () => {
    const [query, chinese, passages] = await Promise.all([
      embedder.embedQuery("Where does Mara live now?"),
      embedder.embedQuery("玛拉现在住在哪里？"),
      embedder.embedPassages(["Mara moved to Lisbon in May.", "The cache is warmed every night at two."]),
    ]);
    const [near = query, far = query] = passages;
    expect(dot(query, near)).toBeGreaterThan(dot(query, far) + 0.2);
    expect(dot(chinese, near)).toBeGreaterThan(dot(chinese, far) + 0.1);
  });

  it("reads the head of a long text: what lies beyond 512 tokens changes nothing", async () => {
    const head = "Mara keeps bees on the roof of the library. ".repeat(200);
    const [a, b] = await embedder.embedPassages([head, `${head}The reactor was shut down.`]);
    expect(a).toEqual(b);
  });

  it("agrees with WebAssembly", async () => {
    const wasm = createBundledEmbedder({ modelFolder: MODEL, runtime: "wasm" });
    await wasm.open();
    expect(wasm.profile.runtime).toBe("onnx-wasm");
    expect(wasm.profile.modelId).toBe(embedder.profile.modelId);
    for (const text of ["Mara moved to Lisbon in May.", "我对花生过敏，出门要带药。"]) {
      expect(dot(await wasm.embedQuery(text), await embedder.embedQuery(text))).toBeGreaterThan(0.98);
    }
    await wasm.close();
  });
});

describe("model folders", () => {
  function folder(files: Readonly<Record<string, string | Uint8Array>>, linked: readonly string[] = []): string {
    const path = mkdtempSync(join(tmpdir(), "keepsake-model-"));
    for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content);
    for (const name of linked) symlinkSync(join(MODEL, name), join(path, name));
    return path;
  }
  const opening = (modelFolder: string): Promise<void> => createBundledEmbedder({ modelFolder }).open();

  it.each([
    ["an empty folder", {}, [], "No model.onnx"],
    ["a folder without a tokenizer", {}, ["model.onnx"], "No tokenizer.json"],
    [
      "a Git LFS pointer",
      { "model.onnx": "version https://git-lfs.github.com/spec/v1\noid sha256:0" },
      ["tokenizer.json"],
      "git lfs pull",
    ],
    [
      "a cut-off model",
      { "model.onnx": readFileSync(join(MODEL, "model.onnx")).subarray(0, 100_000) },
      ["tokenizer.json"],
      "cannot be used",
    ],
    ["a tokenizer that is not JSON", { "tokenizer.json": "{" }, ["model.onnx"], "tokenizer"],
    ["a manifest that is not JSON", { "keepsake-model.json": "x" }, ["model.onnx", "tokenizer.json"], "not JSON"],
    ["an unknown pooling", { "keepsake-model.json": '{"pooling":"max"}' }, ["model.onnx", "tokenizer.json"], "mean"],
    [
      "an output that is not there",
      { "keepsake-model.json": '{"output":"logits"}' },
      ["model.onnx", "tokenizer.json"],
      "e5_embedding",
    ],
    ["a wrong dimension", { "keepsake-model.json": '{"dimension":768}' }, ["model.onnx", "tokenizer.json"], "384"],
    [
      "half a calibration",
      { "keepsake-model.json": '{"calibration":{"relatedMean":1}}' },
      ["model.onnx", "tokenizer.json"],
      "calibration",
    ],
  ] as const)("%s: CONFIG_INVALID that says what to do", async (_, files, linked, words) => {
    await expect(opening(folder(files, linked))).rejects.toMatchObject({
      code: "CONFIG_INVALID",
      message: expect.stringContaining(words),
    });
  });

  it("opens any folder with a model and a tokenizer; another way of reading is another space", async () => {
    const path = folder({ "keepsake-model.json": '{"name":"plain","output":"e5_embedding","maxTokens":64}' });
    for (const name of ["model.onnx", "tokenizer.json"]) copyFileSync(join(MODEL, name), join(path, name));
    const plain = createBundledEmbedder({ modelFolder: path });
    const short = createBundledEmbedder({ modelFolder: folder({}, ["model.onnx", "tokenizer.json"]) });
    await Promise.all([plain.open(), short.open()]);
    expect(plain.profile).toMatchObject({ dimension: 384, maxTokens: 64, queryPrefix: "" });
    const [spaces, weights] = [plain, short]
      .map(({ profile }) => profile.modelId)
      .reduce<[Set<string>, Set<string>]>(
        ([all, digests], id) => [all.add(id), digests.add(id.slice(id.indexOf(":"), id.indexOf(".")))],
        [new Set(), new Set()],
      );
    expect([spaces.size, weights.size]).toEqual([2, 1]);
    expect(Math.hypot(...(await plain.embedQuery("hello")))).toBeCloseTo(1, 5);
    await Promise.all([plain.close(), short.close()]);
  });
});

describe("what was used recently", () => {
  it("forgets what was used longest ago", () => {
    const cache = new RecentlyUsed(2);
    cache.put("a", Float32Array.of(1));
    cache.put("b", Float32Array.of(2));
    cache.find("a");
    cache.put("c", Float32Array.of(3));
    expect(cache.find("b")).toBeUndefined();
    expect(cache.find("a")).toEqual(Float32Array.of(1));
    expect(cache.find("c")).toEqual(Float32Array.of(3));
  });
});
