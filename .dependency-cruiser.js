/* Who may import whom (docs: architecture). `npm run check` fails on any arrow that is not allowed here. */
const PATH_FOLDERS =
  "remember|recall|context|sessions|policy|privacy|importing|review|undo|identity|audit|routing|embedding|dating|upkeep|moving";
const inside = (folders) => `^src/(${folders})/`;
const TEST = "\\.(?:test|scene)\\.ts$|^src/testing/|^test/";

/** Optional peers, by the folder that may import them. */
const VENDORS = {
  "frameworks/langgraph": "@langchain/(core|langgraph[^/]*)",
  "frameworks/llamaindex": "llamaindex|@llamaindex/[^/]+",
  "frameworks/openai-agents": "@openai/agents[^/]*",
  "adapters/blobs/s3": "@aws-sdk/[^/]+",
  "adapters/redis": "ioredis",
  "adapters/storage/mariadb": "mysql2",
  "adapters/vectors/qdrant": "@qdrant/[^/]+",
  "adapters/vectors/chroma": "chromadb",
  "adapters/storage/postgres": "pg|pgvector|@types/pg",
  "adapters/vectors/lucene": "@elastic/[^/]+|@opensearch-project/[^/]+",
  "adapters/vectors/milvus": "@zilliz/milvus2-sdk-node",
  "adapters/vectors/pinecone": "@pinecone-database/pinecone",
};

const forbidden = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

