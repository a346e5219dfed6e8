import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Figure, machine, table } from "./figures.js";
import { measureAcknowledge } from "./measures/acknowledge.js";
import { measureForeign } from "./measures/foreign.js";
import { measureHostileTransport } from "./measures/hostile-transport.js";
import { type HttpChoices, LOAD_SHARE, measureHttpThroughput } from "./measures/http-throughput.js";
import { measureLoading } from "./measures/loading.js";
import { measureProcess } from "./measures/process.js";
import { measureColdRecall, measureIdle, measureStartUp } from "./measures/processes.js";
import { MEM0_SIZE, measureRecall, SIZES } from "./measures/recall.js";
import { measureScale } from "./measures/scale.js";
import { measureStores } from "./measures/stores.js";
import { measureWorkers } from "./measures/workers.js";

interface Choices {
  readonly sizes: readonly number[];
  readonly mem0: number;
  readonly foreign: number;
  readonly http: HttpChoices;
  readonly data: string | undefined;
  readonly total: number;
  readonly loaded: number;
  readonly largest: number;
}

const MEASURES: Readonly<Record<string, (choices: Choices) => Promise<readonly Figure[]>>> = {
  acknowledge: measureAcknowledge,
  process: measureProcess,
  recall: ({ sizes, mem0 }) => measureRecall(sizes, mem0),
  foreign: ({ foreign }) => measureForeign(foreign),
  "http-throughput": ({ http }) => measureHttpThroughput(http),
  "hostile-transport": measureHostileTransport,
  "start-up": measureStartUp,
  idle: measureIdle,
  "cold-recall": measureColdRecall,
  workers: measureWorkers,
  stores: ({ sizes, data }) => measureStores(sizes, data),
  loading: ({ loaded }) => measureLoading(loaded),
  scale: ({ total, largest }) => measureScale(total, largest),
};
/** They need services, and are run by name only. */
const APART = new Set(["workers", "stores", "loading", "scale"]);

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: "string" },
      sizes: { type: "string" },
      mem0: { type: "string" },
      foreign: { type: "string" },
      soak: { type: "string" },
      load: { type: "string" },
      embedder: { type: "string", default: "bundled" },
      data: { type: "string" },
      total: { type: "string" },
      largest: { type: "string" },
    },
  });
  const names = positionals[0] === "all" ? Object.keys(MEASURES).filter((name) => !APART.has(name)) : positionals;
  const unknown = names.filter((name) => MEASURES[name] === undefined);
  if (names.length === 0 || unknown.length > 0) {
    console.error(
      `Usage: bench/run.ts <${Object.keys(MEASURES).join("|")}|all> [--sizes 1000,10000] [--mem0 10000] [--foreign 1000000] [--soak MINUTES] [--load 0.8] [--embedder bundled|fake] [--data LOCOMO] [--total 1000000] [--largest 50000] [--json FILE]`,
    );
    process.exitCode = 2;
    return;
  }
  const choices: Choices = {
    sizes: values.sizes?.split(",").map(Number) ?? SIZES,
    mem0: Number(values.mem0 ?? MEM0_SIZE),
    foreign: Number(values.foreign ?? 1_000_000),
    http: {
      embedder: values.embedder === "fake" ? "fake" : "bundled",
      load: Number(values.load ?? LOAD_SHARE),
      ...(values.soak === undefined ? {} : { soakMinutes: Number(values.soak) }),
    },
    data: values.data,
    total: Number(values.total ?? 1_000_000),
    loaded: Number(values.total ?? 6_000),
    largest: Number(values.largest ?? 50_000),
  };
  const results: { readonly name: string; readonly figures: readonly Figure[] }[] = [];
  console.log(
    Object.entries(machine())
      .map(([name, value]) => `${name}: ${value}`)
      .join(", "),
  );
  for (const name of names) {
    const figures = (await MEASURES[name]?.(choices)) ?? [];
    results.push({ name, figures });
    console.log(`\n${name}\n${table(figures)}`);
  }
  if (values.json !== undefined)
    writeFileSync(values.json, `${JSON.stringify({ machine: machine(), results }, null, 2)}\n`);
}

await main();
