import type { Command } from "commander";
import type { KeepsakeConfig, KeepsakeConfigInput, Language, ServingRole } from "../../../config/index.js";
import { KeepsakeError } from "../../../domain/index.js";
import type { DoorEngine } from "../../engine.js";
import { openGrpcDoor, openHttpDoor, openMcpDoor, openProxyDoor } from "../../serving.js";
import { keepObjectsYoung } from "../../tune-heap.js";
import { Screen } from "../screen.js";
import { type CliParts, type CommonOptions, callerOf, configOf } from "../session.js";
import { type Texts, textsOf } from "../texts.js";
import { mcpConfigCommand } from "./mcp-config-command.js";
import { withCommonOptions, withExample } from "./shared-options.js";

interface ServeOptions extends CommonOptions {
  readonly host?: string;
  readonly port?: string;
  readonly grpcPort?: string;
  readonly role?: string;
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

function portOf(given: string | undefined, option: string, texts: Texts): { readonly port?: number } {
  if (given === undefined) return {};
  const port = Number(given);
  if (given.trim() !== "" && Number.isInteger(port)) return { port };
  throw new KeepsakeError("INVALID_INPUT", texts.notAPort(given), { field: option });
}

function servingOverrides(options: ServeOptions, texts: Texts): KeepsakeConfigInput {
  return {
    http: {
      ...(options.host === undefined ? {} : { host: options.host }),
      ...portOf(options.port, "--port", texts),
    },
    grpc: portOf(options.grpcPort, "--grpc-port", texts),
    // what it may be is the schema's to say
    ...(options.role === undefined ? {} : { role: options.role as ServingRole }),
  };
}

/** A process that only answers callers leaves the journal to others. */
function forRole(config: KeepsakeConfig): KeepsakeConfig {
  return config.role === "api" ? { ...config, worker: { ...config.worker, enabled: false } } : config;
}

interface OpenDoors {
  readonly url: string;
  readonly grpc?: string;
  /** What clients of the chat proxy take as base address. */
  readonly proxy?: string;
  close(): Promise<void>;
}

/** All doors that are wanted or none: one that cannot open closes the others. */
async function openDoors(engine: DoorEngine, config: KeepsakeConfig): Promise<OpenDoors> {
  const opened: { close(): Promise<void> }[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(opened.map((door) => door.close()));
  };
  try {
    const http = await openHttpDoor(engine, config);
    opened.push(http);
    if (config.role === "worker") return { url: http.url, close };
    const { port } = config.grpc;
    const grpc = port === undefined ? undefined : await openGrpcDoor(engine, config, port);
    if (grpc !== undefined) opened.push(grpc);
    const proxy = config.proxy === undefined ? undefined : await openProxyDoor(engine, config);
    if (proxy !== undefined) opened.push(proxy);
    return {
      url: http.url,
      ...(grpc === undefined ? {} : { grpc: grpc.address }),
      ...(proxy === undefined ? {} : { proxy: proxy.url }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function tellDoors(screen: Screen, texts: Texts, role: ServingRole, { close: _, ...addresses }: OpenDoors): void {
  if (screen.json) {
    screen.data({ role, ...addresses });
    return;
  }
  screen.note(role === "worker" ? texts.workingAt(addresses.url) : texts.serving(addresses.url));
  if (addresses.grpc !== undefined) screen.note(texts.servingGrpc(addresses.grpc));
  if (addresses.proxy !== undefined) screen.note(texts.servingProxy(addresses.proxy));
}

async function serve(options: ServeOptions, parts: CliParts, language: Language): Promise<void> {
  const config = forRole(configOf(parts.io, options, servingOverrides(options, textsOf(language))));
  const texts = textsOf(config.language);
  const screen = new Screen(parts.io, {
    json: options.json === true,
    timeZone: config.defaultTimeZone,
    language: config.language,
  });
  keepObjectsYoung();
  const engine = await parts.openEngine(config);
  try {
    const server = await openDoors(engine, config);
    tellDoors(screen, texts, config.role, server);
    await untilAborted(parts.signal);
    if (!screen.json) screen.note(texts.stopping);
    await server.close();
  } finally {
    await engine.close();
  }
}

/** `serve`: the HTTP door, until Ctrl-C or a request to terminate. */
export function serveCommand(make: (name: string) => Command, parts: CliParts, language: Language): Command {
  const texts = textsOf(language);
  const command = make("serve")
    .summary(texts.serveTitle)
    .description(texts.serveAbout)
    .option("--host <address>", texts.host)
    .option("--port <n>", texts.port)
    .option("--grpc-port <n>", texts.grpcPort)
    .option("--role <role>", texts.servingRole);
  withCommonOptions(command, texts, { user: false });
  withExample(command, "KEEPSAKE_API_KEYS=app:0123456789abcdef keepsake serve --host 0.0.0.0 --port 7411", texts);
  return command.action(async () => serve(command.opts<ServeOptions>(), parts, language));
}

async function serveMcp(options: CommonOptions, parts: CliParts): Promise<void> {
  const config = configOf(parts.io, options);
  const caller = callerOf(config, "mcp");
  const engine = await parts.openEngine(config);
  try {
    const server = await openMcpDoor({
      engine,
      caller,
      language: config.language,
      onError: (error) => engine.parts.telemetry.log("warn", "mcp-connection", { cause: error.message }),
    });
    await Promise.race([server.closed, untilAborted(parts.signal)]);
    await server.close();
  } finally {
    await engine.close();
  }
}

/** `mcp`: the MCP door on this process's stdin and stdout, until either side hangs up. */
export function mcpCommand(make: (name: string) => Command, parts: CliParts, language: Language): Command {
  const texts = textsOf(language);
  const command = make("mcp").summary(texts.mcpTitle).description(texts.mcpAbout);
  withCommonOptions(command, texts, { user: true });
  withExample(command, "keepsake mcp --user ada", texts);
  // what stands after the word `config` is that command's, although both know the same options
  command.enablePositionalOptions().addCommand(mcpConfigCommand(make, parts, language));
  return command.action(async () => serveMcp(command.opts<CommonOptions>(), parts));
}
