import { BaseStore, InMemoryStore } from "@langchain/langgraph";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectKeepsake } from "../../client/index.js";
import { loadConfig } from "../../config/index.js";
import { serveHttp } from "../../doors/http/index.js";
import type { UserMemory } from "../../keepsake.js";
import { type EngineWithParts, openWithParts } from "../../testing/index.js";
import { KeepsakeStore } from "./keepsake-store.js";

const SETTINGS = { storage: { kind: "memory" }, embedder: { kind: "fake" }, log: { level: "silent" } } as const;

let engine: EngineWithParts;
let ada: UserMemory;

beforeEach(async () => {
  engine = await openWithParts(SETTINGS);
  ada = engine.keepsake.user("ada");
});

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await engine.close();
});

/** The same user's memory, through the door and the client. */
async function overHttp(): Promise<UserMemory> {
  const config = loadConfig({ env: {}, file: false, overrides: { ...SETTINGS, http: { port: 0 } } });
  const door = await serveHttp(engine, config);
  const client = connectKeepsake({ url: door.url });
  closing.push(
    () => door.close(),
    () => client.close(),
  );
  return client.user("ada");
}

/** What LangGraph's own store does is what graphs are written against: every case runs over both. */
describe.each([
  ["KeepsakeStore", async () => new KeepsakeStore(ada)],
  ["KeepsakeStore over HTTP", async () => new KeepsakeStore(await overHttp())],
  ["LangGraph's InMemoryStore", async () => new InMemoryStore()],
] as const)("a store of LangGraph: %s", (_name, open) => {
  let store: BaseStore;
  beforeEach(async () => {
    store = await open();
  });

  it("gives back what was put, replaces it, and takes it away", async () => {
    expect(store).toBeInstanceOf(BaseStore);
    const value = { text: "likes 绿茶", nested: { list: [1, "2", null, { deep: true }] }, "odd key ": "" };
    await store.put(["users", "ada"], "tea", value);
    const first = await store.get(["users", "ada"], "tea");
    expect(first).toMatchObject({ namespace: ["users", "ada"], key: "tea", value });
    expect(first?.createdAt).toBeInstanceOf(Date);
    await store.put(["users", "ada"], "tea", { text: "likes coffee" });
    const second = await store.get(["users", "ada"], "tea");
    expect(second?.value).toEqual({ text: "likes coffee" });
    expect(second?.createdAt).toEqual(first?.createdAt);
    await store.delete(["users", "ada"], "tea");
    expect(await store.get(["users", "ada"], "tea")).toBeNull();
    expect(await store.search(["users", "ada"])).toEqual([]);
    await store.delete(["users", "ada"], "tea");
  });

  it("knows a namespace exactly: none is taken for another that begins alike", async () => {
    await store.put(["user", "1"], "k", { at: "user/1" });
    await store.put(["user", "10"], "k", { at: "user/10" });
    await store.put(["user1"], "k", { at: "user1" });
    await store.put(["user", "1", "deep"], "k", { at: "user/1/deep" });
    const at = async (prefix: string[]) => (await store.search(prefix)).map(({ value }) => value.at).sort();
    expect(await at(["user", "1"])).toEqual(["user/1", "user/1/deep"]);
    expect(await at(["user"])).toEqual(["user/1", "user/1/deep", "user/10"]);
    expect(await at([])).toHaveLength(4);
    expect(await at(["use"])).toEqual([]);
    expect((await store.get(["user", "1"], "k"))?.value).toEqual({ at: "user/1" });
    expect(await store.get(["user"], "k")).toBeNull();
    expect(await store.get(["user", "1"], "K")).toBeNull();
  });

  it("filters by equality and by operators", async () => {
    for (const [key, value] of Object.entries({
      a: { kind: "report", score: 3.5, tag: "x" },
      b: { kind: "report", score: 5, tag: "y" },
      c: { kind: "note", score: 5 },
    })) {
      await store.put(["docs"], key, value);
    }
    const keys = async (filter: Record<string, unknown>) =>
      (await store.search(["docs"], { filter })).map(({ key }) => key).sort();
    expect(await keys({ kind: "report" })).toEqual(["a", "b"]);
    expect(await keys({ kind: "report", score: { $gt: 4 } })).toEqual(["b"]);
    expect(await keys({ score: { $gte: 3.5, $lt: 5 } })).toEqual(["a"]);
    expect(await keys({ score: { $lte: 5, $ne: 3.5 } })).toEqual(["b", "c"]);
    expect(await keys({ tag: { $ne: "x" } })).toEqual(["b", "c"]);
    expect(await keys({ kind: { $eq: "note" } })).toEqual(["c"]);
    expect(await keys({ tag: { $in: ["x", "y"] } })).toEqual(["a", "b"]);
    expect(await keys({ tag: { $nin: ["x", "y"] } })).toEqual(["c"]);
    expect(await keys({ missing: "x" })).toEqual([]);
  });

  it("pages: ten where no limit is given, and no item twice", async () => {
    for (let index = 0; index < 12; index += 1) await store.put(["many"], `k${index}`, { index });
    expect(await store.search(["many"])).toHaveLength(10);
    const pages = [0, 5, 10].map((offset) => store.search(["many"], { limit: 5, offset }));
    const keys = (await Promise.all(pages)).map((page) => page.map(({ key }) => key));
    expect(keys.map(({ length }) => length)).toEqual([5, 5, 2]);
    expect(new Set(keys.flat()).size).toBe(12);
    expect(await store.search(["many"], { offset: 12 })).toEqual([]);
  });

  it("lists namespaces by prefix, suffix, wildcard and depth", async () => {
    const paths = [["a", "b", "c"], ["a", "b", "d"], ["a", "x", "c"], ["z"]];
    for (const path of paths) await store.put(path, "k", { v: 1 });
    const list = async (options: Parameters<BaseStore["listNamespaces"]>[0]) =>
      (await store.listNamespaces(options)).map((path) => path.join("/"));
    expect(await list({})).toEqual(["a/b/c", "a/b/d", "a/x/c", "z"]);
    expect(await list({ prefix: ["a", "b"] })).toEqual(["a/b/c", "a/b/d"]);
    expect(await list({ suffix: ["c"] })).toEqual(["a/b/c", "a/x/c"]);
    expect(await list({ prefix: ["a", "*", "c"] })).toEqual(["a/b/c", "a/x/c"]);
    expect(await list({ maxDepth: 2 })).toEqual(["a/b", "a/x", "z"]);
    expect(await list({ limit: 2, offset: 1 })).toEqual(["a/b/d", "a/x/c"]);
    expect(await list({ prefix: ["a", "b", "c", "d"] })).toEqual([]);
  });

  it("answers a batch in order, and the last of several writes to a key counts", async () => {
    await store.put(["n"], "k", { v: 0 });
    const results = await store.batch([
      { namespace: ["n"], key: "k" },
      { namespace: ["n"], key: "k", value: { v: 1 } },
      { namespacePrefix: ["n"] },
      { namespace: ["n"], key: "k", value: { v: 2 } },
      { matchConditions: [{ matchType: "prefix", path: ["n"] }], limit: 10, offset: 0 },
    ]);
    expect(results).toHaveLength(5);
    expect(results[0]).toMatchObject({ key: "k" });
    expect(results[2]).toMatchObject([{ key: "k" }]);
    expect(results[4]).toEqual([["n"]]);
    expect((await store.get(["n"], "k"))?.value).toEqual({ v: 2 });
  });

  it.each([
    ["an empty one", []],
    ["an empty label", ["a", ""]],
    ["a dot in a label", ["a.b"]],
    ["the reserved root", ["langgraph"]],
  ])("refuses to put into a namespace that is none: %s", async (_what, namespace) => {
    await expect(store.put(namespace, "k", { v: 1 })).rejects.toThrow();
  });
});

