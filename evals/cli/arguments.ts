import { parseArgs } from "node:util";
import { EMBEDDER_KINDS, type EmbedderKind, STORAGE_KINDS, type StorageKind } from "../engine/system.js";
import { SAMPLE_FORMATS, type SampleFormat } from "./sample.js";

/** A call that cannot be understood; the message says what to do. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export const USAGE = `Usage:
  eval list
  eval run <suite> --data PATH [options]
  eval compare FIRST.json SECOND.json
  eval floors GOLDEN.json         prints golden/floors.json for a report of the suite golden
  eval sample --data FILE.. --format FORMAT --out SHEET.jsonl [options]
                                  memories drawn at random, with where they came from, for people to judge
  eval tune --data FILE.. --out POLICY.json [options]
                                  fits the recall weights, each conversation left out in turn, and writes them with figures and digests

Options of run:
  --data PATH            the data file (golden and latency need none)
  --json FILE            also write the report, with a row per question
  --limit N              only the first N conversations or scenarios
  --questions N          only the first N questions of each conversation
  --storage KIND         sqlite (in a temporary folder; default) or memory
  --embedder KIND        bundled (default) or fake
  --floor X              overrides the policy's floor, 0–1
  --system NAME          keepsake (default), or a baseline: verbatim, bm25
  --sizes A,B            turns in the store, for latency (default 1000)
  --verbose              prints every failed check or question

Options of sample (and --limit, --storage, --embedder):
  --format FORMAT        locomo or memorybank
  --out SHEET.jsonl      where the sheet is written, a memory a line
  --count N              memories on the sheet (default 200)
  --seed N               the same seed draws the same memories of the same run (default 1)

Options of tune (and --limit, --questions, --storage, --embedder):
  --out POLICY.json      where the weights are written; nothing takes effect by that

Exit: 0 done, and no figure got worse; 1 compare found one that is worse beyond noise; 2 cannot be run as asked.
`;

export interface RunArguments {
  readonly command: "run";
  readonly suite: string;
  readonly data: string | undefined;
  readonly json: string | undefined;
  readonly limit: number | undefined;
  readonly questions: number | undefined;
  readonly storage: StorageKind;
  readonly embedder: EmbedderKind;
  readonly floor: number | undefined;
  readonly system: string;
  readonly sizes: readonly number[];
  readonly verbose: boolean;
}

export interface SampleArguments {
  readonly command: "sample";
  readonly paths: readonly string[];
  readonly format: SampleFormat;
  readonly out: string;
  readonly count: number;
  readonly seed: number;
  readonly limit: number | undefined;
  readonly storage: StorageKind;
  readonly embedder: EmbedderKind;
}

export interface TuneArguments {
  readonly command: "tune";
  readonly paths: readonly string[];
  readonly out: string;
  readonly limit: number | undefined;
  readonly questions: number | undefined;
  readonly storage: StorageKind;
  readonly embedder: EmbedderKind;
}

export type EvalArguments =
  | TuneArguments
  | RunArguments
  | SampleArguments
  | { readonly command: "compare"; readonly first: string; readonly second: string }
  | { readonly command: "floors"; readonly report: string }
  | { readonly command: "list" }
  | { readonly command: "help" };

function choice<Kind extends string>(value: string, kinds: readonly Kind[], option: string): Kind {
  const found = kinds.find((kind) => kind === value);
  if (found === undefined) throw new UsageError(`${option} "${value}" is unknown. Choose one of: ${kinds.join(", ")}.`);
  return found;
}

function wholeNumber(value: string, option: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1)
    throw new UsageError(`${option} must be a whole number from 1, not "${value}".`);
  return number;
}

function floorOf(value: string): number {
  const number = Number(value);
  if (value.trim() === "" || !(number >= 0 && number <= 1))
    throw new UsageError(`--floor must be between 0 and 1, not "${value}".`);
  return number;
}

function parseOptions(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      strict: true,
      options: {
        data: { type: "string", multiple: true },
        json: { type: "string" },
        limit: { type: "string" },
        questions: { type: "string" },
        storage: { type: "string", default: "sqlite" },
        embedder: { type: "string", default: "bundled" },
        floor: { type: "string" },
        system: { type: "string", default: "keepsake" },
        sizes: { type: "string", default: "1000" },
        format: { type: "string" },
        out: { type: "string" },
        count: { type: "string", default: "200" },
        seed: { type: "string", default: "1" },
        verbose: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (thrown) {
    throw new UsageError(thrown instanceof Error ? thrown.message : String(thrown), { cause: thrown });
  }
}

type Values = ReturnType<typeof parseOptions>["values"];

/** What both commands that record something take. */
function parseStore(values: Values): Pick<RunArguments, "limit" | "storage" | "embedder"> {
  return {
    limit: values.limit === undefined ? undefined : wholeNumber(values.limit, "--limit"),
    storage: choice(values.storage, STORAGE_KINDS, "--storage"),
    embedder: choice(values.embedder, EMBEDDER_KINDS, "--embedder"),
  };
}

