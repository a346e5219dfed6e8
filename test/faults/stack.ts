import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type OwnServer, startOwnServer } from "../../src/adapters/storage/postgres/own-server.scene.js";
import { type ModelServer, startModelServer } from "../../src/testing/model-server.js";
import { openTcpProxy, type TcpProxy } from "../../src/testing/tcp-proxy.js";
import { type Program, type ServingProcess, startServing } from "../services/serving-process.js";
import { type MovedClocks, openMovedClocks } from "./moved-clock.js";
import { type OwnRedis, startOwnRedis } from "./own-redis.js";
import { mountSmallDisk, type SmallDisk } from "./small-disk.js";

/** What a fault needs around the processes. */
export interface StackNeeds {
  readonly store: "postgres" | "sqlite";
  /** The store lies on a small disk that can be filled. */
  readonly smallDisk?: true;
  readonly movedClocks?: true;
  /** A chat model and an embedding model, both on one server. Without it the fake embedder and rules alone. */
  readonly models?: true;
  /** How long a worker holds what it took. Default 5: what a killed one held comes back soon. */
  readonly leaseSeconds?: number;
}

/** A process and its place: what is killed there is started there again. */
interface Place {
  readonly name: string;
  readonly role: "api" | "worker" | "all";
  readonly env: Readonly<Record<string, string>>;
  process?: ServingProcess | undefined;
  /** A start that is under way, or was the last. */
  starting?: Promise<void>;
  isStarting: boolean;
}

/** The engine as it runs in production, all of it the campaign's own. */
export interface Stack {
  /** Addresses of the processes that answer callers now. */
  apis(): readonly string[];
  names(role?: "api" | "worker"): readonly string[];
  /** Kills the process of this name with SIGKILL; another starts in its place and is waited for by `settled` only. */
  replace(name: string): Promise<void>;
  /** Resolves when every process that is to start has started. */
  settled(): Promise<void>;
  /** Starts whatever has ended by itself. Says how many had. */
  revive(): Promise<number>;
  /** What the processes wrote to stderr, by name. */
  errors(): readonly string[];
  readonly postgres?: OwnServer;
  readonly proxy?: TcpProxy;
  readonly redis?: OwnRedis;
  readonly disk?: SmallDisk;
  readonly clocks?: MovedClocks;
  readonly models?: ModelServer;
  close(): Promise<void>;
}

/** Room for what a whole campaign writes: a disk that fills by itself stays full. */
const POSTGRES_DISK_MEGABYTES = 512;
const SQLITE_DISK_MEGABYTES = 96;
/** Small segments, so that a small disk holds some. */
const FEW_LOGS = ["min_wal_size=32MB", "max_wal_size=48MB"];
const VECTOR_DIMENSION = "64";
const MOST_STARTS = 5;

/** Things to close, last opened first, each whatever becomes of the others. */
class Closings {
  readonly #all: (() => void | Promise<void>)[] = [];

  add<Thing>(thing: Thing, close: (thing: Thing) => void | Promise<void>): Thing {
    this.#all.push(() => close(thing));
    return thing;
  }

  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (const close of this.#all.splice(0).reverse()) {
      try {
        await close();
      } catch (thrown) {
        failures.push(thrown);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, "not everything could be closed");
  }
}

function modelSettings({ url }: ModelServer): Readonly<Record<string, string>> {
  return {
    ...{ KEEPSAKE_MODEL_URL: url, KEEPSAKE_MODEL_NAME: "chat", KEEPSAKE_MODEL_TIMEOUT_MS: "1500" },
    ...{ KEEPSAKE_EMBEDDER: "openai-compatible", KEEPSAKE_EMBEDDER_URL: url, KEEPSAKE_EMBEDDER_MODEL: "embedding" },
    KEEPSAKE_EMBEDDER_DIMENSION: VECTOR_DIMENSION,
  };
}

async function openPostgres(closings: Closings, disk: SmallDisk | undefined) {
  const own = disk === undefined ? {} : { parent: disk.folder, settings: FEW_LOGS };
  const postgres = closings.add(await startOwnServer(own), (server) => server.stop());
  const direct = new URL(postgres.url);
  const proxy = closings.add(await openTcpProxy({ host: direct.hostname, port: Number(direct.port) }), (opened) =>
    opened.close(),
  );
  direct.port = String(proxy.port);
  const redis = closings.add(await startOwnRedis(), (server) => server.stop());
  const env = {
    ...{ KEEPSAKE_STORAGE: "postgres", KEEPSAKE_POSTGRES_URL: direct.toString(), KEEPSAKE_POSTGRES_PARTITIONS: "1" },
    // four processes on a server of 60 connections
    ...{ KEEPSAKE_POSTGRES_MAX_CONNECTIONS: "10", KEEPSAKE_BUSY_TIMEOUT_MS: "5000" },
    ...{ KEEPSAKE_REDIS_URL: redis.url, KEEPSAKE_SESSIONS: "redis", KEEPSAKE_REDIS_TIMEOUT_MS: "500" },
  };
  return { postgres, proxy, redis, env };
}

