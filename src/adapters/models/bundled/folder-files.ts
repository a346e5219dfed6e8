import { closeSync, existsSync, openSync, readFileSync, readSync } from "node:fs";
import type { KeepsakeError } from "../../../domain/index.js";

/** What is thrown for a folder whose files do not fit: a clause without its full stop, and what caused it. */
export type Refuse = (reason: string, cause?: unknown) => KeepsakeError;

const POINTER_START = "version https://git-lfs";

/** A clone without the large files has a text of three lines in the model's place. */
export function refuseLargeFilePointer(file: string, refuse: Refuse): void {
  const start = Buffer.alloc(POINTER_START.length);
  const handle = openSync(file, "r");
  try {
    readSync(handle, start, 0, start.length, 0);
  } finally {
    closeSync(handle);
  }
  if (start.toString("latin1") === POINTER_START)
    throw refuse(`${file} is a Git LFS pointer, not the model: run "git lfs pull"`);
}

/** An object; an empty one where there is no file. */
export function readJson(file: string, refuse: Refuse): Readonly<Record<string, unknown>> {
  if (!existsSync(file)) return {};
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    throw refuse(`${file} is not JSON: restore it, or install the package again`, cause);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw refuse(`${file} must hold one JSON object`);
  return value as Readonly<Record<string, unknown>>;
}

/** A manifest field by field: a value of the wrong kind is refused, an absent one is undefined. */
export class ManifestFields {
  constructor(
    private readonly file: string,
    private readonly values: Readonly<Record<string, unknown>>,
    private readonly refuseWith: Refuse,
  ) {}

  value(name: string): unknown {
    return this.values[name];
  }

  text(name: string): string | undefined {
    const value = this.values[name];
    if (value === undefined || typeof value === "string") return value;
    throw this.refuse(name, "a string");
  }

  size(name: string): number | undefined {
    const value = this.values[name];
    if (value === undefined || (typeof value === "number" && Number.isInteger(value) && value > 0)) return value;
    throw this.refuse(name, "a whole number above 0");
  }

  /** One number or more, each 0 or above. */
  ids(name: string): readonly number[] | undefined {
    const value = this.values[name];
    if (value === undefined) return undefined;
    const isId = (one: unknown): one is number => typeof one === "number" && Number.isInteger(one) && one >= 0;
    if (Array.isArray(value) && value.length > 0 && value.every(isId)) return value;
    throw this.refuse(name, "a list of token ids");
  }

  refuse(name: string, expected: string): KeepsakeError {
    return this.refuseWith(`${this.file}: ${name} must be ${expected}`);
  }
}
