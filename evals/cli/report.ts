import { access, constants, readFile, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { z } from "zod";
import type { Machine } from "../engine/identity.js";
import { DataError } from "../readers/data-error.js";
import type { Figures } from "../suites/suite.js";

const figureSchema = z.object({ value: z.number(), low: z.number(), high: z.number(), n: z.number() });
const figuresSchema = z.record(z.string(), figureSchema);

const reportSchema = z.object({
  suite: z.string(),
  system: z.string(),
  data: z.object({ path: z.string(), sha256: z.string() }),
  policy: z.string(),
  model: z.string(),
  machine: z.record(z.string(), z.unknown()),
  options: z.record(z.string(), z.unknown()),
  metrics: figuresSchema,
  byCategory: z.record(z.string(), figuresSchema),
  seconds: z.number(),
  rows: z.array(z.unknown()),
});

/** What `eval run --json` writes and `eval compare` reads. */
export interface Report {
  readonly suite: string;
  /** `keepsake` or the name of a baseline. */
  readonly system: string;
  readonly data: { readonly path: string; readonly sha256: string };
  readonly policy: string;
  readonly model: string;
  readonly machine: Machine | Readonly<Record<string, unknown>>;
  /** What was asked for: storage, embedder, limit, floor. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly metrics: Figures;
  readonly byCategory: Readonly<Record<string, Figures>>;
  readonly seconds: number;
  /** One row a question, check, bundle or call: what two reports are paired by. */
  readonly rows: readonly unknown[];
}

/** DataError unless a report can be written there: asked before a run, not after an hour of it. */
export async function checkReportPath(path: string): Promise<void> {
  const folder = dirname(resolve(path));
  try {
    await access(folder, constants.W_OK);
  } catch (thrown) {
    throw new DataError(
      `Cannot write a report to ${path}: the folder ${folder} is missing or not writable. Make it first.`,
      {
        cause: thrown,
      },
    );
  }
}

export async function writeReport(path: string, report: Report): Promise<void> {
  await writeFile(path, `${JSON.stringify(report, null, 1)}\n`);
}

/** Reads a report. DataError when it is missing or something else. */
export async function readReport(path: string): Promise<Report> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (thrown) {
    throw new DataError(`Cannot read the report ${path}. Make one with: eval run <suite> --data PATH --json ${path}`, {
      cause: thrown,
    });
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (thrown) {
    throw new DataError(`${path} is not JSON. Give two files that eval run --json has written.`, { cause: thrown });
  }
  const result = reportSchema.safeParse(parsed);
  if (!result.success)
    throw new DataError(`${path} is no evaluation report. Give two files that eval run --json has written.`);
  return result.data;
}
