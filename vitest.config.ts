import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import tsconfig from "./tsconfig.json" with { type: "json" };

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The package's public names, as the compiler resolves them. */
const { paths } = tsconfig.compilerOptions;
const alias = Object.entries(paths).map(([name, [source = ""]]) => ({
  find: new RegExp(`^${name}$`),
  replacement: here(source),
}));

export default defineConfig({
  resolve: { alias },
  test: {
    include: [
      "src/**/*.test.ts",
      "evals/**/*.test.ts",
      "test/**/*.test.ts",
      "examples/**/*.test.ts",
      "bench/**/*.test.ts",
    ],
    // They need real services: `npm run test:services`.
    exclude: [...configDefaults.exclude, "**/*.services.test.ts"],
    // Two at a time: several tests start processes and load the model, and the machines this runs on are small.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    passWithNoTests: false,
  },
});
