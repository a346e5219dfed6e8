import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenEngine, openEngine } from "../../src/compose.js";
import { loadConfig } from "../../src/config/index.js";
import { makeScope } from "../../src/domain/index.js";
import { BEHAVIOURS } from "./behaviours.js";
import { CHANGE_CONTROL, PROTECTED } from "./change-control.js";
import type { Door, OpenDoor } from "./door.js";
import { openCliDoor } from "./doors/cli-door.js";
import { openClientDoor } from "./doors/client-door.js";
import { openGrpcDoor } from "./doors/grpc-door.js";
import { openHttpDoor } from "./doors/http-door.js";
import { openLibraryDoor } from "./doors/library-door.js";
import { openMcpDoor } from "./doors/mcp-door.js";
import { INSIGHT } from "./insight.js";
import { SESSION_SUMMARIES } from "./session-summaries.js";

const ALL = [...BEHAVIOURS, ...CHANGE_CONTROL, ...SESSION_SUMMARIES, ...INSIGHT];

const DOORS: Readonly<Record<Door["name"], OpenDoor>> = {
  library: openLibraryDoor,
  http: openHttpDoor,
  grpc: openGrpcDoor,
  client: openClientDoor,
  mcp: openMcpDoor,
  cli: openCliDoor,
};

describe.each(Object.entries(DOORS))("through the %s door", (name, open) => {
  let engine: OpenEngine;
  let door: Door;

  beforeAll(async () => {
    const overrides = {
      storage: { kind: "memory" },
      embedder: { kind: "fake" },
      defaultTimeZone: "Asia/Shanghai",
      log: { level: "silent" },
      review: { protectedUsers: ALL.map((_, index) => `u${index}${PROTECTED}`) },
    } as const;
    engine = await openEngine(loadConfig({ env: {}, file: false, overrides }));
    door = await open(engine);
  });

  afterAll(async () => {
    await door.close();
    await engine.close();
  });

  const can = ALL.filter((behaviour) => behaviour.notThrough?.[name as Door["name"]] === undefined);

  it.each(can.map((behaviour, index) => [behaviour.name, behaviour, index] as const))(
    "%s",
    async (_title, behaviour, index) => {
      await behaviour.check({
        door,
        settled: (user) => engine.drain(makeScope("default", user), 20_000),
        user: (suffix = "") => `u${index}${suffix}`,
      });
    },
  );
});

it("leaves a behaviour out only with a reason", () => {
  for (const behaviour of ALL) {
    for (const reason of Object.values(behaviour.notThrough ?? {})) expect(reason).toMatch(/\w{3,}/);
  }
});
