import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, describe, expect, it } from "vitest";
import { listTools } from "./index.js";

const MAIN = fileURLToPath(new URL("../../main.ts", import.meta.url));
const open: Client[] = [];

afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

interface Started {
  readonly client: Client;
  stderr(): string;
}

/** The command that an agent's configuration names, in a process of its own. */
async function start(options: ClientOptions = {}, words: readonly string[] = ["--user", "ada"]): Promise<Started> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ["--import", "tsx", MAIN, "mcp", ...words],
    env: {
      PATH: process.env.PATH ?? "",
      KEEPSAKE_STORAGE: "memory",
      KEEPSAKE_EMBEDDER: "fake",
      KEEPSAKE_LOG_LEVEL: "debug",
      KEEPSAKE_DATA: mkdtempSync(join(tmpdir(), "keepsake-mcp-")),
    },
    stderr: "pipe",
  });
  let stderr = "";
  transport.stderr?.on("data", (chunk: Buffer) => {
    stderr += chunk.toString("utf8");
  });
  const client = new Client({ name: "test", version: "1.0.0" }, options);
  await client.connect(transport);
  open.push(client);
  return { client, stderr: () => stderr };
}

describe("the tool list", () => {
  it("carries the table's descriptions, schemas and annotations in either language", () => {
    const en = listTools("en");
    const zh = listTools("zh");
    expect(zh.map((tool) => tool.name)).toEqual(en.map((tool) => tool.name));
    for (const name of ["record", "remember", "recall", "context", "correct", "forget", "list", "profile"]) {
      expect(en.map((tool) => tool.name)).toContain(name);
    }
    expect(en.find((tool) => tool.name === "forget")?.annotations).toMatchObject({
      destructiveHint: true,
      readOnlyHint: false,
    });
    expect(en.find((tool) => tool.name === "recall")?.annotations).toMatchObject({
      readOnlyHint: true,
      openWorldHint: false,
    });
    for (const tool of zh) expect(tool.description).toMatch(/[\u4e00-\u9fff]/u);
    for (const tool of en) {
      expect(tool.inputSchema.type).toBe("object");
      expect(tool.outputSchema?.type).toBe("object");
      expect(tool.description).toMatch(/Call it|For people/);
    }
  });
});

describe("over stdio, in a child process", () => {
  it.each([
    ["2025-11-25", { versionNegotiation: { mode: "legacy" } }],
    ["2026-07-28", { versionNegotiation: { mode: { pin: "2026-07-28" } } }],
  ] as const)("serves clients of revision %s", async (revision, options) => {
    const { client, stderr } = await start(options);
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(client.getInstructions()).toContain("recall");
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(listTools("en").map((tool) => tool.name));
    const put = await client.callTool({
      name: "state-put",
      arguments: { space: "task", key: "step", value: { done: ["资料"] } },
    });
    expect(put.isError).not.toBe(true);
    const got = await client.callTool({ name: "state-get", arguments: { space: "task", key: "step" } });
    expect(got.structuredContent).toMatchObject({ key: "step", value: { done: ["资料"] } });
    const [block] = got.content;
    expect(block?.type === "text" ? JSON.parse(block.text) : undefined).toEqual(got.structuredContent);
    expect(stderr()).not.toContain("jsonrpc");
  });

  it("tells the model what to mend, as a tool result", async () => {
    const { client } = await start();
    const refused = await client.callTool({ name: "recall", arguments: { query: "q", userId: "eve" } });
    expect(refused.isError).toBe(true);
    const [block] = refused.content;
    const { error } = JSON.parse(block?.type === "text" ? block.text : "{}") as { error: Record<string, unknown> };
    expect(error).toMatchObject({ code: "INVALID_INPUT", field: "userId" });
    expect(String(error.remedy)).toMatch(/\w+/);
    const unknown = await client.callTool({ name: "journal-retry", arguments: {} });
    expect(unknown.isError).toBe(true);
    expect(JSON.stringify(unknown.content)).toContain("tools/list");
    expect(JSON.stringify(unknown.content)).not.toContain("another user");
  });

  it("does not start without a user", async () => {
    await expect(start({}, [])).rejects.toThrow();
  });
});
