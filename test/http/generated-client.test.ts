import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { afterAll, describe, expect, it } from "vitest";
import { serveHttp } from "../../src/doors/http/index.js";
import { ServedDoors } from "../../src/doors/served.scene.js";

const DOCUMENT = new URL("../../docs/reference/openapi.json", import.meta.url);
/** Below the project, so that the generated client finds its runtime. */
const CACHE = fileURLToPath(new URL("../../node_modules/.cache/", import.meta.url));
const KEY = "0123456789abcdef";

/** What an application would write around the client that it generated. */
const APPLICATION = `
import createClient from "openapi-fetch";
import type { paths } from "./api.js";

export async function talk(baseUrl: string, key: string) {
  const client = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${key}\` } });
  const path = { user: "ada 用户" };
  const recorded = await client.POST("/v1/users/{user}/record", {
    params: { path },
    body: {
      sessionId: "chat-1",
      turns: [
        { role: "user", text: "I live in Turin." },
        { role: "user", text: "我对花生过敏。" },
      ],
    },
  });
  const accepted: number | undefined = recorded.data?.accepted;
  const remembered = await client.POST("/v1/users/{user}/remember", {
    params: { path, header: { "Idempotency-Key": "one" } },
    body: { content: "Ada prefers window seats." },
  });
  const again = await client.POST("/v1/users/{user}/remember", {
    params: { path, header: { "Idempotency-Key": "one" } },
    body: { content: "Ada prefers aisle seats." },
  });
  const recalled = await client.POST("/v1/users/{user}/recall", { params: { path }, body: { query: "Which seats does Ada prefer?" } });
  const items: string[] = (recalled.data?.items ?? []).map((item) => item.content);
  const listed = await client.GET("/v1/users/{user}/memories", { params: { path, query: { limit: 10 } } });
  const id = remembered.data?.memory?.id ?? "";
  const forgotten = await client.POST("/v1/users/{user}/forget", { params: { path }, body: { id } });
  const gone = await client.GET("/v1/users/{user}/memories/{id}", { params: { path: { ...path, id } } });
  return {
    accepted, items,
    mismatch: again.error?.code,
    listed: listed.data?.items.map((memory) => memory.id),
    id,
    erased: forgotten.data?.erased.memories,
    gone: gone.error?.code,
  };
}

export async function wrong(baseUrl: string) {
  const client = createClient<paths>({ baseUrl });
  // @ts-expect-error a body without its session
  await client.POST("/v1/users/{user}/record", { params: { path: { user: "ada" } }, body: { turns: [] } });
  // @ts-expect-error a path that is not there
  await client.GET("/v1/users/{user}/memoirs", { params: { path: { user: "ada" } } });
}
`;

const doors = new ServedDoors(serveHttp);
mkdirSync(CACHE, { recursive: true });
const folder = mkdtempSync(join(CACHE, "generated-client-"));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await doors.close();
});

describe("a client generated from the committed OpenAPI document by openapi-typescript (7.1)", () => {
  it("type-checks under strict rules, and records, recalls, lists and forgets", async () => {
    const document = JSON.parse(readFileSync(DOCUMENT, "utf8")) as Parameters<typeof openapiTS>[0];
    writeFileSync(join(folder, "api.ts"), astToString(await openapiTS(document)));
    const file = join(folder, "application.ts");
    writeFileSync(file, APPLICATION);
    const options: ts.CompilerOptions = {
      ...{ strict: true, noEmit: true, skipLibCheck: true, exactOptionalPropertyTypes: true, types: [] },
      ...{ target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.NodeNext },
      ...{ lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"] },
    };
    const faults = ts.getPreEmitDiagnostics(ts.createProgram([file], options));
    expect(faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([]);

    const built = join(folder, "application.mjs");
    const { outputText } = ts.transpileModule(APPLICATION, {
      compilerOptions: { ...options, module: ts.ModuleKind.ESNext },
    });
    writeFileSync(built, outputText);
    const { talk } = (await import(pathToFileURL(built).href)) as {
      talk(url: string, key: string): Promise<Record<string, unknown>>;
    };
    const url = await doors.start({ apiKeys: [{ name: "app", key: KEY }] });
    const seen = await talk(url, KEY);
    expect(seen).toMatchObject({ accepted: 2, mismatch: "IDEMPOTENCY_MISMATCH", erased: 1, gone: "NOT_FOUND" });
    expect(seen.items).toContain("Ada prefers window seats.");
    expect(seen.listed).toContain(seen.id);
  }, 120_000);
});
