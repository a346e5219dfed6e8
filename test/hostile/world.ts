import { type OpenEngine, openEngine } from "../../src/compose.js";
import { type KeepsakeConfig, loadConfig } from "../../src/config/index.js";
import { ALL, makeScope, PERMISSIONS, readAll, type Scope } from "../../src/domain/index.js";
import { findOperation, runOperation } from "../../src/operations/index.js";
import type { Crowd } from "./names.js";
import type { Chance } from "./random.js";

/** What one user has, and what names it. */
export interface Holding {
  readonly scope: Scope;
  readonly tenant: string;
  readonly user: string;
  /** Stands in everything that the user said, and nowhere else. */
  readonly marker: string;
  readonly itemIds: readonly string[];
  readonly turnIds: readonly string[];
  readonly reviewIds: readonly string[];
  readonly sessionId: string;
  readonly space: string;
  /** By operation. */
  readonly cursors: readonly string[];
}

export interface Keyring {
  /** Opens one user: who it is, and what its role may do. */
  readonly bound: readonly { readonly holding: Holding; readonly role: string; readonly secret: string }[];
  /** Opens every user of a tenant without victims. */
  readonly wide: readonly { readonly tenant: string; readonly secret: string }[];
}

export interface World {
  readonly engine: OpenEngine;
  readonly config: KeepsakeConfig;
  readonly victims: readonly Holding[];
  readonly attackers: readonly Holding[];
  readonly keys: Keyring;
}

export async function runAs(
  engine: OpenEngine,
  scope: Scope,
  name: string,
  input: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const operation = findOperation(name);
  if (operation === undefined) throw new Error(`there is no operation ${name}`);
  const caller = { scope, permissions: new Set(PERMISSIONS), actor: "seed", door: "library" } as const;
  return (await runOperation(operation, { parts: engine.parts, caller }, input)) as Record<string, unknown>;
}

interface Seed {
  readonly scope: Scope;
  readonly marker: string;
  readonly sessionId: string;
  readonly space: string;
}

/** A little of everything that is kept about a user. */
async function seed(engine: OpenEngine, { scope, marker, sessionId, space }: Seed): Promise<void> {
  const run = (name: string, input: Record<string, unknown>) => runAs(engine, scope, name, input);
  for (const id of ["chat-1", sessionId]) {
    await run("record", {
      sessionId: id,
      turns: [
        { role: "user", text: `The code word of the garden gate is ${marker}. I live in ${marker} street.` },
        { role: "assistant", text: `Noted: ${marker}.` },
        { role: "user", text: `花园大门的暗号是${marker}，我喜欢${marker}茶。` },
      ],
    });
  }
  await run("remember", { content: `The code word of the garden gate is ${marker}.`, tags: [marker, "shared"] });
  await run("remember", { content: `花园大门的暗号是 ${marker}。`, tags: ["shared"], subject: marker });
  await run("state-put", { space: "task-1", key: "step", value: { note: marker } });
  await run("state-put", { space, key: marker, value: marker });
  await run("session-end", { sessionId: "chat-1" });
}

async function cursorsOf(engine: OpenEngine, scope: Scope): Promise<readonly string[]> {
  const policyVersion = engine.parts.policy.version;
  const listings: readonly (readonly [string, Record<string, unknown>])[] = [
    ["list", { limit: 1 }],
    ["writes", { limit: 1, policyVersion }],
    ["summary-list", { limit: 1 }],
    ["review-list", { limit: 1 }],
  ];
  const cursors: string[] = [];
  for (const [name, input] of listings) {
    const { nextCursor } = await runAs(engine, scope, name, input);
    if (typeof nextCursor === "string") cursors.push(nextCursor);
  }
  return cursors;
}

