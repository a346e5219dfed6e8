import { describe, expect, it } from "vitest";
import { KeepsakeError } from "../domain/index.js";
import { type ConfigProblem, describeConfig, type KeepsakeConfig, loadConfig, renderProblems } from "./index.js";

const load = (env: Readonly<Record<string, string>>): KeepsakeConfig => loadConfig({ env, file: false });

function problemsOf(env: Readonly<Record<string, string>>): readonly ConfigProblem[] {
  try {
    load(env);
  } catch (error) {
    if (error instanceof KeepsakeError) return error.details.problems as readonly ConfigProblem[];
    throw error;
  }
  return [];
}

const of = (kind: string, more: Readonly<Record<string, string>> = {}) => ({ KEEPSAKE_VECTORS: kind, ...more });
const URL = { KEEPSAKE_VECTORS_URL: "https://engine.example:9200" };
const KEY = { KEEPSAKE_VECTORS_KEY: "key-one" };
const PLACE = { KEEPSAKE_VECTORS_CLOUD: "aws", KEEPSAKE_VECTORS_REGION: "eu-west-1" };
const TERMS = { prefix: "keepsake", timeoutMs: 5_000 };

describe("8.3 settings of a vector engine", () => {
  it("without any of them the store answers", () => {
    expect(load({}).vectors).toEqual({ kind: "own" });
  });

  it.each([
    [of("qdrant", { ...URL, ...KEY }), { url: URL.KEEPSAKE_VECTORS_URL, apiKey: "key-one" }],
    [of("chroma", URL), { url: URL.KEEPSAKE_VECTORS_URL }],
    [of("opensearch", URL), { url: URL.KEEPSAKE_VECTORS_URL }],
    [of("elasticsearch", { ...URL, ...KEY }), { url: URL.KEEPSAKE_VECTORS_URL, apiKey: "key-one" }],
    [
      of("milvus", { ...URL, KEEPSAKE_VECTORS_TOKEN: "root:word", KEEPSAKE_VECTORS_DATABASE: "memories" }),
      { url: URL.KEEPSAKE_VECTORS_URL, token: "root:word", database: "memories" },
    ],
    [of("pinecone", { ...KEY, ...PLACE }), { apiKey: "key-one", cloud: "aws", region: "eu-west-1" }],
  ])("%j: each engine has its own settings", (env, own) => {
    expect(load(env).vectors).toEqual({ kind: env.KEEPSAKE_VECTORS, ...TERMS, ...own });
    const others = { KEEPSAKE_VECTORS_PREFIX: "two", KEEPSAKE_VECTORS_TIMEOUT_MS: "900" };
    expect(load({ ...env, ...others }).vectors).toMatchObject({ prefix: "two", timeoutMs: 900 });
  });

  it.each([
    [of("opensearch"), "vectors.url", "KEEPSAKE_VECTORS_URL"],
    [of("elasticsearch"), "vectors.url", "KEEPSAKE_VECTORS_URL"],
    [of("milvus"), "vectors.url", "KEEPSAKE_VECTORS_URL"],
    [of("milvus", { KEEPSAKE_VECTORS_URL: "localhost:19530" }), "vectors.url", "KEEPSAKE_VECTORS_URL"],
    [of("pinecone", PLACE), "vectors.apiKey", "KEEPSAKE_VECTORS_KEY"],
    [of("pinecone", { ...KEY, KEEPSAKE_VECTORS_CLOUD: "aws" }), "vectors.region", "KEEPSAKE_VECTORS_REGION"],
    [of("pinecone", { ...KEY, ...PLACE, KEEPSAKE_VECTORS_CLOUD: "moon" }), "vectors.cloud", "KEEPSAKE_VECTORS_CLOUD"],
    // a setting of another engine is not passed over
    [of("opensearch", { ...URL, ...KEY }), "vectors.apiKey", "KEEPSAKE_VECTORS_KEY"],
    [of("milvus", { ...URL, ...KEY }), "vectors.apiKey", "KEEPSAKE_VECTORS_KEY"],
    [of("qdrant", { ...URL, KEEPSAKE_VECTORS_TOKEN: "t" }), "vectors.token", "KEEPSAKE_VECTORS_TOKEN"],
    [of("elasticsearch", { ...URL, KEEPSAKE_VECTORS_DATABASE: "d" }), "vectors.database", "KEEPSAKE_VECTORS_DATABASE"],
    [of("opensearch", { ...URL, KEEPSAKE_VECTORS_PREFIX: "Two*" }), "vectors.prefix", "KEEPSAKE_VECTORS_PREFIX"],
    [of("solr", URL), "vectors.kind", "KEEPSAKE_VECTORS"],
  ])("%j: one problem, with its path, its variable and what to do, in both languages", (env, path, variable) => {
    const problems = problemsOf(env);
    expect(problems.map((problem) => problem.path)).toEqual([path]);
    expect(problems[0]?.variable).toBe(variable);
    expect(renderProblems(problems, "en")).toContain(variable);
    expect(renderProblems(problems, "zh")).toMatch(/应为.+请/u);
  });

  it("never shows a password, a key or a token", () => {
    const shown = JSON.stringify([
      describeConfig(load(of("opensearch", { KEEPSAKE_VECTORS_URL: "https://ada:secret-one@search.example:9200" }))),
      describeConfig(load(of("milvus", { ...URL, KEEPSAKE_VECTORS_TOKEN: "root:secret-two" }))),
      describeConfig(load(of("pinecone", { ...PLACE, KEEPSAKE_VECTORS_KEY: "secret-three" }))),
    ]);
    expect(shown).not.toContain("secret");
    expect(shown).toContain("search.example:9200");
  });
});
