import { addressOf } from "../../../../test/services/addresses.js";
import { wakeUpConformance } from "../../../testing/wake-up.js";
import { createRedisConnection } from "../../redis/index.js";
import { createTelemetry } from "../../system/index.js";
import { createRedisWakeUp } from "./index.js";

wakeUpConformance("redis", {
  service: addressOf("KEEPSAKE_TEST_REDIS_URL"),
  async connect(keyPrefix, url) {
    const redis = createRedisConnection({ url, keyPrefix, timeoutMs: 500 }, createTelemetry({ level: "silent" }));
    await redis.open();
    return { wakeUp: createRedisWakeUp(redis), close: () => redis.close() };
  },
});
