import { describe, expect, it } from "vitest";
import { createMemoryBlobs } from "../../adapters/blobs/memory/index.js";
import { KeepsakeError, type MemoryId, makeScope, type SessionId } from "../../domain/index.js";
import type { BlobStore, EngineParts } from "../../ports/index.js";
import { exportPage, forget, wouldForget } from "../../privacy/index.js";
import { accept } from "../../remember/index.js";
import { expectError } from "../../testing/storage/harness.js";
import { openWriteScene, type WriteScene } from "../../testing/write-scene.js";
import { mendStore, strayFiles } from "../../upkeep/index.js";
import { addAttachment, endSession, getAttachment, listAttachments, removeAttachment } from "../index.js";
import { digest, transcriptKey } from "./session-keys.js";

const bytes = (words: string): Uint8Array => new TextEncoder().encode(words);

async function openScene(store: BlobStore = createMemoryBlobs(), keepsTranscripts = true): Promise<WriteScene> {
  return openWriteScene({ blobs: { store, keepsTranscripts } });
}

function blobsIn({ parts }: WriteScene): BlobStore {
  if (parts.blobs === undefined) throw new Error("the scene has blobs");
  return parts.blobs.store;
}

async function transcript(scene: WriteScene, sessionId: string): Promise<string | undefined> {
  const found = await blobsIn(scene).find(scene.scope, transcriptKey(sessionId as SessionId));
  return found === undefined ? undefined : new TextDecoder().decode(found.bytes);
}

async function keys(scene: WriteScene): Promise<readonly string[]> {
  return (await blobsIn(scene).list(scene.scope, "", { limit: 100 })).items;
}

/** A store that can be made not to answer. */
function switchable(): { readonly store: BlobStore; answers: boolean } {
  const store = createMemoryBlobs();
  const state = { answers: true };
  const asked = (name: keyof BlobStore) => ({
    [name]: async (...given: never[]) => {
      if (!state.answers) throw new KeepsakeError("UNAVAILABLE", "S3 does not answer");
      return (store[name] as (...all: never[]) => unknown)(...given);
    },
  });
  const calls = (["put", "find", "findFacts", "list", "remove", "clear"] as const).map(asked);
  return Object.assign(state, { store: Object.assign({}, store, ...calls) as BlobStore });
}

