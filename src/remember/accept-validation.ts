import {
  checkId,
  DAY_MS,
  type EpochMs,
  isValidTimeZone,
  KeepsakeError,
  type Policy,
  type RecordRequest,
  type RecordTurn,
  ROLES,
  toIso,
} from "../domain/index.js";
import { isBlank } from "../language/index.js";

/** The farthest instant that a date can hold, either side of 1970. */
const MAX_EPOCH_MS = 8_640_000_000_000_000;
/** Clocks differ and tests rehearse; what lies farther ahead than this was not said. */
const FUTURE_LIMIT_MS = 366 * DAY_MS;

function refuse(message: string, field: string): never {
  throw new KeepsakeError("INVALID_INPUT", message, { field });
}

/** @throws INVALID_INPUT with the field's path unless it is a whole number of milliseconds that a date can hold */
export function checkInstant(value: unknown, field: string): number {
  if (typeof value !== "number" || !Number.isInteger(value) || Math.abs(value) > MAX_EPOCH_MS) {
    refuse(`${field} must be a whole number of milliseconds since 1970`, field);
  }
  return value;
}

/**
 * When something was said: an instant from 1970 to a year from now. A later one is a slip of unit or clock, and would stand before
 * every correction made until then.
 * @throws INVALID_INPUT with the field's path
 */
export function checkSaidAt(value: unknown, field: string, now: EpochMs): EpochMs {
  const at = checkInstant(value, field);
  if (at < 0) refuse(`${field} lies before 1970: seconds since 1970 must be given as milliseconds`, field);
  if (at > now + FUTURE_LIMIT_MS) refuse(`${field} lies more than a year ahead (${toIso(at)})`, field);
  return at;
}

/** @throws INVALID_INPUT (not a string, blank), TOO_LARGE (more than `maxCharacters` UTF-16 units) with the field's path */
export function checkText(value: unknown, field: string, maxCharacters: number): string {
  if (typeof value !== "string") refuse(`${field} must be a string`, field);
  if (isBlank(value)) refuse(`${field} is empty`, field);
  if (value.length > maxCharacters) {
    throw new KeepsakeError(
      "TOO_LARGE",
      `${field} has ${value.length} characters; at most ${maxCharacters} are taken`,
      {
        field,
        limit: maxCharacters,
      },
    );
  }
  return value.toWellFormed();
}

/** @throws INVALID_INPUT unless it is an IANA zone */
export function checkTimeZone(value: unknown, field: string): string {
  if (typeof value !== "string" || !isValidTimeZone(value)) refuse(`${field} is not an IANA time zone`, field);
  return value;
}

function checkTurn(turn: unknown, field: string, limits: Policy["limits"], now: EpochMs): RecordTurn {
  if (typeof turn !== "object" || turn === null) refuse(`${field} must be an object`, field);
  const given = turn as RecordTurn;
  if (!ROLES.includes(given.role)) refuse(`${field}.role must be one of ${ROLES.join(", ")}`, `${field}.role`);
  return {
    role: given.role,
    text: checkText(given.text, `${field}.text`, limits.maxTurnCharacters),
    ...(given.id === undefined ? {} : { id: checkId(given.id, `${field}.id`) }),
    ...(given.speaker === undefined ? {} : { speaker: checkId(given.speaker, `${field}.speaker`) }),
    ...(given.at === undefined ? {} : { at: checkSaidAt(given.at, `${field}.at`, now) }),
  };
}

/**
 * Everything that a record request must be before a row is written.
 * @throws INVALID_INPUT or TOO_LARGE, with the path of the first field at fault, e.g. `turns[3].at`
 */
export function checkRecordRequest(request: RecordRequest, limits: Policy["limits"], now: EpochMs): RecordRequest {
  checkId(request.sessionId, "sessionId");
  if (request.agentId !== undefined) checkId(request.agentId, "agentId");
  if (request.importId !== undefined) checkId(request.importId, "importId");
  if (request.timeZone !== undefined) checkTimeZone(request.timeZone, "timeZone");
  if (!Array.isArray(request.turns) || request.turns.length === 0) refuse("turns must hold at least one turn", "turns");
  if (request.turns.length > limits.maxTurnsPerRecord) {
    throw new KeepsakeError(
      "TOO_LARGE",
      `turns holds ${request.turns.length}; at most ${limits.maxTurnsPerRecord} are taken`,
      {
        field: "turns",
        limit: limits.maxTurnsPerRecord,
      },
    );
  }
  return { ...request, turns: request.turns.map((turn, index) => checkTurn(turn, `turns[${index}]`, limits, now)) };
}
