import { ALL, makeScope, readAll } from "../../src/domain/index.js";
import type { Operation } from "../../src/operations/index.js";
import { ATTACKED, claimingAnother, hostileInput, type Twin, twinOf } from "./attacks.js";
import { type Attempt, type HostileDoor, openEcho, openHostileDoors, type Seen } from "./doors.js";
import { type Crowd, IMPOSSIBLE_NAMES } from "./names.js";
import { Chance, MARKER } from "./random.js";
import { buildWorld, type Holding, runAs, type World } from "./world.js";

export interface FuzzOptions {
  readonly calls: number;
  readonly seed: number;
  readonly crowd: Crowd;
  /** Absent: in memory. */
  readonly dataFolder?: string;
  /** Puts something between caller and door; for proving that what is looked for would be seen. */
  readonly through?: (door: HostileDoor, world: World) => HostileDoor;
}

export interface FuzzReport {
  readonly calls: number;
  readonly scopes: number;
  readonly byDoor: Readonly<Record<string, number>>;
  readonly byCode: Readonly<Record<string, number>>;
  /** Pairs of “not yours” and “not there” that were compared. */
  readonly twins: number;
  readonly denials: number;
  readonly auditedDenials: number;
  readonly auditLines: number;
  /** What must not be; empty when isolation holds. */
  readonly findings: readonly string[];
}

/** How somebody comes to the door. */
interface Plan extends Pick<Attempt, "tenant" | "user" | "key"> {
  readonly kind: "own" | "wide" | "other-user" | "bad-key" | "no-key" | "no-name";
  readonly role?: string;
}

/** Kept out at the doors to the network; the command line asks for no key. */
const DENIED: ReadonlySet<Plan["kind"]> = new Set(["other-user", "bad-key", "no-key", "no-name"]);
const DENIALS = new Set(["FORBIDDEN", "UNAUTHENTICATED", "RATE_LIMITED"]);

function spoilt(key: string, chance: Chance): string {
  return chance.pick([
    key.slice(0, -1),
    `${key}x`,
    key.toUpperCase(),
    key.replace(/.$/, (last) => (last === "A" ? "B" : "A")),
    key.split("_").slice(0, 2).join("_"),
    "ksk_%_%",
    "' OR '1'='1",
  ]);
}

function planned(world: World, victim: Holding, chance: Chance): Plan {
  const { holding, role, secret } = chance.pick(world.keys.bound);
  const own = { tenant: holding.tenant, user: holding.user, key: secret };
  const at = chance.next();
  if (at < 0.6) return { kind: "own", role, ...own };
  if (at < 0.75) {
    const { tenant, secret: wide } = chance.pick(world.keys.wide);
    return { kind: "wide", tenant, user: victim.user, key: wide };
  }
  if (at < 0.87) {
    const others = [...world.victims, ...world.attackers].map(({ user }) => user).filter((user) => user !== own.user);
    return { kind: "other-user", ...own, user: chance.is(0.7) ? victim.user : chance.pick(others) };
  }
  if (at < 0.93) return { kind: "bad-key", ...own, user: victim.user, key: spoilt(secret, chance) };
  if (at < 0.97) return { kind: "no-key", tenant: own.tenant, user: victim.user };
  return { kind: "no-name", ...own, user: chance.pick(IMPOSSIBLE_NAMES) };
}

/** Headers that some server might take for an identity. */
function claimingHeaders(victim: Holding): Readonly<Record<string, string>> {
  const [user, tenant] = [victim.user, victim.tenant].map(encodeURIComponent);
  return { "x-user-id": `${user}`, "x-tenant": `${tenant}`, "x-tenant-id": `${tenant}`, "x-forwarded-user": `${user}` };
}

/** Everything that is kept about somebody, to see whether anything of it changed. */
async function snapshot({ engine }: World, { scope, space }: Holding): Promise<string> {
  const { truth, sessions } = engine.parts.storage;
  const held = await truth.read(scope, async (transaction) => {
    const list = await readAll((page) => transaction.turns.listSessions(page));
    return {
      list,
      turns: await Promise.all(list.map(({ id }) => readAll((page) => transaction.turns.list(id, page)))),
      memories: await readAll((page) => transaction.memories.list(ALL, page)),
      episodes: await readAll((page) => transaction.episodes.list(page)),
      summaries: await readAll((page) => transaction.summaries.list(page)),
      journal: await readAll((page) => transaction.journal.list(page)),
    };
  });
  const now = engine.parts.clock.now();
  const state = await Promise.all(["task-1", space].map((name) => sessions.list(scope, name, now)));
  return JSON.stringify([held, state]);
}

const ID = /\b(?:mem|ep|turn)_\w+/g;

/** Steps at a time: what they write shares commits. */
const LANES = 8;
const SEEDS_APART = 10_000_000;

