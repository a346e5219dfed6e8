/*
 * What a client wants in its own file to find this memory. Each speaks another dialect of the same three things: a command and its words, or
 * an address and a header. Secrets never stand in a snippet: each names the place where its client keeps them.
 */

export const MCP_CLIENTS = ["claude-desktop", "claude-code", "cursor", "vscode", "cherry-studio", "codex"] as const;
export type McpClient = (typeof MCP_CLIENTS)[number];

/** How the client reaches the memory. */
export type McpReach =
  | {
      readonly transport: "stdio";
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  /** `url` is the address of the MCP door itself. */
  | { readonly transport: "http"; readonly url: string };

interface Bilingual {
  readonly en: string;
  readonly zh: string;
}

export interface McpClientConfig {
  readonly client: McpClient;
  readonly transport: McpReach["transport"];
  readonly format: "json" | "toml";
  /** File or place that it goes to. */
  readonly where: Bilingual;
  /** Ready to be pasted. */
  readonly snippet: string;
  readonly notes: readonly Bilingual[];
}

/** Not `KEEPSAKE_…`: those are settings of the product, and one that it does not know is an error. */
const KEY_VARIABLE = "MEMORY_API_KEY";

const both = (en: string, zh: string): Bilingual => ({ en, zh });

const WHERE: Readonly<Record<McpClient, Bilingual>> = {
  "claude-desktop": both(
    "claude_desktop_config.json (Settings → Developer → Edit Config), then restart Claude Desktop.",
    "claude_desktop_config.json（设置 → 开发者 → 编辑配置），然后重启 Claude Desktop。",
  ),
  "claude-code": both(
    ".mcp.json in the project's folder; or the same entry by `claude mcp add-json keepsake '…'` with what stands under keepsake.",
    "项目文件夹里的 .mcp.json；也可把 keepsake 之下的内容交给 `claude mcp add-json keepsake '…'`。",
  ),
  cursor: both(
    "~/.cursor/mcp.json for every project, or .cursor/mcp.json in one.",
    "~/.cursor/mcp.json（所有项目），或某个项目里的 .cursor/mcp.json。",
  ),
  vscode: both(
    ".vscode/mcp.json in the workspace, or the command “MCP: Open User Configuration”.",
    "工作区里的 .vscode/mcp.json，或命令“MCP: Open User Configuration”。",
  ),
  "cherry-studio": both(
    "Settings → MCP Servers → Add → Import from JSON.",
    "设置 → MCP 服务器 → 添加 → 从 JSON 导入。",
  ),
  codex: both(
    "~/.codex/config.toml, or .codex/config.toml in a project that Codex trusts.",
    "~/.codex/config.toml，或受 Codex 信任的项目里的 .codex/config.toml。",
  ),
};

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** A TOML basic string: JSON's escapes are a subset of its own, but for DEL, which it wants escaped. */
function tomlText(text: string): string {
  return JSON.stringify(text).replaceAll("\u007f", "\\u007f");
}

function tomlList(texts: readonly string[]): string {
  return `[${texts.map(tomlText).join(", ")}]`;
}

function codexSnippet(reach: McpReach): string {
  if (reach.transport === "http") {
    return `[mcp_servers.keepsake]\nurl = ${tomlText(reach.url)}\nbearer_token_env_var = "${KEY_VARIABLE}"`;
  }
  const head = `[mcp_servers.keepsake]\ncommand = ${tomlText(reach.command)}\nargs = ${tomlList(reach.args)}`;
  const env = Object.entries(reach.env).map(([name, value]) => `${name} = ${tomlText(value)}`);
  return env.length === 0 ? head : `${head}\n\n[mcp_servers.keepsake.env]\n${env.join("\n")}`;
}

/** `type` is what VS Code, Claude Code and Cherry Studio go by; the others know a command by the command. */
function stdioEntry(client: McpClient, { command, args, env }: McpReach & { transport: "stdio" }): unknown {
  const isTyped = client === "vscode" || client === "claude-code" || client === "cherry-studio";
  return { ...(isTyped && { type: "stdio" }), command, args, ...(Object.keys(env).length > 0 && { env }) };
}

/** What the client itself replaces by a value. */
function reference(name: string): string {
  return `\${${name}}`;
}

function httpEntry(client: Exclude<McpClient, "codex">, url: string): unknown {
  switch (client) {
    case "claude-desktop":
      // its file starts commands only; the bridge is one. No space in the argument: some of its systems split there
      return {
        command: "npx",
        args: ["-y", "mcp-remote", url, "--header", `Authorization:${reference("AUTHORIZATION")}`],
        env: { AUTHORIZATION: "Bearer PASTE_THE_KEY_HERE" },
      };
    case "claude-code":
      return { type: "http", url, headers: { Authorization: `Bearer ${reference(KEY_VARIABLE)}` } };
    case "cursor":
      return { url, headers: { Authorization: `Bearer ${reference(`env:${KEY_VARIABLE}`)}` } };
    case "vscode":
      return { type: "http", url, headers: { Authorization: `Bearer ${reference("input:memory-key")}` } };
    case "cherry-studio":
      return { type: "streamableHttp", baseUrl: url, headers: { Authorization: "Bearer PASTE_THE_KEY_HERE" } };
  }
}

function snippetOf(client: McpClient, reach: McpReach): string {
  if (client === "codex") return codexSnippet(reach);
  const entry = reach.transport === "stdio" ? stdioEntry(client, reach) : httpEntry(client, reach.url);
  if (client !== "vscode") return json({ mcpServers: { keepsake: entry } });
  const inputs = [{ type: "promptString", id: "memory-key", description: "Keepsake API key", password: true }];
  return json({ ...(reach.transport === "http" && { inputs }), servers: { keepsake: entry } });
}

const PASTED = both(
  "Put the key in place of PASTE_THE_KEY_HERE: this client keeps it in its file, so let nobody else read that file.",
  "把 PASTE_THE_KEY_HERE 换成密钥：该客户端把它存在自己的文件里，请勿让他人读到该文件。",
);
const FROM_ENVIRONMENT = both(
  `The client reads the key from the environment variable ${KEY_VARIABLE}; set it where the client is started.`,
  `客户端从环境变量 ${KEY_VARIABLE} 读取密钥；请在启动客户端的环境里设置。`,
);
const ASKED = both("VS Code asks for the key once and keeps it.", "VS Code 会询问一次密钥并保存。");
const BRIDGE = both(
  "Claude Desktop's file knows no addresses: mcp-remote (a separate npm package) carries the calls. An address that is not https and not of this machine also wants --allow-http.",
  "Claude Desktop 的配置文件不能写地址：由 mcp-remote（另一个 npm 包）转接。既非 https 又非本机的地址还需加 --allow-http。",
);
const MAKE_KEY = both(
  "A key for one user: `keepsake keys create NAME --role agent --user USER` on the server; one that is bound to a user opens nothing else.",
  "为一位用户建密钥：在服务器上运行 `keepsake keys create 名称 --role agent --user 用户`；限定到一位用户的密钥打不开别人的记忆。",
);
const FIXED_USER = both(
  "The user is fixed by this entry: no call of the model can name another.",
  "用户由此条目固定：模型的任何调用都不能指向别人。",
);

function keyNotes(client: McpClient): readonly Bilingual[] {
  switch (client) {
    case "claude-desktop":
      return [BRIDGE, PASTED];
    case "cherry-studio":
      return [PASTED];
    case "vscode":
      return [ASKED];
    case "claude-code":
    case "cursor":
    case "codex":
      return [FROM_ENVIRONMENT];
  }
}

/** The entry of one client. A file that has servers already keeps them: only `keepsake` is added beside. */
export function mcpClientConfig(client: McpClient, reach: McpReach): McpClientConfig {
  return {
    client,
    transport: reach.transport,
    format: client === "codex" ? "toml" : "json",
    where: WHERE[client],
    snippet: snippetOf(client, reach),
    notes: reach.transport === "stdio" ? [FIXED_USER] : [...keyNotes(client), MAKE_KEY],
  };
}

/**
 * The address of the MCP door, from that of the server or of the door itself.
 * @param user whose memory; absent: as the key says
 */
export function mcpAddress(server: string, user: string | undefined): string {
  const base = server.replace(/\/+$/, "").replace(/\/mcp$/, "");
  return user === undefined ? `${base}/mcp` : `${base}/mcp/${encodeURIComponent(user)}`;
}
