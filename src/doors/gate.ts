import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { ApiKeyConfig, KeepsakeConfig } from "../config/index.js";
import {
  type AgentId,
  KeepsakeError,
  makeScope,
  PERMISSIONS,
  type Permission,
  toKeepsakeError,
} from "../domain/index.js";
import { authenticate, type Principal, scopeFor } from "../identity/index.js";
import { type Caller, failureOf, NO_USER, type Operation, originOf } from "../operations/index.js";
import type { DoorEngine } from "./engine.js";
import { Lock } from "./lock.js";
import { type Entry, limitsOf } from "./tenant-limits.js";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Whether the name or address reaches this machine only. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

function digest(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

function hostName(header: string | undefined): string {
  return (header ?? "").replace(/:\d+$/, "");
}

/** "" for an origin that is no page of the web (`null`, a file, an extension). */
function originHost(origin: string): string {
  return hostName(/^https?:\/\/(.+)$/i.exec(origin)?.[1]);
}

/** A web page that resolves its own name to 127.0.0.1 still sends that name: refuse it where no key guards the port. */
function checkLocalCall(headers: IncomingHttpHeaders): void {
  const foreignOrigin = headers.origin !== undefined && !isLoopback(originHost(headers.origin));
  if (isLoopback(hostName(headers.host)) && !foreignOrigin) return;
  throw new KeepsakeError(
    "FORBIDDEN",
    "without API keys only calls from this machine, by a loopback name, are answered",
    { field: foreignOrigin ? "Origin" : "Host" },
  );
}

/** A page of elsewhere may not drive a visitor's memory with the visitor's credentials (MCP's rule on Origin). */
function checkOrigin({ origin, host }: IncomingHttpHeaders): void {
  if (origin === undefined || origin === `http://${host}` || origin === `https://${host}`) return;
  if (isLoopback(originHost(origin))) return;
  throw new KeepsakeError("FORBIDDEN", "calls from pages of another origin are not answered", { field: "Origin" });
}

function presentedKey(headers: IncomingHttpHeaders): string | undefined {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? "")?.[1];
  const plain = headers["x-api-key"];
  return bearer ?? (typeof plain === "string" ? plain : undefined);
}

function principalOfConfigured(key: ApiKeyConfig, tenant: string): Principal {
  return {
    tenant: key.tenant ?? tenant,
    actor: `key:${key.name}`,
    permissions: new Set(key.permissions),
    ...(key.user === undefined ? {} : { user: key.user }),
  };
}

/**
 * Without credentials whoever reaches the port may read and erase everything, so the port must not be reachable from elsewhere.
 * @throws CONFIG_INVALID
 */
function checkExposure(config: KeepsakeConfig, isLocked: boolean): void {
  // a worker's port tells anyone how it is, and only who may operate anything more
  if (isLocked || isLoopback(config.http.host) || config.role === "worker") return;
  throw new KeepsakeError(
    "CONFIG_INVALID",
    `http.host is ${config.http.host} and there are no API keys: anyone who reaches the port could read every memory`,
    {
      field: "http.host",
      remedy: {
        en: "Make a key with `keepsake keys create`, or set KEEPSAKE_API_KEYS (name:key, at least 16 characters) or KEEPSAKE_JWT_ISSUER, or bind to 127.0.0.1.",
        zh: "请用 `keepsake keys create` 创建密钥，或设置 KEEPSAKE_API_KEYS（名称:密钥，至少 16 个字符）或 KEEPSAKE_JWT_ISSUER，或只监听 127.0.0.1。",
      },
    },
  );
}

/** Who calls, from the credential that came with the call; never from a body (P09). One gate for all doors to the network. */
export interface Gate {
  /**
   * @throws UNAUTHENTICATED; FORBIDDEN for a call from elsewhere where nothing is locked, or from a page where `ownPagesOnly` keeps those
   *   out. Each refusal is in the audit log.
   */
  admit(headers: IncomingHttpHeaders): Promise<Principal>;
  /**
   * @param user whose memory; absent for what is the whole tenant's
   * @param action what is tried, for the audit log: a refusal's line says whose memory was asked for and what for
   * @throws FORBIDDEN (the credential is bound to another user), INVALID_INPUT (an id that cannot be one)
   */
  callerFor(principal: Principal, user: string | undefined, action: string): Caller;
  /**
   * For what is no operation of the table.
   * @param action its name in the audit log
   * @throws FORBIDDEN
   */
  require(principal: Principal, permission: Permission, action: string): void;
  /**
   * Counts a call against its tenant's limits; `release` ends it. Whatever the door, the limits are the same ones.
   * @param action the operation's name and reach, for the audit log
   * @throws RATE_LIMITED
   */
  enter(caller: Caller, action: Pick<Operation, "name" | "reach">): Entry;
  /** This gate, with the same locks, before another door on the same port. */
  forDoor(door: Caller["door"], terms: DoorTerms): Gate;
}

