import { readFileSync } from "node:fs";

/** The package's version, from the package file nearest above this module (in a clone and in a build alike). */
export function packageVersion(): string {
  for (const up of ["../..", "../../.."]) {
    try {
      const parsed: unknown = JSON.parse(readFileSync(new URL(`${up}/package.json`, import.meta.url), "utf8"));
      if (
        typeof parsed === "object" &&
        parsed !== null &&
        "name" in parsed &&
        "version" in parsed &&
        parsed.name === "keepsake"
      ) {
        return String(parsed.version);
      }
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    }
  }
  return "0.0.0";
}
