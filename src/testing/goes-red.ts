import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { startVitest } from "vitest/node";

/**
 * Runs a file of tests over subjects with one fault each, and expects a failure for every fault: a suite that cannot fail proves nothing.
 * @param suite the file, in which each subject's suite carries its fault's name in angle brackets
 */
export function goesRed(name: string, suite: URL, faults: readonly string[]): void {
  describe(`the conformance suite of ${name} goes red`, () => {
    const file = fileURLToPath(suite);
    const failed = new Map<string, string[]>();

    beforeAll(async () => {
      const exitCode = process.exitCode;
      const inner = await startVitest("test", [file], {
        watch: false,
        config: false,
        include: [file],
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

    it.each(faults)("on one that %s", (fault) => {
      expect(failed.get(fault) ?? []).not.toEqual([]);
    });
  });
}
