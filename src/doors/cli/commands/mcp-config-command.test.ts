import { existsSync } from "node:fs";
import { PassThrough, Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { MCP_CLIENTS } from "../../serving.js";
import { runCli } from "../run.js";

class Collector extends Writable {
  text = "";
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString("utf8");
    done();
  }
}

async function run(line: readonly string[], env: Record<string, string> = {}) {
  const stdout = new Collector();
  const stderr = new Collector();
  const io = { env, stdin: new PassThrough().end(), stdout, stderr, onInterrupt: () => () => undefined };
  const code = await runCli(["mcp", "config", ...line], io, () => Promise.reject(new Error("it opens no engine")));
  return { code, out: stdout.text, err: stderr.text };
}

describe("mcp config (7.1)", () => {
  it("starts this very command, for this user and folder, in the dialect of each client", async () => {
    for (const client of MCP_CLIENTS) {
      const { code, out, err } = await run([client, "--user", '阿达 "a"', "--data", "/tmp/some folder"]);
      expect(code, err).toBe(0);
      if (client === "codex") {
        expect(out).toContain("[mcp_servers.keepsake]");
        expect(out).toContain('"--user", "阿达 \\"a\\""]');
        expect(out).toContain('KEEPSAKE_DATA = "/tmp/some folder"');
        continue;
      }
      const file = JSON.parse(out) as Record<string, Record<string, { args: string[]; env: Record<string, string> }>>;
      const entry = (client === "vscode" ? file.servers : file.mcpServers)?.keepsake;
      expect(entry?.args.slice(1)).toEqual(["mcp", "--user", '阿达 "a"']);
      expect(existsSync(entry?.args[0] ?? "")).toBe(true);
      expect(entry?.env).toEqual({ KEEPSAKE_DATA: "/tmp/some folder" });
    }
  });

  it("gives an address with a key that stands in no snippet", async () => {
    for (const client of MCP_CLIENTS) {
      const { code, out } = await run([client, "--url", "https://memory.example/", "--user", "ada/b"]);
      expect(code).toBe(0);
      expect(out).toContain('"https://memory.example/mcp/ada%2Fb"');
      expect(out).not.toContain("KEEPSAKE_DATA");
      expect(out).toMatch(/MEMORY_API_KEY|input:memory-key|PASTE_THE_KEY_HERE/);
    }
    const { out } = await run(["cursor", "--url", "http://127.0.0.1:7411/mcp"]);
    expect(out).toContain('"http://127.0.0.1:7411/mcp"');
  });

  it("answers stdout with the snippet alone, or with --json everything; says where it goes in both languages", async () => {
    const en = await run(["vscode", "--user", "ada"]);
    expect(() => JSON.parse(en.out)).not.toThrow();
    expect(en.err).toContain("Goes to: .vscode/mcp.json");
    const zh = await run(["vscode", "--user", "ada", "--lang", "zh"]);
    expect(zh.err).toContain("放到：");
    expect(zh.out).toContain('"KEEPSAKE_LANGUAGE": "zh"');
    const { snippet, notes, ...rest } = JSON.parse((await run(["codex", "--user", "ada", "--json"])).out);
    expect(rest).toMatchObject({ client: "codex", transport: "stdio", format: "toml" });
    expect(snippet).toContain("[mcp_servers.keepsake]");
    expect(notes.length).toBeGreaterThan(0);
  });

  it("never prints the key of the store, and says that it is needed", async () => {
    const { out, err } = await run(["codex", "--user", "ada"], { KEEPSAKE_ENCRYPTION_KEY: "very-secret-key" });
    expect(out + err).not.toContain("very-secret-key");
    expect(err).toContain("KEEPSAKE_ENCRYPTION_KEY");
  });

  it.each([
    [["emacs", "--user", "ada"], "emacs"],
    [["codex"], "no user is named"],
    [["codex", "--url", "memory.example"], "memory.example"],
    [["codex", "--url", "file:///etc"], "file:///etc"],
  ])("refuses %j", async (line, said) => {
    const { code, out, err } = await run(line);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(said);
  });
});
