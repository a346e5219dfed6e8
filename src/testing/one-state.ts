import { describe, expect, it } from "vitest";
import { createFakeEmbedder } from "../adapters/models/fake/index.js";
import type { EngineParts, Storage } from "../ports/index.js";
import { recall } from "../recall/index.js";
import { openScene } from "./scene.js";

const QUERY = { query: "Where does the spare archive key hang?" };
const ASKED_IN_CHINESE = { query: "备用的仓库钥匙挂在哪里？" };

type Scene = Awaited<ReturnType<typeof openScene>>;

/** The same parts; before the keyword index is searched, `meanwhile` is done, once. What the other channel finds was found by then or later. */
function interrupted({ parts }: Scene, meanwhile: () => Promise<unknown>): EngineParts {
  const { keywords } = parts.storage;
  let done: Promise<unknown> | undefined;
  const storage: Storage = {
    ...parts.storage,
    open: () => parts.storage.open(),
    close: () => parts.storage.close(),
    keywords: {
      ...keywords,
      search: async (scope, query) => {
        done ??= meanwhile();
        await done;
        return keywords.search(scope, query);
      },
    },
  };
  return { ...parts, storage };
}

/** A recall reads one state of its user, on every storage that can hold one. */
export function recallSeesOneState(name: string, open: () => Promise<Storage>): void {
  describe(`P17 a recall sees one state of its user: ${name}`, () => {
    const livedIn = async () => {
      const storage = await open();
      await storage.tenants.ensure("test", 0);
      const scene = await openScene({ storage, embedder: createFakeEmbedder({ dimension: 256 }) });
      await scene.say("s1", "The archive key hangs behind the clock");
      await scene.say("s2", "仓库的钥匙挂在时钟后面");
      return scene;
    };
    const told = async (parts: EngineParts, { scope }: Scene, request = QUERY) =>
      (await recall(parts, scope, request)).items.map(({ content }) => content).join("\n");

    it("of what is written between its channels it sees nothing, and the next one sees it", async () => {
      const scene = await livedIn();
      const write = () => scene.keep("The spare archive key hangs in the pantry");
      expect(scene.parts.storage.snapshots).toBeDefined();
      expect(await told(interrupted(scene, write), scene)).not.toContain("pantry");
      expect(await told(scene.parts, scene)).toContain("pantry");
    });

    it("of what is erased between its channels it sees everything, and the next one nothing", async () => {
      const scene = await livedIn();
      const { id } = await scene.keep("备用的仓库钥匙挂在厨房");
      const { storage } = scene.parts;
      const erase = () =>
        storage.truth.write(scene.scope, async (transaction) => {
          await transaction.memories.remove([id]);
          await storage.projection.apply(transaction, [{ type: "remove", itemId: id }]);
        });
      const during = interrupted(scene, erase);
      expect(await told(during, scene, ASKED_IN_CHINESE)).toContain("厨房");
      expect(await told(during, scene, ASKED_IN_CHINESE)).not.toContain("厨房");
    });

    it("holds nothing of the store while the question is embedded", async () => {
      const scene = await livedIn();
      let held = 0;
      const { snapshots } = scene.parts.storage;
      const storage: Storage = {
        ...scene.parts.storage,
        snapshots: {
          hold: (scope, work) =>
            snapshots?.hold(scope, async (at) => {
              held += 1;
              try {
                return await work(at);
              } finally {
                held -= 1;
              }
            }) ?? work(scope),
        },
      };
      const { embedder } = scene.parts;
      const during: number[] = [];
      const parts: EngineParts = {
        ...scene.parts,
        storage,
        embedder: {
          profile: embedder.profile,
          open: () => embedder.open(),
          close: () => embedder.close(),
          embedPassages: (texts) => embedder.embedPassages(texts),
          embedQuery: async (text) => {
            during.push(held);
            return embedder.embedQuery(text);
          },
        },
      };
      expect(await told(parts, scene)).toContain("behind the clock");
      expect(during).toEqual([0]);
    });
  });
}
