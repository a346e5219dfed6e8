import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { KeepsakeError } from "../domain/index.js";
import { DEFAULT_POLICY } from "../policy/index.js";
import {
  type ConfigProblem,
  configSchema,
  describeConfig,
  type KeepsakeConfigInput,
  loadConfig,
  renderProblems,
  SETTINGS,
} from "./index.js";

function fileWith(value: unknown): string {
  const path = join(mkdtempSync(join(tmpdir(), "keepsake-config-")), "keepsake.config.json");
  writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
  return path;
}

function problemsFrom(options: Parameters<typeof loadConfig>[0]): readonly ConfigProblem[] {
  try {
    loadConfig(options);
  } catch (error) {
    expect(error).toBeInstanceOf(KeepsakeError);
    expect((error as KeepsakeError).code).toBe("CONFIG_INVALID");
    return (error as KeepsakeError).details.problems as readonly ConfigProblem[];
  }
  throw new Error("loadConfig accepted what it must refuse");
}

describe("loadConfig", () => {
  it("refuses what would be lost or misread in silence: an empty folder, a key that copying drops", () => {
    for (const text of [
      '{"dataFolder": ""}',
      '{"__proto__": {"tenant": "x"}}',
      '{"http": {"__proto__": {"port": 1}}}',
    ]) {
      const path = join(mkdtempSync(join(tmpdir(), "keepsake-config-")), "keepsake.config.json");
      writeFileSync(path, text);
      expect(() => loadConfig({ env: {}, file: path }), text).toThrow(
        /CONFIG_INVALID|dataFolder|__proto__|configuration/,
      );
    }
  });

  it("fills every default", () => {
    const config = loadConfig({ env: {}, file: false });
    expect(config).toMatchObject({
      tenant: "default",
      language: "en",
      storage: { kind: "sqlite", busyTimeoutMs: 10_000 },
      embedder: { kind: "bundled", runtime: "auto", threads: 1 },
      reader: { kind: "bundled", runtime: "auto", threads: 1 },
      http: { host: "127.0.0.1", port: 7_411, apiKeys: [] },
      worker: { enabled: true },
      log: { level: "warn" },
    });
    expect(config.user).toBeUndefined();
    expect(config.chatModel).toBeUndefined();
  });

  it("lets overrides win over the environment, and that over the file", () => {
    const file = fileWith({ tenant: "file", http: { port: 1, host: "localhost" }, dataFolder: "kept" });
    const config = loadConfig({
      env: { KEEPSAKE_TENANT: "env", KEEPSAKE_HTTP_PORT: "2" },
      file,
      overrides: { http: { port: 3 } },
    });
    expect(config.tenant).toBe("env");
    expect(config.http).toMatchObject({ port: 3, host: "localhost" });
    expect(config.dataFolder).toBe(join(file, "..", "kept"));
  });

  it("drops the weaker kind's settings when a stronger layer chooses another kind", () => {
    const file = fileWith({
      embedder: { kind: "openai-compatible", url: "http://localhost:1", model: "m", dimension: 8 },
    });
    expect(loadConfig({ env: { KEEPSAKE_EMBEDDER: "fake" }, file }).embedder).toEqual({ kind: "fake" });
    expect(loadConfig({ env: { KEEPSAKE_EMBEDDER_DIMENSION: "16" }, file }).embedder).toMatchObject({
      dimension: 16,
      model: "m",
    });
  });

  it("reports all problems at once, each with path, variable, expectation and remedy", () => {
    const problems = problemsFrom({
      env: {
        KEEPSAKE_HTTP_PORT: "many",
        KEEPSAKE_LANGUAGE: "fr",
        KEEPSAKE_TENNANT: "x",
        KEEPSAKE_EMBEDDER: "openai-compatible",
      },
      file: fileWith({ htttp: {}, storage: { kind: "sqlite", busyTimeout: 1 } }),
    });
    expect(problems.map((problem) => problem.path).sort()).toEqual(
      [
        "KEEPSAKE_TENNANT",
        "embedder.dimension",
        "embedder.model",
        "embedder.url",
        "htttp",
        "http.port",
        "language",
        "storage.busyTimeout",
      ].sort(),
    );
    const port = problems.find((problem) => problem.path === "http.port");
    expect(port).toMatchObject({ variable: "KEEPSAKE_HTTP_PORT", source: "environment" });
    expect(port?.expected.en).toContain("0 to 65535");
    expect(problems.find((problem) => problem.path === "KEEPSAKE_TENNANT")?.remedy.en).toContain("KEEPSAKE_TENANT");
    expect(problems.find((problem) => problem.path === "embedder.url")?.remedy.en).toContain("KEEPSAKE_EMBEDDER_URL");
    expect(renderProblems(problems, "zh")).toContain("应为");
    expect(renderProblems(problems, "en").split("\n")).toHaveLength(problems.length);
  });

  it("names a setting of another kind as such", () => {
    const [problem] = problemsFrom({ env: { KEEPSAKE_EMBEDDER_URL: "http://localhost" }, file: false });
    expect(problem).toMatchObject({ path: "embedder.url", variable: "KEEPSAKE_EMBEDDER_URL" });
    expect(problem?.expected.en).toContain("embedder.kind");
  });

  it("refuses an unknown embedder kind with the ones there are", () => {
    const [problem] = problemsFrom({ env: { KEEPSAKE_EMBEDDER: "magic" }, file: false });
    expect(problem?.path).toBe("embedder.kind");
    expect(problem?.expected.en).toContain("bundled");
  });

  it("refuses a file that is named and not there, or not JSON", () => {
    expect(problemsFrom({ env: {}, file: "/nonexistent/keepsake.config.json" })).toHaveLength(1);
    expect(problemsFrom({ env: {}, file: fileWith("{") })).toHaveLength(1);
  });

  it("treats an empty variable as unset", () => {
    expect(loadConfig({ env: { KEEPSAKE_USER: "", KEEPSAKE_HTTP_PORT: "" }, file: false }).http.port).toBe(7_411);
  });

  it("reads API keys as pairs and as JSON, and refuses short or doubled ones", () => {
    const long = "0123456789abcdef";
    expect(loadConfig({ env: { KEEPSAKE_API_KEYS: `app:${long}` }, file: false }).http.apiKeys[0]).toMatchObject({
      name: "app",
      key: long,
    });
    const json = JSON.stringify([{ name: "a", key: long, permissions: ["memory:read"], user: "u:1", tenant: "acme" }]);
    expect(loadConfig({ env: { KEEPSAKE_API_KEYS: json }, file: false }).http.apiKeys[0]).toMatchObject({
      user: "u:1",
      tenant: "acme",
    });
    expect(problemsFrom({ env: { KEEPSAKE_API_KEYS: "app:short" }, file: false })[0]?.variable).toBe(
      "KEEPSAKE_API_KEYS",
    );
    expect(problemsFrom({ env: { KEEPSAKE_API_KEYS: `a:${long},b:${long}` }, file: false })).toHaveLength(1);
  });

  it("2.6: reads who is protected and which agent outranks which, as words and as JSON, and refuses what is neither", () => {
    const env = (name: string, value: string) => ({ env: { [`KEEPSAKE_${name}`]: value }, file: false as const });
    const protect = (text: string) => loadConfig(env("PROTECTED_USERS", text)).review.protectedUsers;
    expect(protect("ada, 王总 ,,")).toEqual(["ada", "王总"]);
    expect(protect('["a,b", "c"]')).toEqual(["a,b", "c"]);
    const rank = (text: string) => loadConfig(env("AGENT_AUTHORITY", text)).authority;
    expect(rank("support=10, guess=0.5,a=b=2")).toEqual({ support: 10, guess: 0.5, "a=b": 2 });
    expect(rank('{"a,b": 3}')).toEqual({ "a,b": 3 });
    for (const [name, value] of [
      ["PROTECTED_USERS", "[1]"],
      ["PROTECTED_USERS", "a\u0000b"],
      ["AGENT_AUTHORITY", "support"],
      ["AGENT_AUTHORITY", "support=high"],
      ["AGENT_AUTHORITY", "{"],
      ["REVIEW_BELOW_CONFIDENCE", "2"],
      ["REVIEW_EXPIRY_DAYS", "0"],
    ] as const) {
      expect(
        problemsFrom(env(name, value)).map((problem) => problem.variable),
        value,
      ).toEqual([`KEEPSAKE_${name}`]);
    }
  });

  it("the shipped settings let every write through", () => {
    const { review, authority } = loadConfig({ env: {}, file: false });
    expect({ review, authority }).toEqual({ review: DEFAULT_POLICY.review, authority: DEFAULT_POLICY.authority });
    expect(review.belowConfidence).toBeLessThanOrEqual(DEFAULT_POLICY.extraction.minConfidence);
  });

  it("follows the locale for the language of messages", () => {
    expect(loadConfig({ env: { LANG: "zh_CN.UTF-8" }, file: false }).language).toBe("zh");
    expect(loadConfig({ env: { LANG: "zh_CN.UTF-8", KEEPSAKE_LANGUAGE: "en" }, file: false }).language).toBe("en");
  });
});

