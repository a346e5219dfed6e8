import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { connectKeepsake, type RemoteKeepsake } from "./connect.js";
import { FaultyServer } from "./faulty-server.scene.js";
import { openFileSpool } from "./file-spool.js";
import { type ClientEvent, createMemorySpool, type Spool, type SpoolEntry } from "./index.js";

let folder: string;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "keepsake-spool-")), "spool");
});

afterEach(async () => {
  await rm(join(folder, ".."), { recursive: true, force: true });
});

const entry = (id: string, text: string): SpoolEntry => ({
  id,
  user: "用户/../x",
  request: { sessionId: "s1", turns: [{ id: `t-${id}`, role: "user", text, at: 1 }] },
});

it.each([
  ["memory", async () => createMemorySpool()],
  ["file", () => openFileSpool(folder)],
] as const)("keeps entries in the order of appending: %s", async (_name, open: () => Promise<Spool>) => {
  const spool = await open();
  expect(await spool.first()).toBeUndefined();
  for (const [id, text] of [
    ["b", "one"],
    ["a", "二"],
    ["c", "three"],
  ] as const)
    await spool.append(entry(id, text));
  expect(await spool.size()).toEqual({ entries: 3, characters: 9 });
  await spool.remove("none");
  expect(await spool.first()).toEqual(entry("b", "one"));
  await spool.remove("b");
  expect(await spool.first()).toEqual(entry("a", "二"));
  expect(await spool.size()).toEqual({ entries: 2, characters: 6 });
});

it("outlives the process, readable by its owner only, and goes on behind what was left", async () => {
  const before = await openFileSpool(folder);
  await before.append(entry("a", "one"));
  await before.append(entry("b", "two"));
  const after = await openFileSpool(folder);
  await after.append(entry("c", "three"));
  await after.remove("a");
  expect(await after.first()).toEqual(entry("b", "two"));
  const files = await readdir(folder);
  expect(files).toHaveLength(2);
  for (const file of files) expect((await stat(join(folder, file))).mode & 0o077).toBe(0);
});

it("P18: a client that starts where another died sends what that one left, once", async () => {
  const server = await FaultyServer.open();
  const connect = async (): Promise<RemoteKeepsake> =>
    connectKeepsake({
      url: server.url,
      environment: server.environment,
      retries: 0,
      spool: await openFileSpool(folder),
    });
  try {
    server.fault = "lose";
    const first = await connect();
    const turns = [{ role: "user", text: "我搬到杭州了。" }] as const;
    const receipt = await server.until(first.user("ada").record({ sessionId: "s1", turns }));
    expect(receipt.degraded).toHaveLength(1);
    server.fault = "none";
    const second = await connect();
    expect(await server.until(second.flush())).toMatchObject({ waiting: 0 });
    expect(await second.spooled()).toBe(0);
    const { sessions, pendingTurns } = await second.user("ada").stats();
    expect({ sessions, pendingTurns: pendingTurns <= 1 }).toEqual({ sessions: 1, pendingTurns: true });
    const again = await second
      .user("ada")
      .record({ sessionId: "s1", turns: [{ ...turns[0], id: receipt.turnIds[0] ?? "" }] });
    expect(again).toMatchObject({ accepted: 0, duplicates: 1, turnIds: receipt.turnIds });
  } finally {
    await server.close();
  }
});

it("makes the folders that are missing, and gives up at once where the system takes none", async () => {
  const deep = join(folder, "a", "b");
  expect(await (await openFileSpool(deep)).size()).toEqual({ entries: 0, characters: 0 });
  expect((await stat(deep)).mode & 0o777).toBe(0o700);
  if (process.platform === "linux")
    await expect(openFileSpool("/proc/keepsake/spool")).rejects.toThrow(/ENOENT|EPERM|EACCES/u);
});

it.each([
  ["empty", ""],
  ["null", "null"],
  ["cut", '{"id":"x","user":"a'],
  ["of another kind", '{"id":"x","user":"ada","request":{"turns":[null]}}'],
])("P18 an entry that is damaged (%s) is set aside and told, and those around it are sent", async (_what, text) => {
  const server = await FaultyServer.open();
  try {
    const before = await openFileSpool(folder);
    await before.append(entry("a", "one"));
    await before.append(entry("b", "two"));
    await writeFile(join(folder, "000000000000002.json"), text);
    const events: ClientEvent[] = [];
    const { url, environment } = server;
    const spool = await openFileSpool(folder);
    const client = connectKeepsake({ url, environment, spool, onEvent: (event) => events.push(event) });
    expect(await server.until(client.flush())).toEqual({ delivered: 2, undeliverable: 0, waiting: 0 });
    expect(events).toContainEqual({ type: "spool-damaged", entries: 1 });
    expect(await readdir(folder)).toEqual(["000000000000002.json.damaged"]);
    await client.close();
  } finally {
    await server.close();
  }
});

it("P18 an entry that is damaged while the process runs does not stand in the way either", async () => {
  const spool = await openFileSpool(folder);
  await spool.append(entry("a", "one"));
  await spool.append(entry("b", "two"));
  const [oldest = ""] = (await readdir(folder)).sort();
  await writeFile(join(folder, oldest), "");
  expect(await spool.first()).toEqual(entry("b", "two"));
  expect([spool.takeDamaged?.(), spool.takeDamaged?.(), (await spool.size()).entries]).toEqual([1, 0, 1]);
});

it("the draft that a killed process left, with the words in it, is removed at the next opening", async () => {
  await mkdir(folder);
  await writeFile(join(folder, "000000000000007.json.part"), '{"id":"x","user":"ada","request":{"turns":[{"text":"my');
  await writeFile(join(folder, "notes.part"), "of somebody else");
  await openFileSpool(folder);
  expect(await readdir(folder)).toEqual(["notes.part"]);
});