export default {
  forbidden: [
    forbidden("no-cycles", "A house whose rooms lead in circles cannot be explained.", {}, { circular: true }),
    forbidden(
      "domain-is-pure",
      "domain: no npm package, no node:, nothing else of the house.",
      { path: "^src/domain/", pathNot: TEST },
      { pathNot: "^src/domain/" },
    ),
    forbidden(
      "ports-see-domain",
      "ports: types of the domain only.",
      { path: "^src/ports/" },
      { pathNot: "^src/(domain|ports)/" },
    ),
    forbidden(
      "language-sees-domain",
      "language: domain and its own linguistic packages.",
      { path: "^src/language/", pathNot: TEST },
      { path: "^src/", pathNot: "^src/(domain|language)/" },
    ),
    forbidden(
      "paths-see-inward",
      "Path folders: domain, ports, language and each other's face.",
      { path: inside(PATH_FOLDERS), pathNot: TEST },
      { path: "^src/", pathNot: `^src/(domain|ports|language|${PATH_FOLDERS})/` },
    ),
    forbidden(
      "paths-use-faces",
      "A path folder imports another's index.ts only.",
      { path: `^src/(${PATH_FOLDERS})/`, pathNot: TEST },
      { path: inside(PATH_FOLDERS), pathNot: ["^src/$1/", "/index\\.ts$"] },
    ),
    forbidden(
      "language-by-its-face",
      "language is used through its faces: its own index.ts and those of its two larger rooms.",
      { path: "^src/", pathNot: `^src/language/|${TEST}` },
      { path: "^src/language/", pathNot: "^src/language/(slots/|speech-acts/)?index\\.ts$" },
    ),
    forbidden(
      "operations-see-paths",
      "operations: domain, ports, language and the faces of the path folders.",
      { path: "^src/operations/", pathNot: TEST },
      { path: "^src/", pathNot: `^src/(domain|ports|language|operations|${PATH_FOLDERS})/` },
    ),
    forbidden(
      "doors-see-operations",
      "doors: operations, config, importing, moving, upkeep and domain; never the engine's inside.",
      { path: "^src/doors/", pathNot: TEST },
      { path: "^src/", pathNot: "^src/(domain|ports|operations|config|importing|identity|moving|upkeep|doors)/" },
    ),
    forbidden(
      "doors-are-strangers",
      "No door knows another.",
      { path: "^src/doors/(cli|http|mcp|grpc|proxy)/", pathNot: TEST },
      { path: "^src/doors/(cli|http|mcp|grpc|proxy)/", pathNot: "^src/doors/$1/" },
    ),
    forbidden(
      "client-is-portable",
      "client: domain and the library's types; no npm package, no node:, so that it runs wherever fetch does. Its file spool is for Node.",
      { path: "^src/client/", pathNot: `${TEST}|^src/client/(?:file-spool|make-folder)\\.ts$` },
      { pathNot: "^src/(domain|client)/|^src/keepsake\\.ts$" },
    ),
    forbidden(
      "client-stands-alone",
      "client: what only Node has stays out of what everyone loads.",
      { path: "^src/client/", pathNot: `${TEST}|^src/client/file-spool\\.ts$` },
      { path: "^src/client/(?:file-spool|make-folder)\\.ts$" },
    ),
    forbidden(
      "frameworks-are-customers",
      "frameworks: the library's face and domain, and what they share.",
      { path: "^src/frameworks/", pathNot: TEST },
      { path: "^src/", pathNot: "^src/(domain|frameworks)/|^src/keepsake\\.ts$" },
    ),
    forbidden(
      "frameworks-are-strangers",
      "No framework knows another: whoever uses one need not have the rest.",
      { path: "^src/frameworks/([^/]+)/", pathNot: TEST },
      { path: "^src/frameworks/[^/]+/", pathNot: "^src/frameworks/$1/" },
    ),
    ...Object.entries(VENDORS).map(([folder, packages]) =>
      forbidden(
        `${folder.split("/").at(-1)}-is-optional`,
        `The vendor's package is there for those who use ${folder}: nothing else of the house may need it.`,
        { path: "^src/", pathNot: `^src/${folder}/|${TEST}` },
        { path: `(^|node_modules/)(${packages})(/|$)` },
      ),
    ),
    forbidden(
      "tracing-is-optional",
      "OpenTelemetry is there for those who trace: nothing else of the house may need it.",
      { path: "^src/", pathNot: `^src/adapters/tracing/otlp/|${TEST}` },
      { path: "(^|node_modules/)@opentelemetry/" },
    ),
    forbidden(
      "adapters-see-ports",
      "adapters: domain, ports and their own vendor package.",
      { path: "^src/adapters/", pathNot: TEST },
      { path: "^src/", pathNot: "^src/(domain|ports|adapters)/" },
    ),
    forbidden(
      "adapters-are-strangers",
      "No adapter knows another. What the relational stores do alike, what vector engines over a network and blob stores do alike, and the one connection to Redis, lie in rooms of their own, used by their faces.",
      { path: "^src/adapters/([^/]+/[^/]+)/", pathNot: TEST },
      {
        path: "^src/adapters/",
        pathNot: [
          "^src/adapters/$1/",
          "^src/adapters/(storage/relational|vectors/remote|blobs/keys|redis)/index\\.ts$",
        ],
      },
    ),
    forbidden(
      "config-is-alone",
      "config: domain and options of adapters.",
      { path: "^src/config/", pathNot: TEST },
      { path: "^src/", pathNot: "^src/(domain|config|adapters/.*/options\\.ts)" },
    ),
    forbidden(
      "evals-are-customers",
      "evals use public exports.",
      { path: "^(evals|examples|bench)/" },
      { path: "^src/", pathNot: "^src/(index|testing/index|client/(index|file-spool)|frameworks/[^/]+/index)\\.ts$" },
    ),
    forbidden(
      "no-testing-in-product",
      "The product never needs its tests.",
      { path: "^src/", pathNot: TEST },
      { path: "^src/testing/" },
    ),
    forbidden(
      "no-undeclared",
      "Every package is declared.",
      { path: "^(src|evals)/" },
      // of an optional peer the manifest has a second entry, which is taken for an unknown kind
      { dependencyTypes: ["npm-no-pkg", "npm-unknown"], dependencyTypesNot: ["npm-peer"] },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\.md$" },
    enhancedResolveOptions: { extensions: [".ts", ".js", ".mjs"], conditionNames: ["import", "types", "default"] },
  },
};
