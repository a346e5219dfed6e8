import { createHash } from "node:crypto";

const DIGITS = 16;

/**
 * How the audit log names what a caller named: sessions, imports, spaces and keys of working memory. Such a name may say something of somebody, and a
 * line of the log cannot be erased without breaking its chain. Who knows the name finds its lines; nobody reads it there (9.2).
 */
export function digestedName(name: string): string {
  return `sha256:${createHash("sha256").update(name).digest("hex").slice(0, DIGITS)}`;
}
