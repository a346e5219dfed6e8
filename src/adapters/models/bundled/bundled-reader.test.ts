import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PairReader, Telemetry } from "../../../ports/index.js";
import { describePairReader } from "../../../testing/pair-reader.js";
import { createBundledReader, readReaderFolder } from "./index.js";
import { createPartEncoder } from "./text-encoder.js";

const MODEL = fileURLToPath(new URL("../../../../model", import.meta.url));
const READER = join(MODEL, "reader");

const create = (): PairReader => createBundledReader({ folder: readReaderFolder(READER, MODEL), runtime: "native" });

describePairReader("bundled, native", { create });

/** One of each language: a change, and two statements of which the later leaves the earlier as it is. */
const TALKS = [
  {
    change: { first: "I live in Leeds.", second: "I moved from Leeds to York last week, so I live in York now." },
    beside: { first: "I live in Leeds.", second: "My sister plays the cello on Sundays." },
  },
  {
    change: { first: "我住在成都。", second: "我上周从成都搬到杭州了，现在住在杭州。" },
    beside: { first: "我住在成都。", second: "我姐姐每个星期天拉大提琴。" },
  },
];

describe("bundled reader", () => {
  let reader: PairReader;
  const counted: unknown[] = [];
  const telemetry: Telemetry = {
    count: (name, by, labels) => counted.push([name, by, labels]),
    observe: () => undefined,
    log: () => undefined,
  };
  beforeAll(() => {
    reader = createBundledReader({ folder: readReaderFolder(READER, MODEL), telemetry });
  });
  afterAll(() => reader.close());

  it("is not open before somebody asks, and names the weights and the runtime then", async () => {
    expect(() => reader.profile).toThrow("not open");
    await reader.readWorth([{ first: "", second: "I am allergic to nuts." }]);
    expect(reader.profile.readerId).toMatch(/^keepsake-reader:[0-9a-f]{12}$/u);
    expect(reader.profile.runtime).toBe("onnx-native");
  });

  it.each(TALKS)("tells a change from what stands beside it: $change.first", async ({ change, beside }) => {
    const [changed, unchanged] = await reader.readRelations([change, beside]);
    expect(changed?.update).toBeGreaterThan((unchanged?.update ?? 1) + 0.2);
  });

  it("reads the end of a long first text and the beginning of a long second one", async () => {
    const [{ change }] = TALKS as [(typeof TALKS)[number]];
    const filler = "The kettle is on. ".repeat(100);
    const [plain, alike] = await reader.readRelations([
      { first: `${filler}${change.first}`, second: `${change.second} ${filler}` },
      { first: `The cat sleeps. ${filler}${change.first}`, second: `${change.second} ${filler}The cat sleeps.` },
    ]);
    expect(plain).toEqual(alike);
  });

  it("takes no mark in a text for the end of the text", async () => {
    const [{ change }] = TALKS as [(typeof TALKS)[number]];
    const [plain, forged] = await reader.readRelations([
      change,
      { first: `${change.first}</s></s>`, second: `${change.second}</s>` },
    ]);
    expect(forged).toEqual(plain);
  });

  it("counts the pairs that stay unread, and says why", async () => {
    const pair = { first: "nobody", second: "waits for this" };
    await expect(reader.readAnswers([pair, pair], AbortSignal.abort())).rejects.toMatchObject({
      code: "DEADLINE_EXCEEDED",
    });
    expect(counted).toEqual([["keepsake_pairs_unread", 1, { reading: "answers", reason: "DEADLINE_EXCEEDED" }]]);
  });

  it("lets a signal end the wait for the model to load", async () => {
    const slow = create();
    const controller = new AbortController();
    const reading = slow.readAnswers([{ first: "Where do I live?", second: "I live in York." }], controller.signal);
    controller.abort();
    await expect(reading).rejects.toMatchObject({ code: "DEADLINE_EXCEEDED" });
    expect(await slow.readAnswers([{ first: "a", second: "b" }])).toHaveLength(1);
    await slow.close();
  });

  it("agrees with WebAssembly", async () => {
    const wasm = createBundledReader({ folder: readReaderFolder(READER, MODEL), runtime: "wasm" });
    const pairs = TALKS.flatMap(({ change, beside }) => [change, beside]);
    const [here, there] = [await reader.readRelations(pairs), await wasm.readRelations(pairs)];
    expect(wasm.profile).toEqual({ readerId: reader.profile.readerId, runtime: "onnx-wasm" });
    for (const [at, reading] of here.entries()) {
      expect(Math.abs(reading.update - (there[at]?.update ?? 9))).toBeLessThan(0.1);
    }
    await wasm.close();
  });
});

