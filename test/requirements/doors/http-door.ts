import { loadConfig } from "../../../src/config/index.js";
import { serveHttp } from "../../../src/doors/http/index.js";
import { findOperation } from "../../../src/operations/index.js";
import type { DoorError, OpenDoor } from "../door.js";

function queryOf(input: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(input).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((item): [string, string] => [name, String(item)]),
  );
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs).toString()}`;
}

/** A real server on a free port, called over real sockets. */
export const openHttpDoor: OpenDoor = async (engine) => {
  const config = loadConfig({ env: {}, file: false, overrides: { http: { port: 0 } } });
  const server = await serveHttp(engine, config);
  return {
    name: "http",
    call: async (name, user, input, options = {}) => {
      const operation = findOperation(name);
      if (operation === undefined) throw new Error(`no operation ${name}`);
      const rest: Record<string, unknown> = { ...input };
      const path = operation.http.path.replace(/\{(\w+)\}/g, (_match, field: string) => {
        const value = field === "user" ? user : String(rest[field]);
        if (field !== "user") delete rest[field];
        return encodeURIComponent(value);
      });
      const { method } = operation.http;
      const hasBody = method === "POST" || method === "PUT";
      const response = await fetch(`${server.url}${path}${hasBody ? "" : queryOf(rest)}`, {
        method,
        headers: {
          ...(hasBody ? { "content-type": "application/json" } : {}),
          "accept-language": options.language === "zh" ? "zh-CN" : "en",
        },
        ...(hasBody ? { body: JSON.stringify(rest) } : {}),
      });
      const body = (await response.json()) as Record<string, unknown>;
      if (response.ok) return { ok: true, output: body };
      const error = { ...body, message: body.detail } as unknown as DoorError;
      return { ok: false, error };
    },
    close: () => server.close(),
  };
};
