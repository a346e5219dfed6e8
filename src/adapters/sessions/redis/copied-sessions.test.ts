import { expect, it } from "vitest";
import { KeepsakeError, makeScope } from "../../../domain/index.js";
import { createMemoryStorage } from "../../storage/memory/index.js";
import { createCopiedSessions } from "./index.js";

it("P16 what was written stands, though the connection to the copies was closed meanwhile", async () => {
  const durable = createMemoryStorage();
  await durable.open();
  await durable.tenants.ensure("acme", 1);
  const scope = makeScope("acme", "ada");
  const closed = async () => {
    throw new KeepsakeError("CLOSED", "the connection to Redis is not open");
  };
  const redis = { keyOf: () => "key", run: closed } as unknown as Parameters<typeof createCopiedSessions>[0]["redis"];
  const telemetry = { count: () => undefined, observe: () => undefined, log: () => undefined };
  const sessions = createCopiedSessions({ durable: durable.sessions, redis, telemetry });
  await sessions.put(scope, "space", "k", 1, { now: 1, ttlSeconds: 60 });
  expect(await sessions.find(scope, "space", "k", 2)).toMatchObject({ value: 1 });
  await durable.close();
});