describe("8.3 attachments", () => {
  it("are kept with a conversation, found again, listed and removed; the same file twice is one (P18)", async () => {
    const scene = await openScene();
    const { turnIds } = await scene.tell("chat 1", ["Here is the plan"]);
    const [turnId = ""] = turnIds;
    const file = {
      sessionId: "chat 1",
      turnId,
      name: "计划 v1.pdf",
      mediaType: "Application/PDF",
      content: bytes("%PDF-1"),
    };
    const added = await addAttachment(scene.parts, scene.scope, file);
    expect(added).toMatchObject({
      sessionId: "chat 1",
      turnId,
      name: "计划 v1.pdf",
      mediaType: "application/pdf",
      bytes: 6,
    });
    scene.clock.at += 5_000;
    expect(await addAttachment(scene.parts, scene.scope, file)).toEqual(added);
    const other = await addAttachment(scene.parts, scene.scope, { ...file, content: bytes("%PDF-2") });
    expect(other.id).not.toBe(added.id);
    const read = await getAttachment(scene.parts, scene.scope, added.id);
    expect(new TextDecoder().decode(read.content)).toBe("%PDF-1");
    const page = await listAttachments(scene.parts, scene.scope, { sessionId: "chat 1", limit: 10 });
    expect(page.items.map(({ id }) => id).sort()).toEqual([added.id, other.id].sort());
    expect((await listAttachments(scene.parts, scene.scope, { limit: 1 })).nextCursor).toBeDefined();
    expect((await listAttachments(scene.parts, scene.scope, { sessionId: "chat", limit: 10 })).items).toEqual([]);
    await removeAttachment(scene.parts, scene.scope, added.id);
    await expectError(getAttachment(scene.parts, scene.scope, added.id), "NOT_FOUND");
    await expectError(removeAttachment(scene.parts, scene.scope, added.id), "NOT_FOUND");
  });

  it("2.5 lose secrets of their names, and are refused where they belong to nothing, are empty or too large", async () => {
    const scene = await openScene();
    await scene.tell("a", ["hello there"]);
    const file = { sessionId: "a", name: "mail of eve@example.com.txt", content: bytes("x") };
    expect((await addAttachment(scene.parts, scene.scope, file)).name).not.toContain("eve@example.com");
    const add = (changes: object) => addAttachment(scene.parts, scene.scope, { ...file, ...changes });
    await expectError(add({ sessionId: "b" }), "NOT_FOUND");
    await expectError(add({ turnId: "turn_none" }), "NOT_FOUND");
    for (const wrong of [{ name: "  " }, { name: "x".repeat(256) }, { mediaType: "pdf" }, { content: bytes("") }]) {
      await expectError(add(wrong), "INVALID_INPUT");
    }
    await expectError(add({ content: new Uint8Array(25 * 1_048_576 + 1) }), "TOO_LARGE");
    for (const id of ["att_x", "../x", `att_${"0".repeat(64)}`]) {
      await expectError(getAttachment(scene.parts, scene.scope, id), "NOT_FOUND");
    }
    const { blobs: _, ...without } = scene.parts;
    await expectError(addAttachment(without as EngineParts, scene.scope, file), "CONFIG_INVALID");
  });

  it("are not left behind by an erasure that comes between the file and its line", async () => {
    const store = createMemoryBlobs();
    const scene = await openScene({
      ...store,
      async put(scope, key, blob) {
        await store.put(scope, key, blob);
        await forget(scene.parts, scope, { by: "session", sessionId: "a" as SessionId });
      },
    });
    await scene.tell("a", ["hello there"]);
    const file = { sessionId: "a", name: "x.txt", content: bytes("x") };
    await expectError(addAttachment(scene.parts, scene.scope, file), "NOT_FOUND");
    expect(await keys(scene)).toEqual([]);
  });

  it("P06 an acknowledged file stays although the same file, sent beside it, could not be written down", async () => {
    const scene = await openScene();
    await scene.tell("a", ["hello there"]);
    const file = { sessionId: "a", name: "x.txt", content: bytes("x") };
    const { truth } = scene.parts.storage;
    let writes = 0;
    const failing: EngineParts["storage"] = Object.assign(Object.create(scene.parts.storage), {
      truth: Object.assign(Object.create(truth), {
        write: async (...given: Parameters<typeof truth.write>) => {
          writes += 1;
          if (writes === 1) return truth.write(...given);
          // the first call is answered before this one's line fails
          await addAttachment(scene.parts, scene.scope, file);
          throw new KeepsakeError("UNAVAILABLE", "the store does not answer");
        },
      }),
    });
    await expectError(addAttachment({ ...scene.parts, storage: failing }, scene.scope, file), "UNAVAILABLE");
    await scene.worker.drain(scene.scope, 5_000);
    expect((await listAttachments(scene.parts, scene.scope, { limit: 10 })).items).toMatchObject([{ name: "x.txt" }]);
  });

  it("of a process that was killed before the line go with the conversation, by the entry it left", async () => {
    const store = createMemoryBlobs();
    const scene = await openScene(store);
    await scene.tell("a", ["hello there"]);
    const file = { sessionId: "a", name: "x.txt", content: bytes("x") };
    const killed = { ...store, put: () => Promise.reject(new Error("killed")) };
    const dying = { ...scene.parts, blobs: { store: killed, keepsTranscripts: false } };
    await expect(addAttachment(dying, scene.scope, file)).rejects.toThrow("killed");
    const report = await forget(scene.parts, scene.scope, { by: "session", sessionId: "a" as SessionId });
    expect(report.residue.join()).toContain("1 files were on their way");
    await scene.worker.drain(scene.scope, 5_000);
    // its bytes arrive when the erasure is over, and what it queued is done
    const { id } = await addAttachment(await other(file), scene.scope, file);
    const [, session = "", content = ""] = /^att_(.{32})(.{32})$/.exec(id) ?? [];
    await store.put(scene.scope, `attachments/${session}/${content}`, { bytes: bytes("x"), facts: { name: "x.txt" } });
    await scene.worker.drain(scene.scope, 5_000);
    expect(await keys(scene)).toHaveLength(1);
    scene.clock.at += 20 * 60_000;
    expect(await scene.worker.runOnce(scene.scope)).toBe(1);
    expect(await keys(scene)).toEqual([]);
    expect(await forget(scene.parts, scene.scope, { by: "everything" })).toMatchObject({ residue: [] });

    async function other({ sessionId }: typeof file): Promise<EngineParts> {
      const beside = await openScene();
      await beside.tell(sessionId, ["hello there"]);
      return beside.parts;
    }
  });

  it("leave no announcement behind, whether they were kept or taken back by an erasure", async () => {
    const store = createMemoryBlobs();
    let erases = false;
    const scene = await openScene({
      ...store,
      async put(scope, key, blob) {
        await store.put(scope, key, blob);
        if (erases) await forget(scene.parts, scope, { by: "session", sessionId: "a" as SessionId });
      },
    });
    const queued = () =>
      scene.parts.storage.truth.read(scene.scope, async ({ journal }) => (await journal.list({ limit: 9 })).items);
    await scene.tell("a", ["hello there"]);
    const file = { sessionId: "a", name: "x.txt", content: bytes("x") };
    await addAttachment(scene.parts, scene.scope, file);
    expect(await queued()).toEqual([]);
    erases = true;
    await expectError(addAttachment(scene.parts, scene.scope, { ...file, name: "y.txt" }), "NOT_FOUND");
    await scene.worker.drain(scene.scope, 5_000);
    expect(await queued()).toEqual([]);
    expect(await keys(scene)).toEqual([]);
  });

  it("that nothing refers to are told and erased by a repair, not those of others nor what is under way", async () => {
    const scene = await openScene();
    const { turnIds } = await scene.tell("a", ["hello there"]);
    const [turnId = ""] = turnIds;
    const kept = await addAttachment(scene.parts, scene.scope, {
      sessionId: "a",
      turnId,
      name: "x.txt",
      content: bytes("x"),
    });
    const store = blobsIn(scene);
    const lost = { bytes: bytes("x"), facts: { turnId: "turn_gone" } };
    await store.put(scene.scope, `attachments/${digest("a")}/lost`, lost);
    await store.put(scene.scope, `attachments/${digest("gone")}/lost`, { bytes: bytes("x"), facts: {} });
    await store.put(scene.scope, `transcripts/${digest("gone")}`, { bytes: bytes("x"), facts: {} });
    await store.put(scene.scope, `attachments/${digest("sent")}/x`, { bytes: bytes("x"), facts: {} });
    await scene.parts.storage.truth.write(scene.scope, ({ journal }) =>
      journal.append([
        {
          id: scene.parts.ids.journal(),
          task: { type: "upload", sessionId: "sent" as SessionId },
          at: scene.clock.at,
          dueAt: scene.clock.at + 9,
        },
      ]),
    );
    await store.put(makeScope("tenant", "stranger"), "attachments/a/b", { bytes: bytes("x"), facts: {} });
    expect(await strayFiles(scene.parts, { removes: false })).toEqual({ files: 3, strangers: 1 });
    expect(await keys(scene)).toHaveLength(5);
    expect(await mendStore(scene.parts, { dryRun: true })).toMatchObject({ strayFiles: 3 });
    expect(await mendStore(scene.parts, { dryRun: false })).toMatchObject({ strayFiles: 3 });
    expect(await strayFiles(scene.parts, { removes: false })).toEqual({ files: 0, strangers: 1 });
    expect((await keys(scene)).some((key) => kept.id.endsWith(key.split("/").at(-1) ?? "-"))).toBe(true);
    expect(await keys(scene)).toHaveLength(2);
  });

  it("9.3 are told of in an export", async () => {
    const scene = await openScene();
    await scene.tell("a", ["hello there"]);
    await addAttachment(scene.parts, scene.scope, { sessionId: "a", name: "x.txt", content: bytes("x") });
    const { records } = await exportPage(scene.parts, scene.scope, { limit: 100 });
    expect(records.filter(({ type }) => type === "attachment")).toMatchObject([{ attachment: { name: "x.txt" } }]);
  });
});

