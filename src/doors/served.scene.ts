import { type OpenEngine, openEngine } from "../compose.js";
import { type KeepsakeConfig, type KeepsakeConfigInput, loadConfig } from "../config/index.js";
import type { HttpServer } from "./http/index.js";

/** An engine in memory with a door on a free port. */
export interface Served {
  readonly engine: OpenEngine;
  readonly server: HttpServer;
}

/** Opens doors for tests and closes them, each before its engine, when told. */
export class ServedDoors {
  readonly opened: Served[] = [];

  constructor(private readonly openDoor: (engine: OpenEngine, config: KeepsakeConfig) => Promise<HttpServer>) {}

  /** @returns the door's address */
  async start(http: KeepsakeConfigInput["http"] = {}): Promise<string> {
    const overrides = {
      storage: { kind: "memory" },
      embedder: { kind: "fake" },
      log: { level: "silent" },
      http: { port: 0, ...http },
    } as const;
    const config = loadConfig({ env: {}, file: false, overrides });
    const engine = await openEngine(config);
    const server = await this.openDoor(engine, config);
    this.opened.push({ engine, server });
    return server.url;
  }

  async close(): Promise<void> {
    for (const { engine, server } of this.opened.splice(0)) {
      await server.close();
      await engine.close();
    }
  }
}
