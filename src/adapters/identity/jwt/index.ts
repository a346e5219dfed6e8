import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  importSPKI,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from "jose";
import {
  ACCESS_ROLES,
  checkId,
  KeepsakeError,
  PERMISSIONS,
  type Permission,
  unknownCredential,
} from "../../../domain/index.js";
import type { TokenVerifier, VerifiedToken } from "../../../ports/index.js";
import type { JwtOptions } from "./options.js";

export type { JwtOptions } from "./options.js";

/** Keys are fetched anew for an unknown key id, at most this often: a rotation is seen, a flood of made-up ids is not passed on. */
const JWKS_COOLDOWN_MS = 30_000;
const JWKS_TIMEOUT_MS = 5_000;
const JWKS_MAX_AGE_MS = 600_000;

function badKey(why: string, cause?: unknown): KeepsakeError {
  return new KeepsakeError(
    "CONFIG_INVALID",
    `the key of signed tokens cannot be used: ${why}`,
    { field: "auth.jwt" },
    { cause },
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw badKey("it is neither PEM nor JSON", cause);
  }
}

async function localKeys(publicKey: string, algorithms: readonly string[]): Promise<JWTVerifyGetKey> {
  if (publicKey.trimStart().startsWith("-----BEGIN")) {
    const [algorithm = ""] = algorithms;
    try {
      const key = await importSPKI(publicKey, algorithm);
      return async () => key;
    } catch (cause) {
      throw badKey(`it is no PEM public key for ${algorithm}`, cause);
    }
  }
  const parsed = readJson(publicKey);
  const isSet = typeof parsed === "object" && parsed !== null && "keys" in parsed;
  try {
    return createLocalJWKSet((isSet ? parsed : { keys: [parsed] }) as JSONWebKeySet);
  } catch (cause) {
    throw badKey("it is no JSON web key", cause);
  }
}

async function findKeys({ keys, algorithms }: JwtOptions): Promise<JWTVerifyGetKey> {
  if ("sharedKey" in keys) {
    const shared = new TextEncoder().encode(keys.sharedKey);
    return async () => shared;
  }
  if ("publicKey" in keys) return localKeys(keys.publicKey, algorithms);
  return createRemoteJWKSet(new URL(keys.jwksUrl), {
    cooldownDuration: JWKS_COOLDOWN_MS,
    timeoutDuration: JWKS_TIMEOUT_MS,
    cacheMaxAge: JWKS_MAX_AGE_MS,
  });
}

function textClaim(payload: JWTPayload, name: string): string | undefined {
  const value = name === "" ? undefined : payload[name];
  if (value === undefined || value === null) return undefined;
  try {
    return checkId(value, name);
  } catch (cause) {
    throw unknownCredential(cause);
  }
}

/** A list, or words parted by spaces as in OAuth's `scope`; what is none of ours is for others. */
function permissionsClaim(payload: JWTPayload, name: string): readonly Permission[] | undefined {
  const value = payload[name];
  if (value === undefined) return undefined;
  const words: readonly unknown[] = Array.isArray(value) ? value : String(value).split(" ");
  return PERMISSIONS.filter((permission) => words.includes(permission));
}

function read(payload: JWTPayload, { claims, defaultRole }: JwtOptions): VerifiedToken {
  const named = textClaim(payload, claims.role) ?? defaultRole;
  const role = ACCESS_ROLES.find((known) => known === named);
  const subject = textClaim(payload, "sub");
  if (role === undefined || subject === undefined) throw unknownCredential();
  const user = textClaim(payload, claims.user);
  // A token that ought to name its user and does not would otherwise open everyone's memory.
  if (claims.user !== "" && user === undefined) throw unknownCredential();
  const tenant = textClaim(payload, claims.tenant);
  const agent = textClaim(payload, claims.agent);
  const permissions = permissionsClaim(payload, claims.permissions);
  return {
    ...{ subject, role },
    ...(tenant === undefined ? {} : { tenant }),
    ...(user === undefined ? {} : { user }),
    ...(agent === undefined ? {} : { agent }),
    ...(permissions === undefined ? {} : { permissions }),
  };
}

/** Keys that cannot be fetched are no fault of the token: the caller may try again. */
function isUnreachable(thrown: unknown): boolean {
  return thrown instanceof errors.JWKSTimeout || !(thrown instanceof errors.JOSEError);
}

/**
 * JSON web tokens (RFC 7519) with issuer, audience and expiry required. The algorithms are fixed by configuration, so that a token cannot
 * choose how it is looked at (RFC 8725, 3.1).
 * @throws CONFIG_INVALID when the keys cannot be read
 */
export async function createJwtVerifier(options: JwtOptions): Promise<TokenVerifier> {
  const keys = await findKeys(options);
  const { issuer, audience, algorithms, clockToleranceSeconds } = options;
  return {
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, keys, {
          ...{ issuer, audience, algorithms: [...algorithms], clockTolerance: clockToleranceSeconds },
          requiredClaims: ["exp", "sub"],
        });
        return read(payload, options);
      } catch (thrown) {
        if (thrown instanceof KeepsakeError) throw thrown;
        if (!isUnreachable(thrown)) throw unknownCredential(thrown);
        const message = "the keys that sign tokens cannot be fetched";
        throw new KeepsakeError("STORE_BUSY", message, { field: "auth.jwt.jwksUrl" }, { cause: thrown });
      }
    },
  };
}