/** Starts everything. What was opened before a failure is closed again. */
export async function openStack(needs: StackNeeds, program: Program = "source"): Promise<Stack> {
  const closings = new Closings();
  try {
    return await build(needs, closings, program);
  } catch (thrown) {
    await closings.close();
    throw thrown;
  }
}

async function build(needs: StackNeeds, closings: Closings, program: Program): Promise<Stack> {
  const { store, smallDisk, movedClocks, models, leaseSeconds = 5 } = needs;
  const megabytes = store === "postgres" ? POSTGRES_DISK_MEGABYTES : SQLITE_DISK_MEGABYTES;
  const disk = smallDisk && closings.add(mountSmallDisk(megabytes), (mounted) => mounted.close());
  const clocks = movedClocks && closings.add(openMovedClocks(), (opened) => opened.close());
  const model = models && (await startModelServer({ answer: () => ({ items: [] }) }));
  if (model !== undefined) closings.add(model, (server) => server.close());
  const services = store === "postgres" ? await openPostgres(closings, disk) : undefined;
  const folder = mkdtempSync(
    join(disk === undefined || services !== undefined ? tmpdir() : disk.folder, "keepsake-data-"),
  );
  closings.add(folder, (made) => rmSync(made, { recursive: true, force: true }));
  const common = {
    ...{ PATH: process.env.PATH ?? "", KEEPSAKE_DATA: folder, KEEPSAKE_LOG_LEVEL: "warn" },
    ...{ KEEPSAKE_EMBEDDER: "fake", KEEPSAKE_JOURNAL_LEASE_SECONDS: String(leaseSeconds) },
    ...services?.env,
    ...(model === undefined ? {} : modelSettings(model)),
  };
  const roles = store === "sqlite" ? (["all"] as const) : (["api", "worker", "api", "worker"] as const);
  const places = roles.map((role, index): Place => {
    const name = `${role}-${index}`;
    return { name, role, env: { ...common, ...clocks?.envOf(name) }, isStarting: false };
  });
  closings.add(places, async () => {
    await Promise.allSettled(places.map(({ starting }) => starting));
    await Promise.all(places.map((place) => place.process?.kill()));
  });
  const start = async (place: Place): Promise<void> => {
    place.isStarting = true;
    try {
      // who finds no store at its start ends, and is started again, as whoever runs it in production does
      for (let tries = 1; place.process === undefined || place.process.hasEnded(); tries += 1) {
        const started = startServing(place.role, place.env, program);
        place.process = await (tries < MOST_STARTS ? started.catch(() => undefined) : started);
      }
    } finally {
      place.isStarting = false;
    }
  };
  const settled = async (): Promise<void> => {
    await Promise.all(places.map(({ starting }) => starting));
  };
  const [first, ...rest] = places;
  if (first !== undefined) await start(first); // the first makes the tables
  await Promise.all(rest.map(start));
  return {
    ...(services === undefined ? {} : { postgres: services.postgres, proxy: services.proxy, redis: services.redis }),
    ...(disk === undefined ? {} : { disk }),
    ...(clocks === undefined ? {} : { clocks }),
    ...(model === undefined ? {} : { models: model }),
    apis: () =>
      places.flatMap(({ role, process }) =>
        role === "worker" || process === undefined || process.hasEnded() ? [] : [process.url],
      ),
    names: (role) => places.filter((place) => role === undefined || place.role === role).map(({ name }) => name),
    async replace(name) {
      const place = places.find((each) => each.name === name);
      if (place === undefined) throw new Error(`there is no process ${name}`);
      await place.process?.kill();
      place.starting = start(place);
      place.starting.catch(() => undefined); // told by whoever waits for it
    },
    settled,
    async revive() {
      const ended = places.filter(
        ({ process, isStarting }) => !isStarting && (process === undefined || process.hasEnded()),
      );
      await Promise.all(ended.map(start));
      return ended.length;
    },
    errors: () => places.map(({ name, process }) => `${name}: ${process?.errors() ?? ""}`),
    close: () => closings.close(),
  };
}
