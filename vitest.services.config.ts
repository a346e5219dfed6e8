import { configDefaults, defineConfig } from "vitest/config";
import unit from "./vitest.config.js";

/** Engines that take minutes to install are tested where somebody names one (`scripts/vector-services.sh`). The first two have fakes in the unit tests. */
const BY_ADDRESS = ["OPENSEARCH", "ELASTICSEARCH", "MILVUS"] as const;
const unnamed = BY_ADDRESS.filter((name) => !process.env[`KEEPSAKE_TEST_${name}_URL`]);
if (unnamed.length > 0)
  process.stderr.write(`not tested, as no KEEPSAKE_TEST_…_URL names one: ${unnamed.join(", ")}\n`);

/** Tests against real services, by the addresses in KEEPSAKE_TEST_*: `scripts/services.sh up` starts them. */
export default defineConfig({
  ...unit,
  test: {
    ...unit.test,
    include: ["src/**/*.services.test.ts", "test/**/*.services.test.ts"],
    exclude: [...configDefaults.exclude, ...unnamed.map((name) => `src/**/${name.toLowerCase()}.services.test.ts`)],
    globalSetup: ["./test/services/require-services.ts"],
  },
});
