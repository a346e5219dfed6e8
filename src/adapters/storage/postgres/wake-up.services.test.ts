import { addressOf } from "../../../../test/services/addresses.js";
import { wakeUpConformance } from "../../../testing/wake-up.js";
import { createPostgresWakeUp } from "./wake-up.js";

wakeUpConformance("postgres", {
  service: addressOf("KEEPSAKE_TEST_POSTGRES_URL"),
  async connect(schema, url) {
    const wakeUp = createPostgresWakeUp({ url, schema });
    return { wakeUp, close: () => wakeUp.close() };
  },
});