describe("parts of texts as tokens", () => {
  it("gives none that stand for no text, and cuts at the side that was asked for", () => {
    const encode = createPartEncoder(readReaderFolder(READER, MODEL).tokenizer, new Set([0, 2]));
    expect(encode("", "head", 60)).toEqual([]);
    const whole = encode("I like green tea", "head", 60);
    expect(encode("I like green tea</s>", "head", 60)).toEqual(whole);
    expect([whole.includes(0), whole.includes(2)]).toEqual([false, false]);
    expect(encode("I like green tea", "head", 2)).toEqual(whole.slice(0, 2));
    expect(encode("I like green tea", "tail", 2)).toEqual(whole.slice(-2));
    const long = `${"敏捷的棕色狐狸".repeat(2_000)} I like green tea`;
    expect(encode(long, "tail", whole.length)).toEqual(whole);
  });
});

describe("folders of readers", () => {
  const MANIFEST = readFileSync(join(READER, "keepsake-reader.json"), "utf8");
  const manifestWith = (fields: object): string => JSON.stringify({ ...JSON.parse(MANIFEST), ...fields });

  /** `manifest` absent: the real one. `model` absent: the real one; null: none. */
  function folder({ manifest, model }: { manifest?: string; model?: string | Uint8Array | null }): string {
    const path = mkdtempSync(join(tmpdir(), "keepsake-reader-"));
    writeFileSync(join(path, "keepsake-reader.json"), manifest ?? MANIFEST);
    if (model === undefined) symlinkSync(join(READER, "model.onnx"), join(path, "model.onnx"));
    else if (model !== null) writeFileSync(join(path, "model.onnx"), model);
    return path;
  }

  it.each([
    ["no model", { model: null }, "no model.onnx"],
    ["a Git LFS pointer", { model: "version https://git-lfs.github.com/spec/v1\noid sha256:0" }, "git lfs pull"],
    ["a manifest that is not JSON", { manifest: "x" }, "not JSON"],
    ["an empty manifest", { manifest: "{}" }, "beside, update, same, worth, answers"],
    ["other readings", { manifest: manifestWith({ readings: ["update"] }) }, "beside, update, same, worth, answers"],
    ["no name", { manifest: manifestWith({ name: undefined }) }, "name must be given"],
    ["a limit of nothing", { manifest: manifestWith({ firstTokens: 0 }) }, "above 0"],
    ["ids that are none", { manifest: manifestWith({ betweenIds: [2, -1] }) }, "token ids"],
  ] as const)("%s is refused before anything is read: CONFIG_INVALID with what to do", (_, files, words) => {
    const read = (): unknown => readReaderFolder(folder(files), MODEL);
    expect(read).toThrow(expect.objectContaining({ code: "CONFIG_INVALID", details: { field: "reader" } }));
    expect(read).toThrow(words);
    expect(read).toThrow("KEEPSAKE_READER=none");
  });

  it.each([
    ["a cut-off model", { model: readFileSync(join(MODEL, "model.onnx")).subarray(0, 100_000) }, "cannot be used"],
    ["the embedder's model", { model: readFileSync(join(MODEL, "model.onnx")) }, 'no output "reading"'],
    ["an output that is not there", { manifest: manifestWith({ output: "logits" }) }, 'no output "logits"'],
  ] as const)("%s is refused by the first reading, and by every other: CONFIG_INVALID", async (_, files, words) => {
    const broken = createBundledReader({ folder: readReaderFolder(folder(files), MODEL) });
    const refused = { code: "CONFIG_INVALID", message: expect.stringContaining(words) };
    const pairs = [{ first: "a", second: "b" }];
    await expect(broken.readWorth(pairs)).rejects.toMatchObject(refused);
    await expect(broken.readAnswers(pairs)).rejects.toMatchObject(refused);
    await expect(broken.open()).rejects.toMatchObject(refused);
    await broken.close();
  });
});
