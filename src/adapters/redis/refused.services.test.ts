import { expect, it } from "vitest";
import { addressOf } from "../../../test/services/addresses.js";
import { silentTelemetry } from "../system/index.js";
import { createRedisConnection } from "./index.js";

it("a wrong password is told as one, and not as silence", async () => {
  const url = new URL(addressOf("KEEPSAKE_TEST_REDIS_URL"));
  url.password = "not-the-password";
  const redis = createRedisConnection({ url: url.href, keyPrefix: "refused", timeoutMs: 2_000 }, silentTelemetry());
  await redis.open();
  try {
    const failure = await redis.examine().catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({ code: "UNAVAILABLE", message: expect.stringContaining("refuses the user or") });
  } finally {
    await redis.close();
  }
});
