import { type TextField, textFields } from "../../src/doors/text-input.js";
import { type Operation, REMOTE_OPERATIONS } from "../../src/operations/index.js";
import { HOSTILE_TEXTS } from "./names.js";
import type { Chance } from "./random.js";
import type { Holding, World } from "./world.js";

export type Input = Record<string, unknown>;

const ORIGINS = ["turnId", "sessionId", "agentId", "importId", "policyVersion"];
/** Of which exactly one is wanted, by operation. */
const ONE_OF: ReadonlyMap<string, readonly string[]> = new Map([
  ["forget", ["id", "text", "sessionId", "everything", "filter", "kinds", "tags"]],
  ["rollback", ORIGINS],
  ["writes", ORIGINS],
]);

/** Once for ever: they make, end or wait, and say nothing about anybody. */
const LEFT_OUT = new Set(["keys-create", "keys-rotate", "keys-revoke", "reextract"]);

/** Every operation that a network could reach, whatever the table holds by now. */
export const ATTACKED: readonly Operation[] = REMOTE_OPERATIONS.filter(({ name }) => !LEFT_OUT.has(name));

/** What names something of the victim's, by the field that takes it. */
function reference(name: string, victim: Holding, chance: Chance): unknown {
  switch (name) {
    case "id":
      return chance.pick([...victim.itemIds, ...victim.reviewIds]);
    case "ids":
      return [chance.pick([...victim.itemIds, ...victim.reviewIds]), chance.pick(victim.itemIds)];
    case "turnId":
      return chance.pick(victim.turnIds);
    case "sessionId":
    case "currentSessionId":
      return chance.is(0.8) ? victim.sessionId : "chat-1";
    case "space":
      return chance.is(0.8) ? victim.space : "task-1";
    case "key":
      return "step";
    case "cursor":
      return chance.pick(victim.cursors);
    case "of":
      return victim.user;
    default:
      return undefined;
  }
}

function someText(victim: Holding, chance: Chance): string {
  return chance.pick([...HOSTILE_TEXTS, victim.user, victim.tenant, `${victim.tenant}:${victim.user}`]);
}

function generated(field: TextField, victim: Holding, chance: Chance): unknown {
  if (field.choices !== undefined) {
    return field.form === "list" ? [chance.pick(field.choices)] : chance.pick(field.choices);
  }
  if (field.instant) return chance.pick(["2020-01-01T00:00:00Z", "2026-11-30T12:00:00+08:00", "2040-01-01T00:00:00Z"]);
  switch (field.form) {
    case "integer":
      return chance.pick([1, 2, 100]);
    case "number":
      return chance.pick([0, 0.5, 1]);
    case "boolean":
      return true;
    case "list":
      return [chance.is(0.5) ? "shared" : someText(victim, chance)];
    case "pairs":
      return { of: someText(victim, chance) };
    case "json":
      if (field.name === "turns") return [{ role: "user", text: someText(victim, chance) }];
      return field.name === "value" ? { note: someText(victim, chance) } : undefined;
    case "text":
      return field.name === "timeZone" ? "Asia/Shanghai" : someText(victim, chance);
  }
}

function wanted(operation: Operation, fields: readonly TextField[], chance: Chance): readonly TextField[] {
  const oneOf = ONE_OF.get(operation.name);
  if (oneOf === undefined) return fields.filter((field) => field.required || chance.is(0.35));
  const open = fields.filter((field) => oneOf.includes(field.name) && (field.name !== "everything" || chance.is(0.05)));
  const chosen = chance.pick(open);
  return fields.filter((field) => field === chosen || (!oneOf.includes(field.name) && chance.is(0.35)));
}

/** An input that names what is the victim's wherever a field can name something. */
export function hostileInput(operation: Operation, world: World, victim: Holding, chance: Chance): Input {
  const input: Input = {};
  for (const field of wanted(operation, textFields(operation, "en"), chance)) {
    const value =
      field.name === "policyVersion"
        ? world.engine.parts.policy.version
        : (reference(field.name, victim, chance) ?? generated(field, victim, chance));
    if (value !== undefined) input[field.name] = value;
  }
  return input;
}

/** Named as if the body said whose memory it is. */
export function claimingAnother(input: Input, victim: Holding, chance: Chance): Input {
  const claim = chance.pick<Input>([
    { user: victim.user },
    { tenant: victim.tenant },
    { tenantId: victim.tenant, userId: victim.user },
    { scope: { tenant: victim.tenant, user: victim.user } },
  ]);
  return { ...input, ...claim };
}

/** Its answer depends on nothing but what it names. */
function goesByName(operation: Operation): boolean {
  const fields = textFields(operation, "en").map((field) => field.name);
  return (
    !["query", "turns"].some((field) => fields.includes(field)) && !["remember", "state-put"].includes(operation.name)
  );
}

function likeness(id: string, chance: Chance): string {
  const letters = [..."0123456789ABCDEFGHJKMNPQRSTVWXYZ"];
  const [, prefix = "", rest = ""] = /^([a-z]+[_-])(.*)$/.exec(id) ?? [];
  return (
    prefix + [...rest].map(() => chance.pick(letters)).join("") + (prefix.endsWith("-") ? chance.marker().slice(2) : "")
  );
}

export interface Twin {
  readonly input: Input;
  /** What the attempt names of the victim's. */
  readonly named: readonly string[];
  /** Takes the names out of an answer, of the attempt and of its twin alike. */
  neutral(text: string): string;
}

/** The same call about what nobody has; nothing where the call names nothing of the victim's alone. */
export function twinOf(operation: Operation, input: Input, victim: Holding, chance: Chance): Twin | undefined {
  if (!goesByName(operation)) return undefined;
  const names = new Map<string, string>();
  const owned = new Set([
    ...[...victim.itemIds, ...victim.turnIds, ...victim.reviewIds],
    ...[victim.sessionId, victim.space],
  ]);
  const swap = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(swap);
    if (typeof value !== "string" || !owned.has(value)) return value;
    const known = names.get(value) ?? likeness(value, chance);
    names.set(value, known);
    return known;
  };
  const swapped = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, swap(value)]));
  if (names.size === 0) return undefined;
  const neutral = (text: string): string => {
    let plain = text;
    // the longer first: a name may begin as its likeness does
    const told = [...names].flat().sort((one, other) => other.length - one.length);
    for (const name of told) plain = plain.replaceAll(name, "NAMED");
    return plain
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "INSTANT")
      .replace(/"(traceId|trace|instance)":"[^"]*"/g, '"$1":""')
      .replace(/"value":"[A-Za-z0-9+/=_-]*"/g, '"value":""');
  };
  return { input: swapped, named: [...names.keys()], neutral };
}
