import type { FastifyInstance, FastifyRequest } from "fastify";
import type { KeepsakeConfig } from "../../config/index.js";
import { PERMISSIONS } from "../../domain/index.js";

const WELL_KNOWN = "/.well-known/oauth-protected-resource";

/** The address under which callers reach this server: as configured, else as the request says. */
function baseUrl(request: FastifyRequest, config: KeepsakeConfig): string {
  return (
    config.http.publicUrl?.replace(/\/$/, "") ?? `${request.protocol}://${request.headers.host ?? request.hostname}`
  );
}

/** What a refused caller is told: where it reads who gives tokens (RFC 9728). */
export function challengeFor(request: FastifyRequest, config: KeepsakeConfig): string {
  const [first = ""] = request.url.split("?")[0]?.split("/").slice(1) ?? [];
  const path = first === "mcp" ? "/mcp" : "";
  return `Bearer resource_metadata="${baseUrl(request, config)}${WELL_KNOWN}${path}"`;
}

/** Protected-resource metadata (RFC 9728), of the whole server and of the MCP address. */
export function addResourceMetadata(server: FastifyInstance, config: KeepsakeConfig): void {
  for (const path of ["", "/mcp"]) {
    server.get(`${WELL_KNOWN}${path}`, async (request) => ({
      resource: `${baseUrl(request, config)}${path}`,
      ...(config.auth.jwt === undefined ? {} : { authorization_servers: [config.auth.jwt.issuer] }),
      bearer_methods_supported: ["header"],
      scopes_supported: PERMISSIONS.filter((permission) => permission !== "tenants:manage"),
      resource_name: "Keepsake",
    }));
  }
}
