import type { CompanionConcern, CompanionReport } from "../../ports/index.js";

const MIB = 1_048_576;
const NEARLY_FULL = 0.9;
/** 2020: lists of access rights, and what this adapter was tested with begins later still. */
const OLDEST_MAJOR = 6;

/** What was read of `INFO`: lines of `name:value`, under headings. */
function fieldsOf(info: string): ReadonlyMap<string, string> {
  return new Map(
    info
      .split("\n")
      .map((line) => line.trim().split(":"))
      .flatMap(([name, ...rest]): [string, string][] => (name === undefined ? [] : [[name, rest.join(":")]])),
  );
}

/**
 * Reads a server's words about itself. Copies need no disk: what is written there holds the words of working memory
 * until the file is rewritten, also of what was forgotten meanwhile.
 */
export function reportOf(info: string): CompanionReport {
  const fields = fieldsOf(info);
  const count = (name: string): number => Number(fields.get(name) ?? 0);
  const [limit, used] = [count("maxmemory"), count("used_memory")];
  const version = fields.get("redis_version") ?? "unknown";
  const isAppending = count("aof_enabled") === 1;
  const concerns: readonly (readonly [CompanionConcern, boolean])[] = [
    ["memory-unbounded", limit === 0],
    ["memory-nearly-full", limit > 0 && used > NEARLY_FULL * limit],
    ["not-primary", (fields.get("role") ?? "master") !== "master"],
    ["written-to-disk", isAppending],
    ["too-old", Number(version.split(".")[0]) < OLDEST_MAJOR],
  ];
  const policy = fields.get("maxmemory_policy") ?? "unknown";
  const bound = limit === 0 ? "no maxmemory" : `maxmemory ${Math.round(limit / MIB)} MiB`;
  return {
    version,
    summary: `${bound}, ${policy}, ${Math.round(used / MIB)} MiB used, append-only file ${isAppending ? "on" : "off"}`,
    concerns: concerns.flatMap(([concern, holds]) => (holds ? [concern] : [])),
  };
}
