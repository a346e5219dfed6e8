import type { FastifyInstance } from "fastify";
import type { Labels, MeasurementSnapshot } from "../../ports/index.js";
import type { DoorEngine } from "../engine.js";
import type { Gate } from "../gate.js";

/** A scrape counts the journal no further: that more wait than this is known by then, and the backlog's age tells how bad it is. */
const MOST_COUNTED = 10_000;

const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

function sample(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(String(text))}"`);
  return `${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value}`;
}

/** Samples of one name stand together under one head, as the format wants it. */
class Exposition {
  readonly #families = new Map<string, { readonly type: string; readonly lines: string[] }>();

  add(type: "counter" | "gauge" | "summary", family: string, lines: readonly string[]): void {
    const known = this.#families.get(family) ?? { type, lines: [] };
    known.lines.push(...lines);
    this.#families.set(family, known);
  }

  text(): string {
    return [...this.#families]
      .map(([family, { type, lines }]) => [`# TYPE ${family} ${type}`, ...lines].join("\n"))
      .join("\n")
      .concat("\n");
  }
}

function addMeasurements(exposition: Exposition, { counters, observations }: MeasurementSnapshot): void {
  for (const { name, labels, value } of counters) {
    const family = name.endsWith("_total") ? name : `${name}_total`;
    exposition.add("counter", family, [sample(family, labels, value)]);
  }
  for (const { name, labels, count, sum, p50, p95 } of observations) {
    exposition.add("summary", name, [
      sample(name, { ...labels, quantile: "0.5" }, p50),
      sample(name, { ...labels, quantile: "0.95" }, p95),
      sample(`${name}_sum`, labels, sum),
      sample(`${name}_count`, labels, count),
    ]);
  }
}

/** How far an engine beside the store has come. */
async function addFeed(exposition: Exposition, { parts }: DoorEngine): Promise<void> {
  const report = await parts.storage.feed?.examine();
  if (report === undefined) return;
  const { engine, state, waiting, dead, oldestAppendedAt } = report;
  const gauge = (name: string, labels: Labels, value: number): void =>
    exposition.add("gauge", name, [sample(name, { engine, ...labels }, value)]);
  for (const [of, entries] of Object.entries({ waiting, dead })) {
    gauge("keepsake_vector_engine_entries", { state: of }, entries);
  }
  const age = oldestAppendedAt === undefined ? 0 : Math.max(0, parts.clock.now() - oldestAppendedAt) / 1_000;
  gauge("keepsake_vector_engine_oldest_seconds", {}, age);
  gauge("keepsake_vector_engine_ready", {}, state === "ready" ? 1 : 0);
}

async function exposeAll(engine: DoorEngine): Promise<string> {
  const exposition = new Exposition();
  addMeasurements(exposition, engine.measurements());
  const { storage, clock, policy } = engine.parts;
  const { waiting, leased, dead, oldestAppendedAt } = await storage.queue.backlog(MOST_COUNTED);
  for (const [state, entries] of Object.entries({ waiting, leased, dead })) {
    exposition.add("gauge", "keepsake_journal_entries", [sample("keepsake_journal_entries", { state }, entries)]);
  }
  const limit = sample("keepsake_journal_max_waiting_per_tenant", {}, policy.journal.maxWaiting);
  exposition.add("gauge", "keepsake_journal_max_waiting_per_tenant", [limit]);
  const age = oldestAppendedAt === undefined ? 0 : Math.max(0, clock.now() - oldestAppendedAt) / 1_000;
  exposition.add("gauge", "keepsake_journal_oldest_seconds", [sample("keepsake_journal_oldest_seconds", {}, age)]);
  await addFeed(exposition, engine);
  const memory = process.memoryUsage();
  exposition.add("gauge", "process_resident_memory_bytes", [sample("process_resident_memory_bytes", {}, memory.rss)]);
  return exposition.text();
}

/**
 * Prometheus text format 0.0.4 at `/metrics`, over all tenants: figures and names of operations, never an id or a word of anyone.
 * Needs the permission `operate` where the gate is locked.
 */
export function addMetrics(server: FastifyInstance, engine: DoorEngine, gate: Gate): void {
  server.get("/metrics", async (request, reply) => {
    gate.require(await gate.admit(request.headers), "operate", "metrics");
    await reply.type(CONTENT_TYPE).send(await exposeAll(engine));
  });
}
