import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import type { KeepsakeConfig, Language } from "../../../config/index.js";
import { KeepsakeError } from "../../../domain/index.js";
import { MCP_CLIENTS, type McpClient, type McpReach, mcpAddress, mcpClientConfig } from "../../serving.js";
import { Screen } from "../screen.js";
import { type CliParts, type CommonOptions, callerOf, configOf } from "../session.js";
import { textsOf } from "../texts.js";
import { withCommonOptions, withExample } from "./shared-options.js";

interface McpConfigOptions extends CommonOptions {
  readonly url?: string;
  readonly npx?: boolean;
}

const TEXTS = {
  en: {
    title: "Print the entry for an MCP client",
    about: `Prints what ${MCP_CLIENTS.join(", ")} want in their own file; the place it goes to is told beside (stderr). Changes nothing.`,
    client: "the client",
    url: "address of a running server: the entry is one for HTTP with a bearer key instead of a command",
    npx: "name the command as `npx keepsake` instead of by its place on this machine, for a file that others share",
    goesTo: "Goes to:",
    unknown: (given: string) => `${given} is not one of ${MCP_CLIENTS.join(", ")}`,
    missing: `name the client: one of ${MCP_CLIENTS.join(", ")}`,
    badUrl: (given: string) => `${given} is not an http:// or https:// address`,
    encrypted:
      "The store is encrypted: the client's environment must also hold KEEPSAKE_ENCRYPTION_KEY, which is not printed here.",
  },
  zh: {
    title: "输出 MCP 客户端的配置条目",
    about: `输出 ${MCP_CLIENTS.join("、")} 在各自文件里需要的条目；放到哪里另行说明（stderr）。不改动任何东西。`,
    client: "客户端",
    url: "运行中的服务器地址：输出带密钥的 HTTP 条目，而非启动命令",
    npx: "以 `npx keepsake` 作为命令，而非本机上的路径，适合与他人共用的文件",
    goesTo: "放到：",
    unknown: (given: string) => `${given} 不在 ${MCP_CLIENTS.join("、")} 之列`,
    missing: `请指明客户端：${MCP_CLIENTS.join("、")} 之一`,
    badUrl: (given: string) => `${given} 不是 http:// 或 https:// 地址`,
    encrypted: "存储已加密：客户端的环境里还须有 KEEPSAKE_ENCRYPTION_KEY，此处不会输出。",
  },
} as const;

/** The command as it lies on this machine: a program with a window often has no PATH in which a name would be found. */
function installedCommand(): { readonly command: string; readonly args: readonly string[] } | undefined {
  for (const up of ["../../../..", "../../../../.."]) {
    const script = fileURLToPath(new URL(`${up}/bin/keepsake.js`, import.meta.url));
    if (existsSync(script)) return { command: process.execPath, args: [script] };
  }
  return undefined;
}

function stdioReach(config: KeepsakeConfig, options: McpConfigOptions): McpReach {
  const { user } = callerOf(config, "mcp").scope;
  const shared = { command: "npx", args: ["keepsake"] };
  const { command, args } = options.npx === true ? shared : (installedCommand() ?? shared);
  return {
    transport: "stdio",
    command,
    args: [...args, "mcp", "--user", user],
    env: {
      ...(options.npx === true ? {} : { KEEPSAKE_DATA: resolve(config.dataFolder) }),
      ...(config.tenant === "default" ? {} : { KEEPSAKE_TENANT: config.tenant }),
      ...(config.language === "zh" ? { KEEPSAKE_LANGUAGE: "zh" } : {}),
      ...(options.config === undefined ? {} : { KEEPSAKE_CONFIG: resolve(options.config) }),
    },
  };
}

function httpReach(url: string, user: string | undefined, message: (given: string) => string): McpReach {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) {
    throw new KeepsakeError("INVALID_INPUT", message(url), { field: "--url" });
  }
  return { transport: "http", url: mcpAddress(url, user) };
}

function isClient(given: string): given is McpClient {
  return (MCP_CLIENTS as readonly string[]).includes(given);
}

function show(given: string | undefined, options: McpConfigOptions, parts: CliParts): void {
  const config = configOf(parts.io, options);
  const { language } = config;
  const texts = TEXTS[language];
  if (given === undefined) throw new KeepsakeError("INVALID_INPUT", texts.missing, { field: "client" });
  if (!isClient(given)) throw new KeepsakeError("INVALID_INPUT", texts.unknown(given), { field: "client" });
  const { url } = options;
  const reach = url === undefined ? stdioReach(config, options) : httpReach(url, config.user, texts.badUrl);
  const { where, notes, ...entry } = mcpClientConfig(given, reach);
  const told = notes.map((note) => note[language]);
  if (reach.transport === "stdio" && config.storage.kind === "sqlite" && config.storage.encryptionKey !== undefined) {
    told.push(texts.encrypted);
  }
  const screen = new Screen(parts.io, {
    json: options.json === true,
    timeZone: config.defaultTimeZone,
    language,
  });
  if (screen.json) {
    screen.data({ ...entry, where: where[language], notes: told });
    return;
  }
  screen.note(`${texts.goesTo} ${where[language]}`);
  screen.say(entry.snippet);
  for (const note of told) screen.note(note);
}

/** `mcp config CLIENT`: the entry that a client wants; opens nothing and writes nothing. */
export function mcpConfigCommand(make: (name: string) => Command, parts: CliParts, language: Language): Command {
  const texts = TEXTS[language];
  const command = make("config")
    .summary(texts.title)
    .description(texts.about)
    .argument("[client]", `${texts.client} [${MCP_CLIENTS.join(", ")}]`)
    .option("--url <address>", texts.url)
    .option("--npx", texts.npx);
  withCommonOptions(command, textsOf(language), { user: true });
  withExample(command, "keepsake mcp config claude-desktop --user ada", textsOf(language));
  return command.action((given: string | undefined) => show(given, command.optsWithGlobals<McpConfigOptions>(), parts));
}
