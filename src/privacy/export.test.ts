import { describe, expect, it } from "vitest";
import { makeScope } from "../domain/index.js";
import { remember } from "../remember/index.js";
import { putState } from "../sessions/index.js";
import { openWriteScene, type WriteScene } from "../testing/write-scene.js";
import { type ExportPage, exportPage } from "./export.js";
import { exportMarkdown } from "./export-markdown.js";

async function allPages({ parts, scope }: WriteScene, limit: number): Promise<readonly ExportPage[]> {
  const pages: ExportPage[] = [];
  let cursor: string | undefined;
  do {
    const page: ExportPage = await exportPage(parts, scope, { limit, ...(cursor === undefined ? {} : { cursor }) });
    pages.push(page);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return pages;
}

async function fullScene(): Promise<WriteScene> {
  const scene = await openWriteScene();
  const { parts, scope } = scene;
  await scene.tell("a", ["My shoe size is 41", "hello there"]);
  await scene.tell("b", ["My shoe size is 42", "我对乳胶过敏"]);
  await remember(parts, scope, { content: "Quill is on holiday in May" });
  for (const space of ["task-1", "task-2"]) await putState(parts, scope, space, "step", { at: 5, space });
  await parts.storage.auditLog.append(scope.tenant, [
    { at: 1, action: "recall", actor: "key:bot", user: scope.user, targets: ["mem_x"], outcome: "done" },
    { at: 2, action: "recall", actor: "key:bot", user: "eve", targets: ["mem_eve"], outcome: "done" },
  ]);
  return scene;
}

describe("export (9.3)", () => {
  it("holds everything about the user: both versions, words, what wrote them, working state, the audit lines about them", async () => {
    const scene = await fullScene();
    const records = (await allPages(scene, 1_000)).flatMap((page) => page.records);
    const count = (type: string): number => records.filter((record) => record.type === type).length;
    const rows = await scene.rows();
    expect(count("memory")).toBe(rows.length);
    expect(rows.some(({ status }) => status === "superseded")).toBe(true);
    expect({ session: count("session"), turn: count("turn"), state: count("state") }).toEqual({
      ...{ session: 2, turn: 4, state: 2 },
    });
    expect(count("write")).toBeGreaterThanOrEqual(rows.length);
    expect(count("episode")).toBe(4);
    const text = JSON.stringify(records);
    for (const held of ["shoe size is 41", "shoe size is 42", "乳胶", "Quill", "task-2", "key:bot"])
      expect(text).toContain(held);
    expect(text).not.toContain("mem_eve");
  });

  it.each([1, 2, 3, 7])("gives the same in pages of %i, nothing twice and nothing left out", async (limit) => {
    const scene = await fullScene();
    const whole = (await allPages(scene, 1_000)).flatMap((page) => page.records);
    const pages = await allPages(scene, limit);
    expect(pages.flatMap((page) => page.records)).toEqual(whole);
    expect(Math.max(...pages.map((page) => page.records.length))).toBeLessThan(limit + 5);
  });

  it("P10: a cursor opens nobody else's, and none that was made up", async () => {
    const scene = await fullScene();
    const { nextCursor = "" } = await exportPage(scene.parts, scene.scope, { limit: 1 });
    const other = makeScope(scene.scope.tenant, "eve");
    for (const [scope, cursor] of [
      [other, nextCursor],
      [scene.scope, "bm90aGluZw"],
    ] as const) {
      await expect(exportPage(scene.parts, scope, { limit: 1, cursor })).rejects.toMatchObject({
        code: "INVALID_INPUT",
        details: { field: "cursor" },
      });
    }
    expect((await exportPage(scene.parts, other, { limit: 100 })).records.map(({ type }) => type)).toEqual(["audit"]);
  });

  it.each([
    ["en", "# What is kept about you: ada", "## Memories", "in your words"],
    ["zh", "# 关于你保存的内容: ada", "## 记忆", "原话"],
  ] as const)("is readable in %s, each heading once, whatever the pages", async (language, title, memories, words) => {
    const scene = await fullScene();
    const read = async (limit: number): Promise<string> => {
      const pages = await allPages(scene, limit);
      return pages
        .map((page, index) =>
          exportMarkdown(page.records, language, {
            ...(index === 0 ? { title: "ada" } : {}),
            ...(page.after === undefined ? {} : { after: page.after }),
          }),
        )
        .join("");
    };
    const whole = await read(1_000);
    expect(whole.startsWith(title)).toBe(true);
    expect(whole.split(`\n${memories}\n`)).toHaveLength(2);
    for (const held of [words, "shoe size is 41", "乳胶", "task-2"]) expect(whole).toContain(held);
    expect(await read(3)).toBe(whole);
  });

  it("lets no word become markup", () => {
    const turn = {
      ...{ id: "turn_1", sessionId: "a", position: 0, role: "user", at: 0, recordedAt: 0, timeZone: "UTC" },
      text: "# Title\n[x](javascript:alert(1)) <img src=x>",
    } as never;
    const text = exportMarkdown([{ type: "turn", turn }], "en", { after: "turn" });
    expect(text).toContain("\\# Title / \\[x\\](javascript:alert(1)) \\<img src=x\\>");
  });
});
