import { afterEach, describe, expect, it } from "vitest";
import { type KeepsakeConfig, loadConfig } from "../config/index.js";
import { PERMISSIONS } from "../domain/index.js";
import { createKey, revokeKey } from "../identity/index.js";
import type { DoorEngine } from "./engine.js";
import { openGate } from "./gate.js";
import { ServedDoors } from "./served.scene.js";
import { openHttpDoor } from "./serving.js";

const doors = new ServedDoors(openHttpDoor);
afterEach(() => doors.close());

const HEADERS = { host: "localhost:7411" };
const DOORS = ["http", "grpc", "proxy", "mcp"] as const;
const SOON_MS = 1_000;
const OPERATOR = { permissions: new Set(PERMISSIONS) };

/** The engine of an open server, under a clock that only the test moves, and with every look at the tenants counted. */
async function open(): Promise<{ engine: DoorEngine; config: KeepsakeConfig; clock: { at: number; looks: number } }> {
  await doors.start();
  const [served] = doors.opened;
  if (served === undefined) throw new Error("no engine");
  const { parts } = served.engine;
  const clock = { at: parts.clock.now(), looks: 0 };
  const tenants = Object.create(parts.storage.tenants, {
    list: {
      value: (page: Parameters<typeof parts.storage.tenants.list>[0]) => {
        clock.looks += 1;
        return parts.storage.tenants.list(page);
      },
    },
  }) as typeof parts.storage.tenants;
  const storage = Object.create(parts.storage, { tenants: { value: tenants } }) as typeof parts.storage;
  const engine = { ...served.engine, parts: { ...parts, storage, clock: { now: () => clock.at } } };
  return { engine, config: loadConfig({ env: {}, file: false }), clock };
}

describe("any key that was ever made locks every door (7.4, P11)", () => {
  it.each(DOORS)("%s: a key that another process makes locks a door that is open, within a second", async (door) => {
    const { engine, config, clock } = await open();
    const gate = await openGate(engine, config, door);
    await expect(gate.admit(HEADERS)).resolves.toMatchObject({ actor: `${door}:local` });
    const { secret } = await createKey(engine.parts, "default", { name: "app", role: "agent" }, OPERATOR);
    clock.at += SOON_MS;
    await expect(gate.admit(HEADERS)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    await expect(gate.admit({ ...HEADERS, "x-api-key": secret })).resolves.toMatchObject({ actor: "key:app" });
  });

  it("stays locked when the last key expires or is revoked, also after a restart", async () => {
    const { engine, config, clock } = await open();
    const gate = await openGate(engine, config, "http");
    const short = await createKey(
      engine.parts,
      "default",
      { name: "a", role: "owner", expiresAt: clock.at + 10 },
      OPERATOR,
    );
    const gone = await createKey(engine.parts, "default", { name: "b", role: "owner" }, OPERATOR);
    await revokeKey(engine.parts, "default", gone.key.id);
    clock.at += SOON_MS;
    for (const opened of [gate, await openGate(engine, config, "http")]) {
      await expect(opened.admit(HEADERS)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
      const dead = opened.admit({ ...HEADERS, "x-api-key": short.secret });
      await expect(dead).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    }
  });

  it("looks once a second while it is open, and never again once it is locked", async () => {
    const { engine, config, clock } = await open();
    const gate = await openGate(engine, config, "http");
    await Promise.all(Array.from({ length: 50 }, () => gate.admit(HEADERS)));
    expect(clock.looks).toBe(1);
    clock.at += SOON_MS;
    await Promise.all(Array.from({ length: 50 }, () => gate.admit(HEADERS)));
    expect(clock.looks).toBe(2);
    await createKey(engine.parts, "default", { name: "app", role: "agent" }, OPERATOR);
    for (let call = 0; call < 3; call += 1) {
      clock.at += SOON_MS;
      await expect(gate.admit(HEADERS)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    }
    expect(clock.looks).toBe(3);
  });

  it("over the wire: POST /v1/keys makes nobody an owner of a store whose keys are dead, and says how to get back in", async () => {
    const { engine } = await open();
    const [served] = doors.opened;
    if (served === undefined) throw new Error("no server");
    const made = await createKey(engine.parts, "default", { name: "app", role: "owner" }, OPERATOR);
    await revokeKey(engine.parts, "default", made.key.id);
    const restarted = await openHttpDoor(
      served.engine,
      loadConfig({ env: {}, file: false, overrides: { http: { port: 0 } } }),
    );
    try {
      const refused = await fetch(`${restarted.url}/v1/keys`, { method: "POST", body: "{}" });
      expect(refused.status).toBe(401);
      expect(await refused.text()).toContain("keepsake keys create");
    } finally {
      await restarted.close();
    }
  });
});
