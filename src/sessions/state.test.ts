import { describe, expect, it } from "vitest";
import { openWriteScene } from "../testing/write-scene.js";
import { deleteState, getState, listState, putState } from "./state.js";

describe("working memory", () => {
  it("keeps a value until its time is over, and renews it on writing", async () => {
    const { parts, scope, clock } = await openWriteScene();
    await putState(parts, scope, "task", "step", { at: 2 }, 60);
    clock.at += 59_000;
    expect((await getState(parts, scope, "task", "step")).value).toEqual({ at: 2 });
    await putState(parts, scope, "task", "step", { at: 3 }, 60);
    clock.at += 59_000;
    expect((await getState(parts, scope, "task", "step")).value).toEqual({ at: 3 });
    clock.at += 2_000;
    await expect(getState(parts, scope, "task", "step")).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await listState(parts, scope, "task")).toEqual([]);
  });

  it("lists by key and deletes", async () => {
    const { parts, scope } = await openWriteScene();
    await putState(parts, scope, "task", "b", 1);
    await putState(parts, scope, "task", "a", 2);
    expect((await listState(parts, scope, "task")).map((entry) => entry.key)).toEqual(["a", "b"]);
    expect(await deleteState(parts, scope, "task", "a")).toBe(true);
    expect(await deleteState(parts, scope, "task", "a")).toBe(false);
  });

  it.each([
    ["", "k", 1, 60, "INVALID_INPUT"],
    ["s", "", 1, 60, "INVALID_INPUT"],
    ["s", "k", undefined, 60, "INVALID_INPUT"],
    ["s", "k", 1, 0, "INVALID_INPUT"],
    ["s", "k", "字".repeat(30_000), 60, "TOO_LARGE"],
  ])("refuses space %j, key %j, value %j for %j s", async (space, key, value, ttl, code) => {
    const { parts, scope } = await openWriteScene();
    await expect(putState(parts, scope, space, key, value, ttl)).rejects.toMatchObject({ code });
  });
});