describe("describeConfig", () => {
  it("hides every secret", () => {
    const config = loadConfig({
      env: {},
      file: false,
      overrides: {
        storage: { encryptionKey: "secret-aaaa" },
        embedder: {
          kind: "openai-compatible",
          url: "https://u:secret-dddd@host/v1",
          apiKey: "secret-bbbb",
          model: "m",
          dimension: 3,
        },
        chatModel: { url: "http://h", apiKey: "secret-cccc", model: "m" },
        http: { apiKeys: [{ name: "app", key: "secret-0123456789" }] },
      },
    });
    const shown = JSON.stringify(describeConfig(config));
    expect(shown).not.toContain("secret");
    expect(shown).toContain("app:********");
  });

  it("P23: takes prices and caps of the chat model, and refuses a cap on cost without a price", () => {
    const model = {
      KEEPSAKE_MODEL_URL: "http://h/v1",
      KEEPSAKE_MODEL_NAME: "m",
      KEEPSAKE_MODEL_MAX_COST_PER_DAY: "1.5",
    };
    const priced = { ...model, KEEPSAKE_MODEL_INPUT_PRICE: "0.27", KEEPSAKE_MODEL_MAX_TOKENS_PER_DAY: "2000000" };
    expect(loadConfig({ env: { ...priced, KEEPSAKE_MODEL_STRUCTURED: "on" }, file: false }).chatModel).toMatchObject({
      inputPrice: 0.27,
      outputPrice: 0,
      maxTokensPerDay: 2_000_000,
      maxCostPerDay: 1.5,
      structuredOutputs: true,
    });
    expect(() => loadConfig({ env: model, file: false })).toThrow(/chatModel\.maxCostPerDay/);
  });

  it("has a row for every leaf of the schema", () => {
    const chatModel = { url: "http://h", model: "m", inputPrice: 1, maxTokensPerDay: 1, maxCostPerDay: 1 };
    const redis = { url: "redis://h" };
    const stores = [
      { kind: "sqlite", encryptionKey: "12345678" },
      { kind: "postgres", url: "postgres://h/db" },
    ];
    const leaves = (value: object, prefix = ""): string[] =>
      Object.entries(value).flatMap(([key, at]) =>
        typeof at === "object" && at !== null && !Array.isArray(at)
          ? leaves(at, `${prefix}${key}.`)
          : [`${prefix}${key}`],
      );
    const known = new Set(SETTINGS.map((setting) => setting.path));
    for (const storage of stores) {
      const config = configSchema.parse({ chatModel, redis, storage });
      expect(leaves(config).filter((path) => !known.has(path))).toEqual([]);
    }
  });
});