/** Operations that make a session or a space by naming it. */
const WRITERS = new Set(["record", "remember", "state-put"]);

function takenKey({ tenant, user }: Attempt, name: unknown): string {
  return JSON.stringify([tenant, user, name]);
}

class Fuzz {
  readonly findings: string[] = [];
  readonly byDoor: Record<string, number> = {};
  readonly byCode: Record<string, number> = {};
  calls = 0;
  twins = 0;
  denials = 0;
  readonly #owners = new Map<string, Holding>();
  readonly #markers = new Map<string, Holding>();
  /** Names of the victims' under which a caller wrote something of its own: from then on they are its own as well. */
  readonly #taken = new Set<string>();
  #steps = 0;

  constructor(
    private readonly world: World,
    private readonly doors: readonly HostileDoor[],
    private readonly seed: number,
  ) {
    for (const holding of [...world.victims, ...world.attackers]) {
      this.#markers.set(holding.marker, holding);
      for (const id of [...holding.itemIds, ...holding.turnIds]) this.#owners.set(id, holding);
    }
  }

  /** Until so many calls were made. Each step has a chance of its own: what is tried does not hang on who comes first. */
  async play(calls: number): Promise<void> {
    const lane = async (): Promise<void> => {
      while (this.calls < calls) {
        this.#steps += 1;
        await this.#step(new Chance(this.seed * SEEDS_APART + this.#steps));
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  }

  async #step(chance: Chance): Promise<void> {
    const { world } = this;
    const victim = chance.pick(world.victims);
    const operation = chance.pick(ATTACKED);
    const plan = planned(world, victim, chance);
    const plain = hostileInput(operation, world, victim, chance);
    const input = chance.is(0.08) ? claimingAnother(plain, victim, chance) : plain;
    const { kind: _, role: __, ...who } = plan;
    const headers = chance.is(0.2) ? { headers: claimingHeaders(victim) } : {};
    const attempt: Attempt = { operation: operation.name, ...who, input, ...headers };
    const door = this.#doorFor(attempt, plan, chance);
    if (door === undefined) return;
    const seen = await this.#send(door, attempt, operation);
    if (DENIED.has(plan.kind) && operation.reach === undefined && seen.code === "OK") {
      this.#find(door, attempt, `${plan.kind} was let in`);
    }
    if ((plan.kind === "own" || plan.kind === "wide") && chance.is(0.6)) {
      const twin = twinOf(operation, input, victim, chance);
      if (twin !== undefined) await this.#compare(door, attempt, operation, twin);
    }
  }

  #doorFor(attempt: Attempt, { kind, role }: Plan, chance: Chance): HostileDoor | undefined {
    const able = this.doors.filter((door) => {
      if (!door.carries(attempt)) return false;
      if (door.name === "cli") return !DENIED.has(kind);
      // the proxy goes on without what a key may not do, so its refusals are seen in the log alone
      return door.name !== "proxy" || kind !== "own" || role === "agent" || role === "owner";
    });
    // it carries two operations only
    const proxy = able.find(({ name }) => name === "proxy");
    if (proxy !== undefined && chance.is(0.5)) return proxy;
    return able.length === 0 ? undefined : chance.pick(able);
  }

