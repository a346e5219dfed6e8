import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^keepsake$/, replacement: here("./src/index.ts") },
      { find: /^keepsake\/testing$/, replacement: here("./src/testing/index.ts") },
      { find: /^keepsake\/evals$/, replacement: here("./evals/index.ts") },
    ],
  },
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