describe("the reader's settings", () => {
  const service = { kind: "openai-compatible", url: "http://localhost:1", model: "m", dimension: 8 } as const;
  const readerOf = (env: Readonly<Record<string, string>>, overrides: KeepsakeConfigInput = {}) =>
    loadConfig({ env, file: false, overrides }).reader;

  it("has the bundled one beside every embedder but the tests' own", () => {
    const bundled = { kind: "bundled", runtime: "auto", threads: 1 };
    expect(readerOf({}, { embedder: service })).toEqual(bundled);
    expect(readerOf({}, { embedder: { kind: "fake" } })).toEqual({ kind: "none" });
    expect(readerOf({ KEEPSAKE_EMBEDDER: "fake" })).toEqual({ kind: "none" });
    expect(readerOf({ KEEPSAKE_EMBEDDER: "fake", KEEPSAKE_READER: "bundled" })).toEqual(bundled);
    expect(readerOf({ KEEPSAKE_READER_THREADS: "2" })).toEqual({ ...bundled, threads: 2 });
    expect(readerOf({ KEEPSAKE_READER: "none" })).toEqual({ kind: "none" });
  });

  it("refuses what is no reader", () => {
    expect(() => readerOf({ KEEPSAKE_READER: "magic" })).toThrow(/reader\.kind/u);
    expect(() => readerOf({ KEEPSAKE_READER: "none", KEEPSAKE_READER_THREADS: "2" })).toThrow(/reader/u);
  });
});

