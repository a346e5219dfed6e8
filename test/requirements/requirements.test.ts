import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenEngine, openEngine } from "../../src/compose.js";
import { loadConfig } from "../../src/config/index.js";
import { makeScope } from "../../src/domain/index.js";
import { OPERATIONS, type Operation } from "../../src/operations/index.js";
import { BEHAVIOURS } from "./behaviours.js";
import { CHANGE_CONTROL, PROTECTED } from "./change-control.js";
import type { Door, OpenDoor } from "./door.js";
import { openCliDoor } from "./doors/cli-door.js";
import { openClientDoor } from "./doors/client-door.js";
import { openGrpcDoor } from "./doors/grpc-door.js";
import { openHttpDoor } from "./doors/http-door.js";
import { openLibraryDoor } from "./doors/library-door.js";
import { openMcpDoor } from "./doors/mcp-door.js";
import { HANDING_OVER } from "./handing-over.js";
import { INSIGHT } from "./insight.js";
import { SESSION_SUMMARIES } from "./session-summaries.js";

const ALL = [...HANDING_OVER, ...BEHAVIOURS, ...CHANGE_CONTROL, ...SESSION_SUMMARIES, ...INSIGHT];

const DOORS: Readonly<Record<Door["name"], OpenDoor>> = {
  library: openLibraryDoor,
  http: openHttpDoor,
  grpc: openGrpcDoor,
  client: openClientDoor,
  mcp: openMcpDoor,
  cli: openCliDoor,
};

/** Through these no text of a file is taken: `HANDING_OVER` says why. */
const TAKE_FILES_THEMSELVES: Readonly<Record<string, readonly string[]>> = {
  import: ["library", "cli"],
  load: ["cli"],
};

/** What of the table a door can carry: what is the whole tenant's has tests of its own. */
function offers(door: string, { name, reach, mcp }: Operation): boolean {
  if (TAKE_FILES_THEMSELVES[name]?.includes(door) === true) return false;
  return reach === undefined && (door !== "mcp" || mcp);
}

const isTool = (name: string): boolean => OPERATIONS.some((operation) => operation.name === name && operation.mcp);

describe.each(Object.entries(DOORS))("through the %s door", (name, open) => {
  let engine: OpenEngine;
  let door: Door;
  let called: string[] = [];
  const everCalled = new Set<string>();
  let begun = 0;

  beforeAll(async () => {
    const overrides = {
      storage: { kind: "memory" },
      embedder: { kind: "fake" },
      defaultTimeZone: "Asia/Shanghai",
      log: { level: "silent" },
      review: { protectedUsers: ALL.map((_, index) => `u${index}${PROTECTED}`) },
    } as const;
    engine = await openEngine(loadConfig({ env: {}, file: false, overrides }));
    const opened = await open(engine);
    door = {
      ...opened,
      call: (operation, ...rest) => {
        called.push(operation);
        return opened.call(operation, ...rest);
      },
    };
  });

  afterAll(async () => {
    await door.close();
    await engine.close();
  });

  const can = ALL.filter((behaviour) => behaviour.notThrough?.[name as Door["name"]] === undefined);

  it.each(can.map((behaviour, index) => [behaviour.name, behaviour, index] as const))(
    "%s",
    async (_title, behaviour, index) => {
      called = [];
      begun += 1;
      await behaviour.check({
        door,
        settled: (user) => engine.drain(makeScope("default", user), 20_000),
        user: (suffix = "") => `u${index}${suffix}`,
      });
      for (const operation of called) everCalled.add(operation);
      // what is left out for the want of a tool really wants one
      if (behaviour.notThrough?.mcp !== undefined) expect(called.every(isTool)).toBe(false);
    },
  );

  it("does everything that it offers in some behaviour", (context) => {
    // a run of chosen behaviours says nothing about the whole
    if (begun < can.length) context.skip();
    const left = OPERATIONS.filter((operation) => offers(name, operation) && !everCalled.has(operation.name));
    expect(left.map((operation) => operation.name)).toEqual([]);
  });
});

it("says of every behaviour which requirement or pitfall it answers", () => {
  for (const { name } of ALL) expect(name).toMatch(/^(?:\d+\.\d+|P\d\d)[ :]/);
});

it("leaves a behaviour out only with a reason", () => {
  for (const behaviour of ALL) {
    for (const reason of Object.values(behaviour.notThrough ?? {})) expect(reason).toMatch(/\w{3,}/);
  }
});
