import { digestedName } from "../audit/index.js";
import { ownNow } from "../dating/index.js";
import { checkId, KeepsakeError, type Scope } from "../domain/index.js";
import type { EngineParts, StateEntry } from "../ports/index.js";

/** A year: longer than any task in progress; what must last longer is a memory. */
const MAX_TTL_SECONDS = 366 * 86_400;

function checkValue(value: unknown, maxBytes: number): void {
  let json: string | undefined;
  try {
    json = JSON.stringify(value);
  } catch (cause) {
    throw new KeepsakeError("INVALID_INPUT", "value must be JSON", { field: "value" }, { cause });
  }
  if (json === undefined) throw new KeepsakeError("INVALID_INPUT", "value must be JSON", { field: "value" });
  const bytes = Buffer.byteLength(json, "utf8");
  if (bytes > maxBytes) {
    throw new KeepsakeError("TOO_LARGE", `value has ${bytes} bytes; at most ${maxBytes} are taken`, {
      field: "value",
      limit: maxBytes,
    });
  }
}

function checkTtl(ttlSeconds: number): number {
  if (!Number.isFinite(ttlSeconds) || ttlSeconds <= 0 || ttlSeconds > MAX_TTL_SECONDS) {
    throw new KeepsakeError("INVALID_INPUT", `ttlSeconds must be above 0 and at most ${MAX_TTL_SECONDS}`, {
      field: "ttlSeconds",
    });
  }
  return ttlSeconds;
}

const namesOf = (space: string, key: string): readonly string[] => [space, key].map(digestedName);

/**
 * Working memory: keeps one value of a task in progress; replaces, and renews its time to live (policy's default where none is named).
 * @param value any JSON value up to `policy.state.maxValueBytes` bytes
 * @throws INVALID_INPUT, TOO_LARGE, UNKNOWN_TENANT
 */
export async function putState(
  parts: EngineParts,
  scope: Scope,
  space: string,
  key: string,
  value: unknown,
  ttlSeconds?: number,
): Promise<void> {
  const { policy, storage, auditLine } = parts;
  checkId(space, "space");
  checkId(key, "key");
  checkValue(value, policy.state.maxValueBytes);
  const seconds = checkTtl(ttlSeconds ?? policy.state.defaultTtlSeconds);
  const now = ownNow(parts);
  const line = auditLine?.take(namesOf(space, key)).event;
  await storage.sessions.put(scope, space, key, value, {
    now,
    ttlSeconds: seconds,
    ...(line === undefined ? {} : { line }),
  });
}

/** @throws NOT_FOUND: never put, or its time is over */
export async function getState(parts: EngineParts, scope: Scope, space: string, key: string): Promise<StateEntry> {
  const { sessions } = parts.storage;
  const entry = await sessions.find(scope, checkId(space, "space"), checkId(key, "key"), ownNow(parts));
  if (entry === undefined) throw new KeepsakeError("NOT_FOUND", "No such state, or it has expired.", { field: "key" });
  return entry;
}

/** Live entries of a space, by key. */
export async function listState(parts: EngineParts, scope: Scope, space: string): Promise<readonly StateEntry[]> {
  return parts.storage.sessions.list(scope, checkId(space, "space"), ownNow(parts));
}

/** Whether there was such an entry. */
export async function deleteState(parts: EngineParts, scope: Scope, space: string, key: string): Promise<boolean> {
  checkId(space, "space");
  checkId(key, "key");
  return parts.storage.sessions.delete(scope, space, key, parts.auditLine?.take(namesOf(space, key)).event);
}