/** @param more files named after the first one, without an option of their own */
function parseSample(more: readonly string[], values: Values): SampleArguments {
  const paths = [...(values.data ?? []), ...more];
  if (paths.length === 0) throw new UsageError("Name the data: eval sample --data FILE.. --format FORMAT --out SHEET");
  if (values.format === undefined) throw new UsageError(`Name the format: --format ${SAMPLE_FORMATS.join(" or ")}`);
  if (values.out === undefined) throw new UsageError("Say where the sheet goes: --out SHEET.jsonl");
  return {
    command: "sample",
    paths,
    format: choice(values.format, SAMPLE_FORMATS, "--format"),
    out: values.out,
    count: wholeNumber(values.count, "--count"),
    seed: wholeNumber(values.seed, "--seed"),
    ...parseStore(values),
  };
}

function parseTune(more: readonly string[], values: Values): TuneArguments {
  const paths = [...(values.data ?? []), ...more];
  if (paths.length === 0) throw new UsageError("Name the data: eval tune --data FILE.. --out POLICY");
  if (values.out === undefined) throw new UsageError("Say where the weights go: --out POLICY.json");
  return {
    command: "tune",
    paths,
    out: values.out,
    questions: values.questions === undefined ? undefined : wholeNumber(values.questions, "--questions"),
    ...parseStore(values),
  };
}

function parseRun(positionals: readonly string[], values: Values): RunArguments {
  const [suite, ...rest] = positionals;
  if (suite === undefined) throw new UsageError("Name a suite: eval run <suite>. `eval list` shows them.");
  if (rest.length > 0)
    throw new UsageError(`"${rest.join(" ")}" is too much: eval run takes one suite; name the data with --data.`);
  const [data, ...others] = values.data ?? [];
  if (others.length > 0) throw new UsageError("eval run reads one data file: give --data once.");
  return {
    command: "run",
    suite,
    data,
    json: values.json,
    ...parseStore(values),
    questions: values.questions === undefined ? undefined : wholeNumber(values.questions, "--questions"),
    floor: values.floor === undefined ? undefined : floorOf(values.floor),
    system: values.system,
    sizes: values.sizes.split(",").map((size) => wholeNumber(size.trim(), "--sizes")),
    verbose: values.verbose,
  };
}

/** @param argv with or without a leading "eval". UsageError says what to do. */
export function parseEvalArguments(argv: readonly string[]): EvalArguments {
  const { values, positionals } = parseOptions(argv[0] === "eval" ? argv.slice(1) : argv);
  const [command, ...rest] = positionals;
  if (values.help || command === undefined || command === "help") return { command: "help" };
  switch (command) {
    case "list":
      return { command };
    case "run":
      return parseRun(rest, values);
    case "sample":
      return parseSample(rest, values);
    case "tune":
      return parseTune(rest, values);
    case "compare": {
      const [first, second, ...more] = rest;
      if (first === undefined || second === undefined || more.length > 0) {
        throw new UsageError("Give two reports: eval compare FIRST.json SECOND.json");
      }
      return { command, first, second };
    }
    case "floors": {
      const [report, ...more] = rest;
      if (report === undefined || more.length > 0) throw new UsageError("Give one report: eval floors GOLDEN.json");
      return { command, report };
    }
    default:
      throw new UsageError(`"${command}" is no eval command. Choose one of: run, compare, floors, sample, tune, list.`);
  }
}
