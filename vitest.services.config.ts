import { configDefaults, defineConfig } from "vitest/config";
import unit from "./vitest.config.js";

/** Tests against real services, by the addresses in KEEPSAKE_TEST_*: `scripts/services.sh up` starts them. */
export default defineConfig({
  ...unit,
  test: {
    ...unit.test,
    include: ["src/**/*.services.test.ts", "test/**/*.services.test.ts"],
    exclude: configDefaults.exclude,
    globalSetup: ["./test/services/require-services.ts"],
  },
});
