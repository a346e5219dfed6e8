import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { PipedSource } from "../piped-source.js";
import type { Session } from "../session.js";

async function digestOf(file: string): Promise<string> {
  const digest = createHash("sha256");
  for await (const chunk of createReadStream(file)) digest.update(chunk as Buffer);
  return digest.digest("hex");
}

/** By its content, whether it was named or piped in; only what is piped in and too long to be held is named by chance. */
export async function sourceName(
  file: string,
  piped: PipedSource | undefined,
  options: { readonly importId?: string },
  session: Session,
): Promise<string> {
  if (options.importId !== undefined) return options.importId;
  const digest = piped === undefined ? await digestOf(file) : piped.digest;
  if (digest === undefined) return `import_${session.engine.parts.ids.trace()}`;
  const { importIdOf } = await import("../../../importing/index.js");
  return importIdOf(digest);
}
