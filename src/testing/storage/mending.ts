import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { KeepsakeConfigInput } from "../../config/index.js";
import { type ItemId, makeScope } from "../../domain/index.js";
import { type EngineWithParts, openWithParts } from "../engine.js";

/** A store whose rows can be changed beside the product. */
export interface TamperedStore {
  readonly config: KeepsakeConfigInput;
  /** The columns that say whose a row is, and the same as the table of users calls them. */
  readonly owner: readonly [columns: string, inUsers: string];
  /** Columns of a posting beside term, document and frequency, and of a vector beside model, document and numbers; with values. */
  readonly besides: { readonly posting: string; readonly vector: string; readonly one: string };
  /** A term that is no vector of three numbers. */
  readonly shortVector: string;
  /** In a transaction that may see the user's rows. */
  tamper(sql: string): Promise<void>;
  read(table: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  drop(): Promise<void>;
}

const TABLES = [
  ...["sessions", "turns", "memories", "memory_turns", "episodes", "episode_turns"],
  ...["index_items", "keyword_terms", "keyword_postings", "vector_models", "vectors", "scopes"],
] as const;
/** They tell that something was written, not what. */
const MARKS = /^(changes|index_revision|vector_revision)$/;

type Content = Readonly<Record<string, readonly string[]>>;

async function contentOf(store: TamperedStore): Promise<Content> {
  const content: Record<string, readonly string[]> = {};
  for (const table of TABLES) {
    const rows = await store.read(table);
    content[table] = rows
      .map((row) => JSON.stringify(Object.entries(row).filter(([column]) => !MARKS.test(column))))
      .sort();
  }
  return content;
}

/** Each adds to what is there, or changes a figure: mended, the store is what it was. */
function drifts({
  owner: [owner, inUsers],
  besides,
}: TamperedStore): readonly (readonly [string, readonly string[]])[] {
  const { posting, vector, one } = besides;
  return [
    ["UPDATE sessions SET turn_count = 9", ["miscounted sessions 1"]],
    ["UPDATE scopes SET total_length = total_length + 1, indexed_docs = indexed_docs + 2", ["miscounted scopes 1"]],
    ["UPDATE keyword_terms SET df = 0 WHERE term = 'cat'", ["miscounted keyword_terms 1"]],
    ["UPDATE vector_models SET vectors = vectors - 1", ["miscounted vector_models 1"]],
    ["DELETE FROM sessions", ["dangling turns 3"]],
    [
      `INSERT INTO memory_turns (${owner}, turn_id, memory_id) SELECT ${inUsers}, 'turn_x', 'mem_none' FROM scopes`,
      ["dangling memory_turns 1"],
    ],
    [
      `INSERT INTO episode_turns (${owner}, turn_id, episode_id) SELECT ${inUsers}, 'turn_x', 'ep_none' FROM scopes`,
      ["dangling episode_turns 1"],
    ],
    [
      `INSERT INTO keyword_postings (${owner}, term, doc, tf${posting}) SELECT ${owner}, id, 9999, 1${one} FROM keyword_terms WHERE term = 'cat'`,
      ["orphaned keyword_postings 1", "miscounted keyword_terms 1"],
    ],
    [
      `INSERT INTO vectors (${owner}, model, doc, numbers${vector}) SELECT ${owner}, model, 9999, numbers${vector} FROM vectors LIMIT 1`,
      ["orphaned vectors 1", "miscounted vector_models 1"],
    ],
  ];
}

/** What a store finds of what was done to its rows beside the product, and what it makes of it. */
export function mendsDrift(name: string, open: () => Promise<TamperedStore>): void {
  describe(`10.2 a store that drifted is mended from its truth: ${name}`, { timeout: 120_000 }, () => {
    let store: TamperedStore;
    let engine: EngineWithParts;
    let whole: Content;
    const health = () => {
      const { health: found } = engine.parts.storage;
      if (found === undefined) throw new Error("the storage has no health of its own");
      return found;
    };
    const told = async (faults: Promise<readonly { kind: string; place: string; rows: number }[]>) =>
      (await faults).map(({ kind, place, rows }) => `${kind} ${place} ${rows}`);

    beforeAll(async () => {
      store = await open();
      engine = await openWithParts({
        ...{ embedder: { kind: "fake" }, log: { level: "silent" }, worker: { enabled: false } },
        ...store.config,
      });
      const ada = engine.keepsake.user("ada");
      const turns = ["I live in Turin.", "我喜欢乌龙茶。", "Now I live in Genoa."].map((text) => ({
        role: "user" as const,
        text,
      }));
      await ada.record({ sessionId: "s", turns });
      await engine.drain();
      await ada.remember({ content: "Ada keeps two cats.", tags: ["pets"] });
      await ada.remember({ content: "Ada's cat sleeps on the piano." });
    });
    afterAll(async () => {
      await engine?.close();
      await store?.drop();
    });
    beforeEach(async () => {
      whole = await contentOf(store);
      expect(await told(health().inspect())).toEqual([]);
    });

    const kinds = Array.from({ length: 9 }, (_, index) => index);
    it.each(kinds)("drift %i: found, mended, gone, and nothing else moved", async (index) => {
      const [sql = "", found] = drifts(store)[index] ?? [];
      await store.tamper(sql);
      expect(await told(health().inspect())).toEqual(found);
      expect(await told(health().mend())).toEqual(found);
      expect(await told(health().inspect())).toEqual([]);
      expect(await contentOf(store)).toEqual(whole);
      expect(await health().mend()).toEqual([]);
    });

    it("a vector that cannot be read goes, and its item stays", async () => {
      await store.tamper(
        `UPDATE vectors SET numbers = ${store.shortVector} WHERE doc = (SELECT doc FROM (SELECT min(doc) AS doc FROM vectors) v)`,
      );
      expect(await told(health().inspect())).toEqual(["damaged vectors 1"]);
      const gone: ItemId[] = [];
      const mended = health().mend(async (_, items) => void gone.push(...items));
      expect(await told(mended)).toEqual(["damaged vectors 1"]);
      expect(gone, "whoever keeps copies of vectors is told whose went").toHaveLength(1);
      expect(await told(health().inspect())).toEqual([]);
      const after = await contentOf(store);
      expect(after.vectors).toHaveLength((whole.vectors?.length ?? 0) - 1);
      for (const table of TABLES)
        if (table !== "vectors" && table !== "vector_models") expect(after[table]).toEqual(whole[table]);
    });

    it("an item whose memory is gone leaves every index, and the others are found as before", async () => {
      const ada = engine.keepsake.user("ada");
      const asked = async () => (await ada.recall({ query: "piano" })).items.map(({ content }) => content);
      expect((await asked())[0]).toContain("piano");
      const { items } = await ada.list({ limit: 50 });
      const gone = items.find(({ content }) => content.includes("two cats"));
      await store.tamper(`DELETE FROM memories WHERE id = '${gone?.id}'`);
      await store.tamper(`DELETE FROM memory_turns WHERE memory_id = '${gone?.id}'`);
      expect(await told(health().inspect())).toContain("orphaned index_items 1");
      const heard: (readonly [string, readonly ItemId[]])[] = [];
      const refused = health().mend(() => Promise.reject(new Error("cannot be told")));
      await expect(refused).rejects.toThrow("cannot be told");
      expect(await told(health().inspect()), "untold, nothing goes").toContain("orphaned index_items 1");
      await health().mend(async ({ scope }, items) => void heard.push([scope.user, items]));
      expect(heard).toEqual([["ada", [gone?.id]]]);
      expect(await told(health().inspect())).toEqual([]);
      const after = await contentOf(store);
      for (const table of ["sessions", "turns", "episodes", "episode_turns", "memory_turns"] as const)
        expect(after[table]).toEqual(whole[table]);
      expect(after.index_items).toHaveLength((whole.index_items?.length ?? 0) - 1);
      expect((await asked())[0]).toContain("piano");
      const hits = await engine.parts.storage.keywords.search(makeScope("default", "ada"), {
        ...{ terms: ["cat"], filter: { op: "all" }, limit: 10 },
      });
      expect(hits).toHaveLength(1);
    });

    it("nothing is written of what no search finds: that is for whoever reads words", async () => {
      await store.tamper(
        "DELETE FROM index_items WHERE doc = (SELECT doc FROM (SELECT max(doc) AS doc FROM index_items) i)",
      );
      expect(await told(health().inspect())).toContain("unindexed memories 1");
      await health().mend();
      expect(await told(health().inspect())).toEqual(["unindexed memories 1"]);
    });
  });
}
