import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { startVitest } from "vitest/node";
import { BROKEN_STORAGES } from "./broken-storages.js";

const SUITE = fileURLToPath(new URL("./broken.suite.ts", import.meta.url));

describe("the conformance suite goes red", () => {
  const failed = new Map<string, string[]>();

  beforeAll(async () => {
    const exitCode = process.exitCode;
    const inner = await startVitest("test", [SUITE], {
      watch: false,
      config: false,
      include: [SUITE],
      reporters: [{}],
      hookTimeout: 30_000,
    });
    for (const module of inner.state.getTestModules()) {
      for (const test of module.children.allTests("failed")) {
        const fault = /<(.*?)>/.exec(test.fullName)?.[1] ?? "";
        failed.set(fault, [...(failed.get(fault) ?? []), test.fullName]);
      }
    }
    await inner.close();
    process.exitCode = exitCode; // the inner run is red, as it must be; this one is not
  }, 180_000);

  it.each(Object.keys(BROKEN_STORAGES))("on a storage that %s", (fault) => {
    expect(failed.get(fault) ?? []).not.toEqual([]);
  });
});