interface DoorTerms {
  /** A page of another origin is refused, whatever credential its visitor's browser sends along. */
  readonly ownPagesOnly: boolean;
}

class DoorGate implements Gate {
  readonly #configured: ReadonlyMap<string, ApiKeyConfig>;

  constructor(
    private readonly engine: DoorEngine,
    private readonly config: KeepsakeConfig,
    private readonly door: Caller["door"],
    private readonly lock: Lock,
    private readonly terms: DoorTerms = { ownPagesOnly: false },
  ) {
    // Looked up by digest, so the time of an answer tells nothing about how much of a guess was right.
    this.#configured = new Map(config.http.apiKeys.map((key) => [digest(key.key), key]));
  }

  forDoor(door: Caller["door"], terms: DoorTerms): Gate {
    return new DoorGate(this.engine, this.config, door, this.lock, terms);
  }

  async admit(headers: IncomingHttpHeaders): Promise<Principal> {
    try {
      if (this.terms.ownPagesOnly) checkOrigin(headers);
      return await this.#recognise(headers);
    } catch (thrown) {
      this.#noteRefusal(thrown, { tenant: this.config.tenant, actor: "unknown" });
      throw thrown;
    }
  }

  callerFor(principal: Principal, user: string | undefined, action: string): Caller {
    const { actor, keyId, permissions, agent } = principal;
    try {
      return {
        scope: user === undefined ? makeScope(principal.tenant, NO_USER) : scopeFor(principal, user),
        ...{ permissions, actor, door: this.door },
        ...(agent === undefined ? {} : { agentId: agent as AgentId }),
        ...(keyId === undefined ? {} : { keyId }),
        ...(principal.user === undefined ? {} : { boundToUser: true }),
      };
    } catch (thrown) {
      // an id that cannot be one names nobody
      const asked = toKeepsakeError(thrown).code === "FORBIDDEN" && user !== undefined ? { user } : {};
      this.#noteRefusal(thrown, principal, { action, ...asked });
      throw thrown;
    }
  }

  require(principal: Principal, permission: Permission, action: string): void {
    if (principal.permissions.has(permission)) return;
    const refusal = new KeepsakeError("FORBIDDEN", `${action} needs the permission ${permission}`, { permission });
    this.#noteRefusal(refusal, principal, { action });
    throw refusal;
  }

  enter(caller: Caller, { name, reach }: Pick<Operation, "name" | "reach">): Entry {
    const { tenant } = caller.scope;
    try {
      return limitsOf(this.engine, this.config).enter(tenant);
    } catch (thrown) {
      const failure = failureOf(name, toKeepsakeError(thrown).code);
      this.engine.parts.audit.note(tenant, { ...originOf(caller, reach), ...failure });
      throw thrown;
    }
  }

  async #recognise(headers: IncomingHttpHeaders): Promise<Principal> {
    const { tenant } = this.config;
    if (!(await this.lock.isLocked())) {
      checkLocalCall(headers);
      return { tenant, actor: `${this.door}:local`, permissions: new Set(PERMISSIONS) };
    }
    const presented = presentedKey(headers);
    if (presented === undefined)
      throw new KeepsakeError("UNAUTHENTICATED", "there is no API key in the request", { field: "Authorization" });
    const configured = this.#configured.get(digest(presented));
    if (configured !== undefined) return principalOfConfigured(configured, tenant);
    return authenticate(this.engine.parts, presented, tenant);
  }

  #noteRefusal(
    thrown: unknown,
    { tenant, actor, keyId }: Pick<Principal, "tenant" | "actor" | "keyId">,
    { action, ...asked }: { readonly action: string; readonly user?: string } = { action: "authenticate" },
  ): void {
    this.engine.parts.audit.note(tenant, {
      ...{ actor, door: this.door, ...asked },
      ...(keyId === undefined ? {} : { keyId }),
      ...failureOf(action, toKeepsakeError(thrown).code),
    });
  }
}

/**
 * The gate is locked when any credential exists or ever did: configured keys, keys in the store, or signed tokens. Unlocked, it lets in only
 * what comes from this machine, and locks as soon as somebody makes a key, in whatever process.
 * @throws CONFIG_INVALID when nothing locks it and the port would be reachable from elsewhere
 */
export async function openGate(engine: DoorEngine, config: KeepsakeConfig, door: Caller["door"]): Promise<Gate> {
  const lock = new Lock(engine, config);
  checkExposure(config, await lock.isLocked());
  for (const key of config.http.apiKeys) {
    // A tenant that an administrator gave a key to is meant to exist.
    if (key.tenant !== undefined) await engine.parts.storage.tenants.ensure(key.tenant, engine.parts.clock.now());
  }
  return new DoorGate(engine, config, door, lock);
}
