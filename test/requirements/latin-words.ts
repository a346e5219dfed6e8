/** Proper names, units and words of the trade that Chinese has no other word for. */
const ALLOWED = new Set(
  `API JSON JSONL UTF HTTP HTTPS URL ISO IANA Unicode NUL KiB MiB GiB ms Redis PostgreSQL SQLite pgvector Keepsake keepsake OpenTelemetry ONNX
  OpenAI MCP SSE gRPC Connect OpenAPI Prometheus id ids stdin stdout stderr ON OFF on off Retry After Content Length Type application json
  Authorization If Match npm npx install postgres vector auto fake bundled sqlite memory zh en Ctrl Node Docker`.split(
    /\s+/u,
  ),
);

/** Names of fields, options, variables, codes, ids, addresses, paths, quoted values: of no language. */
const NAMES = [
  /"[^"]*"|`[^`]*`|“[^”]*”|‘[^’]*’|'[^']*'/gu,
  /\b(?:https?|postgres|redis|file|keepsake):\/\/\S+/gu,
  /(?<!\w)--?[a-z][\w-]*(?:[= ]<[^>]*>)?/gu,
  /<[^>]+>/gu,
  /\b[A-Z][A-Z0-9_]+\b/gu,
  /[\w@-]*\/[\w@./{}:-]+/gu,
  /\b[a-z]\w*(?:[._:[\]-]\w*|[A-Z]\w*)+/gu,
  /\b\w*\d\w*\b/gu,
];

/** The Latin words in a text that is to be Chinese and are no names, each once. `known`: names that belong here. */
export function latinWords(text: string, known: Iterable<string> = []): readonly string[] {
  const named = new Set(known);
  const rest = NAMES.reduce((left, name) => left.replace(name, " "), text);
  const words = rest.match(/[A-Za-z]{2,}/gu) ?? [];
  return [...new Set(words.filter((word) => !ALLOWED.has(word) && !named.has(word)))];
}