describe("8.3 transcripts", () => {
  it("are written whole when a conversation ends, without its secrets, and anew when it ends again", async () => {
    const scene = await openScene();
    await scene.tell("a", ["My mail is eve@example.com", "我们明天十点见"]);
    expect(await transcript(scene, "a")).toBeUndefined();
    await endSession(scene.parts, scene.scope, "a");
    await scene.worker.drain(scene.scope, 5_000);
    const lines =
      (await transcript(scene, "a"))
        ?.trim()
        .split("\n")
        .map((line) => JSON.parse(line)) ?? [];
    expect(lines[0]).toMatchObject({ sessionId: "a", turns: 2 });
    expect(lines.slice(1)).toMatchObject([
      { position: 0, role: "user" },
      { position: 1, text: "我们明天十点见" },
    ]);
    expect(JSON.stringify(lines)).not.toContain("eve@example.com");
    await scene.tell("a", ["One more thing"]);
    await endSession(scene.parts, scene.scope, "a");
    await scene.worker.drain(scene.scope, 5_000);
    expect(await transcript(scene, "a")).toContain("One more thing");
  });

  it("are not written where nobody asked for them", async () => {
    const scene = await openScene(createMemoryBlobs(), false);
    await scene.tell("a", ["hello there"]);
    await endSession(scene.parts, scene.scope, "a");
    await scene.worker.drain(scene.scope, 5_000);
    expect(await keys(scene)).toEqual([]);
  });

  it("P06 wait for a store that does not answer, and are written when it does", async () => {
    const place = switchable();
    const scene = await openScene(place.store);
    await scene.tell("a", ["hello there"]);
    place.answers = false;
    await endSession(scene.parts, scene.scope, "a");
    await scene.worker.runOnce(scene.scope);
    place.answers = true;
    expect(await transcript(scene, "a")).toBeUndefined();
    scene.clock.at += 3_600_000;
    await scene.worker.drain(scene.scope, 5_000);
    expect(await transcript(scene, "a")).toContain("hello there");
  });
});

