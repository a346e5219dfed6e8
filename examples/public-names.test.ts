import { describe, expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };
import tsconfig from "../tsconfig.json" with { type: "json" };

describe("the package's public names", () => {
  it("lead to the same files in a clone, by the compiler, as in the package, by its exports", () => {
    const { "./package.json": _, ...published } = manifest.exports;
    const named = Object.entries(published).map(([name, { default: built }]) => [
      name.replace(/^\./, "keepsake"),
      [built.replace(/^\.\/dist\//, "./").replace(/\.js$/, ".ts")],
    ]);
    expect(tsconfig.compilerOptions.paths).toEqual(Object.fromEntries(named));
  });
});
