import {
  type AccessRole,
  type ApiKey,
  KeepsakeError,
  makeScope,
  type Permission,
  ROLE_PERMISSIONS,
  type Scope,
} from "../domain/index.js";

/** Who a credential speaks for: everything a door may know of its caller, and nothing from a request's body (P09). */
export interface Principal {
  readonly tenant: string;
  /** For the audit log and the limits: `key:<name>`, `jwt:<subject>`, or the local door. */
  readonly actor: string;
  readonly keyId?: string;
  readonly permissions: ReadonlySet<Permission>;
  /** Present: this user's memory only. */
  readonly user?: string;
  /** Present: what is written is this agent's. */
  readonly agent?: string;
}

/** What a role may do, narrowed by the permissions that the credential names; it never gains one by naming it. */
export function permissionsOf(role: AccessRole, narrowed: readonly Permission[] | undefined): ReadonlySet<Permission> {
  const all = ROLE_PERMISSIONS[role];
  return new Set(narrowed === undefined ? all : all.filter((permission) => narrowed.includes(permission)));
}

export function principalOfKey(key: ApiKey): Principal {
  return {
    tenant: key.tenant,
    actor: `key:${key.name}`,
    keyId: key.id,
    permissions: permissionsOf(key.role, key.permissions),
    ...(key.user === undefined ? {} : { user: key.user }),
    ...(key.agent === undefined ? {} : { agent: key.agent }),
  };
}

/**
 * The scope that a principal opens.
 * @throws FORBIDDEN when the credential is bound to another user, INVALID_INPUT for an id that cannot be one
 */
export function scopeFor(principal: Principal, user: string): Scope {
  const scope = makeScope(principal.tenant, user);
  if (principal.user !== undefined && principal.user !== user) {
    throw new KeepsakeError("FORBIDDEN", "the credential is bound to another user", { field: "user" });
  }
  return scope;
}