async function holdingOf(engine: OpenEngine, { scope, marker, sessionId, space }: Seed): Promise<Holding> {
  const held = await engine.parts.storage.truth.read(scope, async (transaction) => {
    const memories = await readAll((page) => transaction.memories.list(ALL, page));
    const episodes = await readAll((page) => transaction.episodes.list(page));
    const sessions = await readAll((page) => transaction.turns.listSessions(page));
    const turns = await Promise.all(sessions.map(({ id }) => readAll((page) => transaction.turns.list(id, page))));
    return {
      itemIds: [...memories.map(({ id }) => id), ...episodes.map(({ id }) => id)],
      reviewIds: memories.filter(({ status }) => status === "pending-review").map(({ id }) => id),
      turnIds: turns.flat().map(({ id }) => id),
    };
  });
  const cursors = await cursorsOf(engine, scope);
  return { scope, tenant: scope.tenant, user: scope.user, marker, sessionId, space, cursors, ...held };
}

async function makeKey(engine: OpenEngine, tenant: string, input: Record<string, unknown>): Promise<string> {
  const { secret } = await runAs(engine, makeScope(tenant, "-"), "keys-create", input);
  return String(secret);
}

/** Roles of the bound keys, by turns: one that writes, one that decides, one that only reads. */
const ROLES = ["agent", "owner", "reader", "reviewer"];

async function makeKeys(engine: OpenEngine, crowd: Crowd, attackers: readonly Holding[]): Promise<Keyring> {
  const bound: Keyring["bound"][number][] = [];
  for (const [index, holding] of attackers.entries()) {
    if (crowd.strangers.includes(holding.tenant)) continue;
    const role = ROLES[index % ROLES.length] ?? "agent";
    const input = { name: `bound-${index}`, role, user: holding.user };
    bound.push({ holding, role, secret: await makeKey(engine, holding.tenant, input) });
  }
  const wide: Keyring["wide"][number][] = [];
  for (const tenant of crowd.strangers) {
    wide.push({ tenant, secret: await makeKey(engine, tenant, { name: "wide", role: "owner" }) });
  }
  return { bound, wide };
}

/**
 * A store full of users who are told apart by their names alone, and the keys with which they are attacked.
 * @param dataFolder absent: in memory
 */
export async function buildWorld(
  crowd: Crowd,
  chance: Chance,
  options: { readonly upstreamUrl: string; readonly dataFolder?: string },
): Promise<World> {
  const plenty = { requestsPerSecond: 1_000_000, burst: 1_000_000, concurrent: 100_000 };
  const config = loadConfig({
    env: {},
    file: false,
    overrides: {
      ...(options.dataFolder === undefined
        ? { storage: { kind: "memory" } }
        : { storage: { kind: "sqlite" }, dataFolder: options.dataFolder }),
      embedder: { kind: "fake" },
      log: { level: "silent" },
      // what is said by every other one waits for review
      review: { protectedUsers: crowd.victims.filter((_, index) => index % 2 === 1) },
      http: { port: 0, limits: plenty },
      proxy: { upstreamUrl: options.upstreamUrl, port: 0, memoryTimeoutMs: 60_000 },
    },
  });
  const engine = await openEngine(config);
  const everyone = [...crowd.victims, ...crowd.attackers];
  const seeds: Seed[] = [];
  for (const tenant of [...crowd.tenants, ...crowd.strangers]) {
    await engine.parts.storage.tenants.ensure(tenant, engine.parts.clock.now());
    for (const user of everyone) {
      const number = seeds.length;
      seeds.push({
        ...{ scope: makeScope(tenant, user), marker: chance.marker() },
        ...{ sessionId: `talk-${number}`, space: `space-${number}` },
      });
    }
  }
  for (const one of seeds) await seed(engine, one);
  await engine.drain(undefined, 600_000);
  const holdings: Holding[] = [];
  for (const one of seeds) holdings.push(await holdingOf(engine, one));
  const isVictim = ({ tenant, user }: Holding): boolean =>
    crowd.tenants.includes(tenant) && crowd.victims.includes(user);
  const attackers = holdings.filter((holding) => !isVictim(holding));
  return {
    ...{ engine, config },
    victims: holdings.filter(isVictim),
    attackers,
    keys: await makeKeys(engine, crowd, attackers),
  };
}
