import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { z } from "zod";
import { DataError } from "./data-error.js";

/** A data file as read: its text and the digest that a report names. */
export interface DataFile {
  readonly path: string;
  readonly text: string;
  readonly sha256: string;
}

function codeOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && "code" in thrown && typeof thrown.code === "string" ? thrown.code : undefined;
}

/** Reads a file whole. DataError when it is not there or is a folder. */
export async function readDataFile(path: string): Promise<DataFile> {
  try {
    const bytes = await readFile(path);
    return { path, text: bytes.toString("utf8"), sha256: createHash("sha256").update(bytes).digest("hex") };
  } catch (thrown) {
    if (codeOf(thrown) === "ENOENT") {
      throw new DataError(
        `There is no file ${path}. Give the path of the data set with --data; data sets are not shipped.`,
      );
    }
    if (codeOf(thrown) === "EISDIR")
      throw new DataError(`${path} is a folder. Name the data file inside it with --data.`);
    throw thrown;
  }
}

/** A file that may be missing: what stands beside a data set. */
export async function findDataFile(path: string): Promise<DataFile | undefined> {
  try {
    return await readDataFile(path);
  } catch (thrown) {
    if (thrown instanceof DataError) return undefined;
    throw thrown;
  }
}

function parseJson(text: string, where: string, expected: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new DataError(`${where} is not JSON (${reason}). Expected ${expected}.`, { cause: thrown });
  }
}

function check<Shape>(schema: z.ZodType<Shape>, value: unknown, where: string, expected: string): Shape {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.length === 0 ? "the whole" : issue.path.join(".")}: ${issue.message}`)
    .join("; ");
  throw new DataError(`${where} has another format: ${problems}. Expected ${expected}.`);
}

/** Parses a JSON file. @param expected said in the error, e.g. "a LoCoMo file: a list of …" */
export function parseJsonFile<Shape>(file: DataFile, schema: z.ZodType<Shape>, expected: string): Shape {
  return check(schema, parseJson(file.text, file.path, expected), file.path, expected);
}

/** Parses a file of one JSON object a line; empty lines are skipped, an empty file is an error. */
export function parseJsonLines<Shape>(file: DataFile, schema: z.ZodType<Shape>, expected: string): readonly Shape[] {
  const values: Shape[] = [];
  file.text.split("\n").forEach((line, index) => {
    if (line.trim() === "") return;
    const where = `${file.path}, line ${index + 1},`;
    values.push(check(schema, parseJson(line, where, expected), where, expected));
  });
  if (values.length === 0) throw new DataError(`${file.path} is empty. Expected ${expected}.`);
  return values;
}
