import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { loadConfig, SETTINGS } from "../../src/config/index.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** Every file of the folder that names variables. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length));
}

/** Of the files that bring everything up, not of Keepsake. */
const OWN_VARIABLES = new Set(["KEEPSAKE_DB_PASSWORD", "KEEPSAKE_PORT"]);

/** `NAME: value` or `NAME=value` lines, interpolations filled in: with what stands for an unset one, where something does. */
function settingsIn(text: string): Readonly<Record<string, string>> {
  const lines = [...text.matchAll(/^\s*(KEEPSAKE_[A-Z_]+): (.+)$/gm)].map(([, name = "", value = ""]) => {
    const filled = value
      .replaceAll(/\$\{\w+:-([^}]*)\}/g, "$1")
      .replaceAll(/\$\{[^}]+\}/g, "app:0123456789abcdef")
      .replaceAll('"', "");
    return [name, filled.replace("keepsake:app:0123456789abcdef@", "keepsake:secret@")] as const;
  });
  return Object.fromEntries(lines.filter(([name]) => !OWN_VARIABLES.has(name)));
}

describe("8.2 what is in deploy/", () => {
  it("names only variables that Keepsake knows", () => {
    const known = new Set([...SETTINGS.map((setting) => setting.variable), ...OWN_VARIABLES]);
    const files = [...filesIn("deploy"), "docs/guide/production.md", "docs/guide/production.zh.md"];
    const unknown = files.flatMap((file) =>
      [...read(file).matchAll(/KEEPSAKE_[A-Z_]+/g)].map(([name]) => name).filter((name) => !known.has(name)),
    );
    expect(files.length).toBeGreaterThan(9);
    expect(unknown).toEqual([]);
  });

  it("configures an api and a worker on PostgreSQL and Redis", () => {
    const compose = settingsIn(read("deploy/compose.yaml"));
    const kubernetes = {
      ...settingsIn(read("deploy/kubernetes/settings.yaml")),
      ...{
        KEEPSAKE_POSTGRES_URL: "postgres://h/db",
        KEEPSAKE_REDIS_URL: "redis://h",
        KEEPSAKE_API_KEYS: "a:0123456789abcdef",
      },
    };
    for (const env of [compose, kubernetes]) {
      for (const role of ["api", "worker"]) {
        const config = loadConfig({ env: { ...env, KEEPSAKE_ROLE: role }, file: false });
        expect(config).toMatchObject({ storage: { kind: "postgres" }, sessions: { kind: "redis" }, role });
        expect(config.http.apiKeys).toHaveLength(1);
      }
    }
  });

  it("puts into the image what a setting alone may ask for: its file system is read-only, and nothing can be added", () => {
    const [, wanted = ""] = /node -p "([^"]+)" > \/packed\/peers/.exec(read("deploy/Dockerfile")) ?? [];
    const here = wanted.replace("/source/package.json", join(ROOT, "package.json"));
    const installed = execFileSync(process.execPath, ["-p", here], { encoding: "utf8" }).trim().split(" ");
    const { peerDependencies, devDependencies } = JSON.parse(read("package.json")) as Record<
      string,
      Record<string, string>
    >;
    const bySetting = Object.keys(peerDependencies ?? {}).filter((name) =>
      /^(pg|mysql2|ioredis|@aws-sdk\/client-s3|@opentelemetry\/.+)$/.test(name),
    );
    expect(bySetting).toHaveLength(8);
    expect(installed.sort()).toEqual(bySetting.map((name) => `${name}@${devDependencies?.[name]}`).sort());
  });

  it("says in both guides that what goes out is not bounded, as long as no policy bounds it", () => {
    const bounds = read("deploy/kubernetes/network.yaml").includes("Egress");
    expect(read("docs/guide/production.md").includes("what goes out is not bounded")).toBe(!bounds);
    expect(read("docs/guide/production.zh.md").includes("出站不受限")).toBe(!bounds);
  });

  it("copies into the image only what there is, and gives it a place to write", () => {
    const dockerfile = read("deploy/Dockerfile");
    const wanted = read("deploy/Dockerfile.dockerignore")
      .split("\n")
      .filter((line) => line.startsWith("!") && !line.includes("*"))
      .map((line) => line.slice(1));
    expect(wanted.length).toBeGreaterThan(8);
    expect(wanted.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    expect(dockerfile).toContain("USER 1000:1000");
    expect(dockerfile).toContain("HEALTHCHECK");
    const { version } = JSON.parse(read("package.json")) as { readonly version: string };
    expect(read("deploy/kubernetes/kustomization.yaml")).toContain(`newTag: "${version}"`);
  });
});