describe("P23 limits of model services", () => {
  it("have one shape for the chat model, both embedders and the reranker", () => {
    const given = { timeoutMs: 900, maxParallelCalls: 3, maxCallsPerMinute: 60, pauseSeconds: 9 };
    const owners = { chatModel: "MODEL", embedder: "EMBEDDER", nextEmbedder: "NEXT_EMBEDDER", reranker: "RERANKER" };
    const env: Record<string, string> = { KEEPSAKE_RERANKER: "service", KEEPSAKE_MODEL_NAME: "m" };
    for (const name of Object.values(owners)) {
      env[`KEEPSAKE_${name}_URL`] = "http://127.0.0.1:8080/v1";
      for (const [key, value] of Object.entries(given))
        env[`KEEPSAKE_${name}_${key.replace(/[A-Z]/gu, "_$&").toUpperCase()}`] = `${value}`;
    }
    for (const name of [owners.embedder, owners.nextEmbedder])
      Object.assign(env, {
        [`KEEPSAKE_${name}`]: "openai-compatible",
        [`KEEPSAKE_${name}_MODEL`]: name,
        [`KEEPSAKE_${name}_DIMENSION`]: "8",
      });
    const config = loadConfig({ env, file: false });
    for (const owner of Object.keys(owners)) expect(config[owner as keyof typeof owners]).toMatchObject(given);
  });
});

describe("3.6 the reranker's settings", () => {
  const load = (env: Record<string, string>) => loadConfig({ env, file: false });

  it("are absent, a service with its own limits, or the chat model", () => {
    expect(load({}).reranker).toBeUndefined();
    const url = "http://127.0.0.1:8080";
    expect(load({ KEEPSAKE_RERANKER: "service", KEEPSAKE_RERANKER_URL: url }).reranker).toEqual({
      ...{ kind: "service", url, protocol: "cohere", timeoutMs: 1_500, maxDocuments: 30, pauseSeconds: 30 },
    });
    expect(load({ KEEPSAKE_RERANKER: "chat-model", KEEPSAKE_RERANKER_MAX_DOCUMENTS: "5" }).reranker).toEqual({
      ...{ kind: "chat-model", timeoutMs: 8_000, maxDocuments: 5 },
    });
  });

  it("are refused where they do not fit together", () => {
    expect(() => load({ KEEPSAKE_RERANKER: "service" })).toThrow(/reranker\.url/u);
    expect(() => load({ KEEPSAKE_RERANKER: "chat-model", KEEPSAKE_RERANKER_URL: "http://h" })).toThrow(
      /reranker\.url/u,
    );
    expect(() => load({ KEEPSAKE_RERANKER: "magic" })).toThrow(/reranker\.kind/u);
  });

  it.each([
    ["KEEPSAKE_PORT", "KEEPSAKE_HTTP_PORT"],
    ["KEEPSAKE_HOST", "KEEPSAKE_HTTP_HOST"],
    ["KEEPSAKE_ROL", "KEEPSAKE_ROLE"],
    ["KEEPSAKE_HTTP_PROT", "KEEPSAKE_HTTP_PORT"],
    ["KEEPSAKE_URL", "KEEPSAKE_"],
  ])("takes %s for %s", (wrong, meant) => {
    expect(() => loadConfig({ env: { [wrong]: "1" }, file: false })).toThrow(`Did you mean ${meant}`);
  });

  it("has no guess for what resembles nothing", () => {
    expect(() => loadConfig({ env: { KEEPSAKE_ZEBRA: "1" }, file: false })).toThrow(/Unset it; /u);
  });
});