  async #send(door: HostileDoor, attempt: Attempt, operation: Operation): Promise<Seen> {
    if (WRITERS.has(operation.name) || door.name === "proxy") {
      const { sessionId, currentSessionId, space } = attempt.input;
      for (const name of [sessionId, currentSessionId, space]) this.#taken.add(takenKey(attempt, name));
    }
    const seen = await door.send(attempt);
    this.calls += 1;
    this.byDoor[door.name] = (this.byDoor[door.name] ?? 0) + 1;
    this.byCode[seen.code] = (this.byCode[seen.code] ?? 0) + 1;
    if (DENIALS.has(seen.code)) this.denials += 1;
    if (/^(INTERNAL|internal|unknown|HTTP 5\d\d)$/.test(seen.code)) this.#find(door, attempt, seen.text.slice(0, 300));
    this.#look(door, attempt, operation, seen);
    return seen;
  }

  /** Words and ids of somebody else in what came back, that the attempt did not name itself. */
  #look(door: HostileDoor, attempt: Attempt, operation: Operation, { text }: Seen): void {
    const isForeign = ({ tenant, user }: Holding): boolean =>
      tenant !== attempt.tenant || (operation.reach === undefined && user !== attempt.user);
    for (const [marker] of text.toLowerCase().matchAll(MARKER)) {
      const owner = this.#markers.get(marker);
      if (owner !== undefined && isForeign(owner)) this.#find(door, attempt, `words of ${owner.tenant}/${owner.user}`);
    }
    // a refusal may say again which id was asked for, in the answer to that call and nowhere else
    const named = new Set([...JSON.stringify(attempt.input).matchAll(ID)].map(([id]) => id));
    for (const [id] of text.matchAll(ID)) {
      const owner = this.#owners.get(id);
      if (owner === undefined || !isForeign(owner) || named.has(id)) continue;
      this.#find(door, attempt, `id ${id} of ${owner.tenant}/${owner.user}`);
    }
  }

  /** What is somebody else's must look like what nobody has. A difference that is gone at the second look was the caller's own doing. */
  async #compare(door: HostileDoor, attempt: Attempt, operation: Operation, twin: Twin): Promise<void> {
    const isTaken = (): boolean => twin.named.some((name) => this.#taken.has(takenKey(attempt, name)));
    if (isTaken()) return;
    this.twins += 1;
    let told = "";
    for (let round = 0; round < 3; round += 1) {
      const theirs = await this.#send(door, attempt, operation);
      const nobodys = await this.#send(door, { ...attempt, input: twin.input }, operation);
      const [one, other] = [theirs, nobodys].map(({ code, body }) => `${code} ${twin.neutral(body)}`);
      if (one === other) return;
      told = `“not yours” differs from “not there”: ${one?.slice(0, 300)} | ${other?.slice(0, 300)}`;
    }
    // somebody beside, in the same name, may have made it its own meanwhile
    if (!isTaken()) this.#find(door, attempt, told);
  }

  #find(door: HostileDoor, { operation, tenant, user, input }: Attempt, what: string): void {
    this.findings.push(`${door.name} ${operation} as ${tenant}/${user} ${JSON.stringify(input)}: ${what}`);
  }
}

async function refusalsOf(world: World, tenants: readonly string[]): Promise<number> {
  await world.engine.parts.audit.flush();
  let count = 0;
  for (const tenant of tenants) {
    const lines = await readAll((page) =>
      world.engine.parts.storage.auditLog.list(tenant, { outcome: "refused" }, page),
    );
    // equal ones are one line and one with their number
    for (const { detail } of lines) count += Number(/ x(\d+)$/.exec(detail ?? "")?.[1] ?? 1);
  }
  return count;
}

async function verifyChains(world: World, tenants: readonly string[]): Promise<{ lines: number; broken: string[] }> {
  let lines = 0;
  const broken: string[] = [];
  for (const tenant of tenants) {
    const report = await runAs(world.engine, makeScope(tenant, "-"), "audit-verify", {});
    lines += Number(report.lines);
    if (report.intact !== true) broken.push(`the audit chain of ${tenant} is not intact`);
  }
  return { lines, broken };
}

/**
 * Plays hostile calls through every door against users who are told apart by their names alone: none may see a word or an id of another,
 * tell what is somebody else's from what is nobody's, change anything, or be refused without a line in the audit log (9.1, 9.5, P09–P11).
 */
export async function runFuzz({ calls, seed, crowd, dataFolder, through }: FuzzOptions): Promise<FuzzReport> {
  const chance = new Chance(seed);
  const echo = await openEcho();
  const folder = dataFolder === undefined ? {} : { dataFolder };
  const world = await buildWorld(crowd, chance, { upstreamUrl: echo.url, ...folder });
  const doors = await openHostileDoors(world);
  const tenants = [...new Set([world.config.tenant, ...crowd.tenants, ...crowd.strangers])];
  try {
    const before = await Promise.all(world.victims.map((victim) => snapshot(world, victim)));
    const refusedBefore = await refusalsOf(world, tenants);
    const taken = through === undefined ? doors : doors.map((door) => through(door, world));
    const fuzz = new Fuzz(world, taken, seed);
    await fuzz.play(calls);
    await world.engine.drain(undefined, 600_000);
    const after = await Promise.all(world.victims.map((victim) => snapshot(world, victim)));
    const changed = world.victims
      .filter((_, index) => before[index] !== after[index])
      .map(({ tenant, user }) => `what is kept about ${tenant}/${user} changed`);
    const auditedDenials = (await refusalsOf(world, tenants)) - refusedBefore;
    const { lines, broken } = await verifyChains(world, tenants);
    const unaudited =
      auditedDenials === fuzz.denials
        ? []
        : [`${fuzz.denials} denials, of which the audit log tells ${auditedDenials}`];
    return {
      calls: fuzz.calls,
      scopes: world.victims.length + world.attackers.length,
      byDoor: fuzz.byDoor,
      byCode: fuzz.byCode,
      twins: fuzz.twins,
      denials: fuzz.denials,
      auditedDenials,
      auditLines: lines,
      findings: [...fuzz.findings, ...changed, ...broken, ...unaudited],
    };
  } finally {
    for (const door of [...doors].reverse()) await door.close();
    await world.engine.close();
    await echo.close();
  }
}
