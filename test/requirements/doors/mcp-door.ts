import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { makeScope, PERMISSIONS } from "../../../src/domain/index.js";
import { createMcpServer } from "../../../src/doors/mcp/index.js";
import type { DoorError, OpenDoor } from "../door.js";

/** The official client, linked in memory; one connection per user, as each connection belongs to one. */
export const openMcpDoor: OpenDoor = async (engine) => {
  const clients = new Map<string, Client>();
  const connect = async (user: string, language: "en" | "zh"): Promise<Client> => {
    const key = JSON.stringify([user, language]);
    const known = clients.get(key);
    if (known !== undefined) return known;
    const caller = {
      scope: makeScope("default", user),
      permissions: new Set(PERMISSIONS),
      actor: "mcp",
      door: "mcp",
    } as const;
    const server = createMcpServer({ engine, caller, language, onError: () => undefined });
    const [here, there] = InMemoryTransport.createLinkedPair();
    const client = new Client({ name: "requirements", version: "1.0.0" });
    await Promise.all([server.connect(there), client.connect(here)]);
    clients.set(key, client);
    return client;
  };
  return {
    name: "mcp",
    call: async (name, user, input, options = {}) => {
      const client = await connect(user, options.language ?? "en");
      const result = await client.callTool({ name, arguments: { ...input } });
      if (result.isError !== true) return { ok: true, output: result.structuredContent };
      const [block] = result.content;
      const text = block?.type === "text" ? block.text : "{}";
      const { error } = JSON.parse(text) as { readonly error: DoorError };
      return { ok: false, error };
    },
    close: async () => {
      await Promise.all([...clients.values()].map((client) => client.close()));
    },
  };
};
