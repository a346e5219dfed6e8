import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { ApiKeyConfig, KeepsakeConfig } from "../../config/index.js";
import { KeepsakeError, makeScope } from "../../domain/index.js";
import { type Caller, PERMISSIONS } from "../../operations/index.js";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/**
 * Without API keys whoever reaches the port may read and erase everything, so the port must not be reachable from elsewhere.
 * @throws CONFIG_INVALID
 */
export function checkExposure(config: KeepsakeConfig): void {
  if (config.http.apiKeys.length > 0 || isLoopback(config.http.host)) return;
  throw new KeepsakeError(
    "CONFIG_INVALID",
    `http.host is ${config.http.host} and there are no API keys: anyone who reaches the port could read every memory`,
    {
      field: "http.host",
      remedy: {
        en: "Set KEEPSAKE_API_KEYS (name:key, at least 16 characters), or bind to 127.0.0.1.",
        zh: "请设置 KEEPSAKE_API_KEYS（名称:密钥，至少 16 个字符），或只监听 127.0.0.1。",
      },
    },
  );
}

function digest(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

function hostName(header: string | undefined): string {
  return (header ?? "").replace(/:\d+$/, "");
}

/** A web page that resolves its own name to 127.0.0.1 still sends that name: refuse it where no key guards the port. */
function checkLocalCall(headers: IncomingHttpHeaders): void {
  const origin = headers.origin === undefined ? undefined : /^https?:\/\/(.+)$/i.exec(headers.origin)?.[1];
  const foreignOrigin = headers.origin !== undefined && !isLoopback(hostName(origin));
  if (isLoopback(hostName(headers.host)) && !foreignOrigin) return;
  throw new KeepsakeError(
    "FORBIDDEN",
    "without API keys only calls from this machine, by a loopback name, are answered",
    {
      field: foreignOrigin ? "Origin" : "Host",
    },
  );
}

function presentedKey(headers: IncomingHttpHeaders): string | undefined {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? "")?.[1];
  const plain = headers["x-api-key"];
  return bearer ?? (typeof plain === "string" ? plain : undefined);
}

export type Authenticate = (headers: IncomingHttpHeaders, user: string) => Caller;

/**
 * Who calls, from the credential and the user in the path; never from the body (P09).
 * Keys are looked up by digest, so the time of an answer tells nothing about how much of a guess was right.
 * @throws UNAUTHENTICATED, FORBIDDEN (a key that is bound to another user), INVALID_INPUT (a user id that cannot be one)
 */
export function createAuthenticator(config: KeepsakeConfig): Authenticate {
  const byDigest = new Map<string, ApiKeyConfig>(config.http.apiKeys.map((key) => [digest(key.key), key]));
  return (headers, user) => {
    if (byDigest.size === 0) {
      checkLocalCall(headers);
      return { scope: makeScope(config.tenant, user), permissions: new Set(PERMISSIONS), actor: "http:local" };
    }
    const presented = presentedKey(headers);
    if (presented === undefined)
      throw new KeepsakeError("UNAUTHENTICATED", "there is no API key in the request", { field: "Authorization" });
    const key = byDigest.get(digest(presented));
    if (key === undefined)
      throw new KeepsakeError("UNAUTHENTICATED", "the API key is not known", { field: "Authorization" });
    if (key.user !== undefined && key.user !== user) {
      throw new KeepsakeError("FORBIDDEN", `the API key ${key.name} is bound to another user`, { field: "user" });
    }
    return {
      scope: makeScope(key.tenant ?? config.tenant, user),
      permissions: new Set(key.permissions),
      actor: `key:${key.name}`,
    };
  };
}
