import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { describe, expect, it } from "vitest";

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly types?: string; readonly default?: string } | string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional?: boolean }>>;
}

const ROOT = resolve(import.meta.dirname, "..");
const manifest = JSON.parse(readFileSync(resolve(ROOT, "package.json"), "utf8")) as Manifest;
const PEERS = Object.keys(manifest.peerDependencies);

/** What is loaded at once with a module: static imports and re-exports that are more than types. */
const STATIC = /^(?:import|export)\s(?!type\b)(?:[^;]*?\sfrom\s)?"([^"]+)"/gmu;

function loadedWith(entry: string): { readonly files: ReadonlySet<string>; readonly packages: ReadonlySet<string> } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    for (const [, name = ""] of readFileSync(file, "utf8").matchAll(STATIC)) {
      if (name.startsWith(".")) waiting.push(resolve(dirname(file), name.replace(/\.js$/u, ".ts")));
      else
        packages.add(
          name
            .split("/")
            .slice(0, name.startsWith("@") ? 2 : 1)
            .join("/"),
        );
    }
  }
  return { files, packages };
}

const sourceOf = (entry: Manifest["exports"][string]): string =>
  resolve(
    ROOT,
    String(typeof entry === "string" ? entry : entry.default)
      .replace(/^\.\/dist\//u, "")
      .replace(/\.js$/u, ".ts"),
  );

const peersOf = (entry: string): readonly string[] =>
  PEERS.filter((peer) => loadedWith(entry).packages.has(peer)).sort();

/** Each adapter by the one client that it needs. */
const ADAPTERS = {
  postgres: "pg",
  mariadb: "mysql2",
  qdrant: "@qdrant/js-client-rest",
  chroma: "chromadb",
  opensearch: "@opensearch-project/opensearch",
  elasticsearch: "@elastic/elasticsearch",
  milvus: "@zilliz/milvus2-sdk-node",
  pinecone: "@pinecone-database/pinecone",
  s3: "@aws-sdk/client-s3",
} as const;

describe("8.3 what an import pulls in", () => {
  it("names every peer as optional", () => {
    expect(PEERS.filter((peer) => manifest.peerDependenciesMeta[peer]?.optional !== true)).toEqual([]);
  });

  it.each([".", "./client", "./ai-sdk", "./evals"])("%s needs no vendor's client", (name) => {
    const entry = sourceOf(manifest.exports[name] ?? "");
    expect(loadedWith(entry).files.size).toBeGreaterThan(1);
    expect(peersOf(entry)).toEqual([]);
  });

  it.each(Object.entries(ADAPTERS))("./adapters/%s needs %s alone", (name, peer) => {
    expect(peersOf(sourceOf(manifest.exports[`./adapters/${name}`] ?? ""))).toEqual([peer]);
  });

  it("has no other adapter", () => {
    const exported = Object.keys(manifest.exports).filter((name) => name.startsWith("./adapters/"));
    expect(exported.map((name) => name.slice("./adapters/".length)).sort()).toEqual(Object.keys(ADAPTERS).sort());
  });
});
