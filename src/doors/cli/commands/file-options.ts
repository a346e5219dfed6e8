import { open, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import type { Command } from "commander";
import type { Language } from "../../../config/index.js";
import { KeepsakeError, MAX_ATTACHMENT_BYTES } from "../../../domain/index.js";
import type { Operation } from "../../../operations/index.js";
import { systemFault } from "../system-fault.js";
import { textsOf } from "../texts.js";

/* Bytes that the operation takes or gives as base64 come from a file, and go into one: no shell has to turn them. */

export interface FileOptions {
  readonly file?: string;
  readonly to?: string;
}

export function addFileOptions(command: Command, { cli }: Operation, language: Language): void {
  const texts = textsOf(language);
  if (cli.readsFile !== undefined) command.option("--file <path>", texts.fileToRead);
  if (cli.writesFile !== undefined) command.option("--to <path>", texts.fileToWrite);
}

async function contentOf(path: string, language: Language): Promise<Buffer> {
  const fault = (error: unknown): KeepsakeError => {
    const message = textsOf(language).cannotRead(path, systemFault(error, language));
    return new KeepsakeError("INVALID_INPUT", message, { field: "--file" }, { cause: error });
  };
  const file = await open(path, "r").catch((error: unknown) => Promise.reject(fault(error)));
  try {
    const { size } = await file.stat();
    // what no operation takes is not read into memory first
    if (size > MAX_ATTACHMENT_BYTES)
      throw new KeepsakeError("TOO_LARGE", `content has ${size} bytes; the limit is ${MAX_ATTACHMENT_BYTES}`, {
        field: "--file",
      });
    return await file.readFile();
  } catch (error) {
    throw error instanceof KeepsakeError ? error : fault(error);
  } finally {
    await file.close();
  }
}

/** The input with the file's bytes, and its name where none was given. @throws INVALID_INPUT, TOO_LARGE */
export async function withFile(
  { cli: { readsFile } }: Operation,
  input: Readonly<Record<string, unknown>>,
  { file }: FileOptions,
  language: Language,
): Promise<Record<string, unknown>> {
  if (readsFile === undefined || file === undefined) return { ...input };
  const { content, name } = readsFile;
  if (input[content] !== undefined)
    throw new KeepsakeError("INVALID_INPUT", textsOf(language).oneSource(content), { field: "--file" });
  const bytes = await contentOf(file, language);
  return { [name]: basename(file), ...input, [content]: bytes.toString("base64") };
}

/** The output without the bytes, which are in the file now; what is there is never overwritten. @throws INVALID_INPUT, STORE_FULL */
export async function intoFile(
  { cli: { writesFile } }: Operation,
  output: unknown,
  { to }: FileOptions,
  language: Language,
): Promise<unknown> {
  if (writesFile === undefined || to === undefined) return output;
  const { [writesFile]: content, ...rest } = output as Record<string, unknown>;
  try {
    await writeFile(to, Buffer.from(String(content), "base64"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    const message = textsOf(language).cannotWrite(to, systemFault(error, language));
    throw new KeepsakeError(
      code === "ENOSPC" ? "STORE_FULL" : "INVALID_INPUT",
      message,
      { field: "--to" },
      { cause: error },
    );
  }
  return { ...rest, file: to };
}