describe("KeepsakeStore", () => {
  it("reads before it writes within a batch, and hands out copies that no later write changes", async () => {
    const store = new KeepsakeStore(ada);
    await store.put(["n"], "k", { v: 0 });
    const [item, , found] = await store.batch([
      { namespace: ["n"], key: "k" },
      { namespace: ["n"], key: "k", value: { v: 1 } },
      { namespacePrefix: ["n"] },
    ]);
    expect(item).toMatchObject({ value: { v: 0 } });
    expect(found).toMatchObject([{ value: { v: 0 } }]);
  });

  it("finds by a query through recall, below the prefix only, best first and with scores", async () => {
    const store = new KeepsakeStore(ada);
    await store.put(["ada", "notes"], "pets", { text: "Ada's dog is called Biscuit" });
    await store.put(["ada", "notes"], "work", { text: "the quarterly report is due in March" });
    await store.put(["bob", "notes"], "pets", { text: "Bob's dog is called Rex" });
    const [first, ...rest] = await store.search(["ada"], { query: "what is the dog called", limit: 5 });
    expect(first).toMatchObject({ key: "pets", namespace: ["ada", "notes"] });
    expect(first?.score).toBeGreaterThan(0);
    expect(rest.map(({ namespace }) => namespace[0])).not.toContain("bob");
    const filtered = await store.search([], { query: "dog", filter: { text: "Bob's dog is called Rex" } });
    expect(filtered.map(({ namespace }) => namespace[0])).toEqual(["bob"]);
  });

  it("finds 中文 by a query, and what is now instead of what was", async () => {
    const store = new KeepsakeStore(ada);
    await store.put(["笔记"], "城市", { text: "客户住在杭州西湖区" });
    await store.put(["笔记"], "城市", { text: "客户住在成都锦江区" });
    await store.put(["笔记"], "宠物", { text: "客户养了一只猫" });
    const found = await store.search(["笔记"], { query: "客户住在哪个城市", limit: 1 });
    expect(found.map(({ value }) => value.text)).toEqual(["客户住在成都锦江区"]);
    expect(found[0]?.score).toBeGreaterThan(0);
  });

  it.each(["I no longer like pizza", "我不再喜欢披萨了", "Forget my address.", `long ${"word ".repeat(1_000)}`])(
    "takes an item's words as data, whatever they would mean if the user said them: %s",
    async (text) => {
      const store = new KeepsakeStore(ada);
      await store.put(["n"], "k", { text });
      const [found] = await store.search(["n"], { query: text.slice(0, 200) });
      expect(found).toMatchObject({ key: "k", value: { text } });
      expect(found?.score).toBeGreaterThan(0);
    },
  );

  it("keeps items apart that say the same, or differ in case only", async () => {
    const store = new KeepsakeStore(ada);
    await store.put(["n"], "key", { text: "prefers window seats" });
    await store.put(["n"], "KEY", { text: "prefers window seats" });
    await store.put(["N"], "key", { text: "prefers aisle seats" });
    expect(await store.search(["n"], { query: "seats" })).toHaveLength(2);
    expect((await store.search(["N"], { query: "window seats" })).map(({ value }) => value.text)).toEqual([
      "prefers aisle seats",
    ]);
  });

  it("finds by the fields that were named, and not at all what is kept out of the index", async () => {
    const store = new KeepsakeStore(ada);
    const value = { title: "Itinerary", chapters: [{ body: "ferry to Naxos" }, { body: "hotel in Athens" }] };
    await store.put(["docs"], "trip", value, ["chapters[*].body"]);
    await store.put(["docs"], "hidden", { title: "ferry schedule" }, false);
    const found = await store.search(["docs"], { query: "ferry" });
    expect(found.map(({ key, score }) => [key, score !== undefined])).toEqual([
      ["trip", true],
      ["hidden", false],
    ]);
    const { items } = await ada.list({});
    expect(items.map(({ content }) => content).join()).not.toContain("schedule");
  });

  it("erases with a deleted item every version of its memory (P06)", async () => {
    const store = new KeepsakeStore(ada);
    await store.put(["n"], "k", { text: "the safe stands in the cellar" });
    await store.put(["n"], "k", { text: "the safe stands in the attic" });
    await store.delete(["n"], "k");
    const { items } = await ada.list({ statuses: ["active", "superseded", "archived", "expired", "pending-review"] });
    expect(items).toEqual([]);
    expect(await store.search(["n"], { query: "where is the safe" })).toEqual([]);
  });

  it("knows nothing of another user's items, nor of another space's", async () => {
    await new KeepsakeStore(ada).put(["n"], "k", { text: "a secret garden" });
    const others = [new KeepsakeStore(engine.keepsake.user("bob")), new KeepsakeStore(ada, { space: "other" })];
    for (const other of others) {
      expect(await other.get(["n"], "k")).toBeNull();
      expect(await other.search([], { query: "garden" })).toEqual([]);
      expect(await other.listNamespaces()).toEqual([]);
    }
  });

  it("refuses what is no JSON object, what is too large, and operators that do not exist", async () => {
    const store = new KeepsakeStore(ada);
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    await expect(store.put(["n"], "k", circle)).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(store.put(["n"], "k", ["no object"])).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(store.put(["n"], "k", { text: "x".repeat(70_000) })).rejects.toMatchObject({ code: "TOO_LARGE" });
    await store.put(["n"], "k", { v: 1 });
    const wrong = store.search(["n"], { filter: { v: { $regex: "." } } });
    await expect(wrong).rejects.toMatchObject({ code: "INVALID_INPUT" });
    expect((await store.get(["n"], "k"))?.value).toEqual({ v: 1 });
  });
});