describe("blobs of a conversation that goes on", () => {
  it("are brought in line by a new entry where it changed at every try", async () => {
    const store = createMemoryBlobs();
    let changes = 0;
    const scene = await openScene({
      ...store,
      async put(scope, key, blob) {
        await store.put(scope, key, blob);
        changes += 1;
        if (changes > 5) return;
        const turns = [{ role: "user" as const, text: `line ${changes}`, at: scene.clock.at }];
        await accept(scene.parts, scope, { sessionId: "a", turns });
      },
    });
    await scene.tell("a", ["hello there"]);
    await endSession(scene.parts, scene.scope, "a");
    await scene.worker.drain(scene.scope, 5_000);
    expect(changes).toBeGreaterThan(5);
    expect(await transcript(scene, "a")).toContain("line 5");
  });
});

describe("P21 9.2 what is forgotten is gone beside the store too", () => {
  async function told(scene: WriteScene) {
    const { turnIds } = await scene.tell("a", ["My shoe size is 41", "I live in Lisbon"]);
    await scene.tell("b", ["thanks a lot"]);
    for (const [index, turnId] of turnIds.entries()) {
      const file = { sessionId: "a", turnId, name: `file ${index}.txt`, content: bytes(`file ${index}`) };
      await addAttachment(scene.parts, scene.scope, file);
    }
    await addAttachment(scene.parts, scene.scope, { sessionId: "b", name: "Shoe box.png", content: bytes("png") });
    for (const session of ["a", "b"]) await endSession(scene.parts, scene.scope, session);
    await scene.worker.drain(scene.scope, 5_000);
    expect(await keys(scene)).toHaveLength(5);
  }
  const names = async (scene: WriteScene) =>
    (await listAttachments(scene.parts, scene.scope, { limit: 100 })).items.map(({ name }) => name).sort();

  it("by text: turns, their attachments, attachments of that name; the transcript is written anew", async () => {
    const scene = await openScene();
    await told(scene);
    const report = await forget(scene.parts, scene.scope, { by: "text", text: "SHOE" });
    expect(report).toMatchObject({ erased: { turns: 1, blobs: 2 }, residue: [] });
    expect(await names(scene)).toEqual(["file 1.txt"]);
    expect(await transcript(scene, "a")).not.toMatch(/shoe/i);
    expect(await transcript(scene, "a")).toContain("Lisbon");
  });

  it("by id: what came with the turns of that memory", async () => {
    const scene = await openScene();
    await told(scene);
    const shoe = (await scene.rows()).find(({ content }) => /shoe/i.test(content));
    const report = await forget(scene.parts, scene.scope, { by: "id", id: shoe?.id as MemoryId });
    expect(report).toMatchObject({ erased: { blobs: 1 }, residue: [] });
    expect(await names(scene)).toEqual(["Shoe box.png", "file 1.txt"]);
    expect(await transcript(scene, "a")).not.toMatch(/shoe/i);
  });

  it("by session and everything: all of it", async () => {
    const scene = await openScene();
    await told(scene);
    const first = await forget(scene.parts, scene.scope, { by: "session", sessionId: "a" as SessionId });
    expect(first).toMatchObject({ erased: { blobs: 3 }, residue: [] });
    expect(await keys(scene)).toHaveLength(2);
    const second = await forget(scene.parts, scene.scope, { by: "everything" });
    expect(second).toMatchObject({ erased: { blobs: 2 }, residue: [] });
    await scene.worker.drain(scene.scope, 5_000);
    expect(await keys(scene)).toEqual([]);
  });

  it("by a wish that was spoken", async () => {
    const scene = await openScene();
    await told(scene);
    await scene.tell("c", ["Please forget my shoe size"]);
    expect(await transcript(scene, "a")).not.toMatch(/shoe/i);
  });

  it("a store that does not answer makes no failure of it: the rest is told, and done when it answers", async () => {
    const place = switchable();
    const scene = await openScene(place.store);
    await told(scene);
    place.answers = false;
    const report = await forget(scene.parts, scene.scope, { by: "everything" });
    expect(report.erased).toMatchObject({ turns: 3, blobs: 0 });
    expect(report.residue).toHaveLength(1);
    expect(report.residue[0]).toContain("still to be erased");
    await scene.worker.runOnce(scene.scope);
    place.answers = true;
    expect(await keys(scene)).toHaveLength(5);
    scene.clock.at += 3_600_000;
    await scene.worker.drain(scene.scope, 5_000);
    expect(await keys(scene)).toEqual([]);
  });

  it("by text: names in full case folding, told beforehand too", async () => {
    const scene = await openScene();
    await scene.tell("a", ["hello there"]);
    await addAttachment(scene.parts, scene.scope, { sessionId: "a", name: "Straße.pdf", content: bytes("x") });
    const request = { by: "text", text: "STRASSE" } as const;
    expect((await wouldForget(scene.parts, scene.scope, request)).erased.blobs).toBe(1);
    expect(await names(scene)).toEqual(["Straße.pdf"]);
    expect(await forget(scene.parts, scene.scope, request)).toMatchObject({ erased: { blobs: 1 }, residue: [] });
    expect(await names(scene)).toEqual([]);
  });

  it("would take by session what then goes, and names in the residue what a store keeps", async () => {
    const store = createMemoryBlobs();
    const scene = await openScene({ ...store, remove: async () => undefined });
    await told(scene);
    const would = await wouldForget(scene.parts, scene.scope, { by: "session", sessionId: "a" as SessionId });
    expect(would.erased.blobs).toBe(3);
    const report = await forget(scene.parts, scene.scope, { by: "text", text: "box" });
    expect(report.residue).toEqual(["memory: 1 attachments of that name"]);
  });

  it.each([new KeepsakeError("STORE_FULL", "full"), Object.assign(new Error("EIO"), { code: "EIO" })])(
    "%s after the commit is residue, and before it a place that may hold something",
    async (failure) => {
      const store = createMemoryBlobs();
      let fails = false;
      const list: BlobStore["list"] = async (...given) => {
        if (fails) throw failure;
        return store.list(...given);
      };
      const scene = await openScene({ ...store, list });
      await told(scene);
      fails = true;
      const report = await forget(scene.parts, scene.scope, { by: "session", sessionId: "a" as SessionId });
      expect(report.erased).toMatchObject({ turns: 2 });
      expect(report.residue.join()).toContain("still to be erased");
    },
  );

  it("one that cannot be read keeps no other from going, from lists and from exports", async () => {
    const store = createMemoryBlobs();
    let broken = "";
    const scene = await openScene({
      ...store,
      findFacts: async (scope, key) => {
        if (key === broken) throw new KeepsakeError("STORE_CORRUPT", "no blob as it was written");
        return store.findFacts(scope, key);
      },
    });
    await told(scene);
    const { items } = await listAttachments(scene.parts, scene.scope, { sessionId: "a", limit: 10 });
    const kept = items.find(({ name }) => name === "file 1.txt");
    broken = (await keys(scene)).find((key) => kept?.id.endsWith(key.split("/").at(-1) ?? "-") === true) ?? "";
    expect(broken).not.toBe("");
    const report = await forget(scene.parts, scene.scope, { by: "text", text: "shoe" });
    expect(report.erased).toMatchObject({ turns: 1, blobs: 2 });
    expect(report.residue.join()).toContain("names of 1 attachments cannot be read");
    expect(await names(scene)).toEqual([""]);
    const { records } = await exportPage(scene.parts, scene.scope, { limit: 100 });
    expect(records.filter(({ type }) => type === "attachment")).toHaveLength(1);
    await removeAttachment(scene.parts, scene.scope, kept?.id ?? "");
    expect(await names(scene)).toEqual([]);
  });
});
