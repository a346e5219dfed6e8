import { setTimeout as sleep } from "node:timers/promises";
import type { Chance } from "../hostile/random.js";
import type { Stack, StackNeeds } from "./stack.js";

/** One way of breaking a running stack. */
export interface FaultKind {
  readonly needs: StackNeeds;
  /** Breaks it under load, and resolves when whatever was broken has been put right from outside. */
  inject(stack: Stack, chance: Chance): Promise<void>;
  /** Lets time catch up, so that what waits for an instant need not be waited for. */
  settle?(stack: Stack): Promise<void>;
  /** Where a fault lasts so long that the usual load would write more than a page of memories shows. */
  readonly load?: { readonly users: number; readonly pauseMs: number; readonly together: number };
}

const HOUR_SECONDS = 3_600;
const POSTGRES: StackNeeds = { store: "postgres" };
const SQLITE: StackNeeds = { store: "sqlite" };

/** What a kind needs must be in its stack. */
function have<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error("the stack lacks what this fault breaks");
  return part;
}

const between = (chance: Chance, least: number, most: number): number => least + chance.next() * (most - least);

/** Several ways in which a network breaks connections, one after another. */
async function cutConnections(stack: Stack, chance: Chance): Promise<void> {
  const proxy = have(stack.proxy);
  const ways = [
    () => proxy.cutAt("COMMIT", "request", 1 + Math.floor(chance.next() * 4)),
    () => proxy.cutAt("COMMIT", "answer", 1 + Math.floor(chance.next() * 4)),
    () => proxy.cutAt("INSERT", "request", 1 + Math.floor(chance.next() * 4)),
    () => proxy.halve(1 + Math.floor(chance.next() * 4)),
    () => proxy.delay(between(chance, 20, 200)),
    () => proxy.hang(),
    () => proxy.cut(),
  ];
  for (let time = 0; time < 3; time += 1) {
    chance.pick(ways)();
    await sleep(between(chance, 200, 1_200));
    proxy.mend();
    await sleep(100);
  }
}

async function fillDisk(stack: Stack, chance: Chance): Promise<void> {
  const disk = have(stack.disk);
  // what the store gives back meanwhile is taken as well
  for (let left = between(chance, 2_500, 4_500); left > 0; left -= 100) {
    disk.fill();
    await sleep(100);
  }
  disk.free();
  await stack.postgres?.revive();
}

/** Until every process has looked at its clock again. */
const SEEN_MS = 1_200;

/** All clocks, or that of one process only, by an hour; half of the times back again under load. */
async function moveClocks(stack: Stack, chance: Chance): Promise<void> {
  const clocks = have(stack.clocks);
  const moved = chance.is(0.5) ? stack.names() : [chance.pick(stack.names())];
  const seconds = chance.pick([-HOUR_SECONDS, HOUR_SECONDS]);
  for (const name of moved) clocks.move(name, seconds);
  await sleep(SEEN_MS + between(chance, 200, 1_200));
  if (chance.is(0.5)) return;
  for (const name of moved) clocks.move(name, -seconds);
  await sleep(SEEN_MS + between(chance, 200, 1_200));
}

/** An hour and a bit later: all clocks show the same, and no instant that was written down lies ahead. */
async function letTimePass(stack: Stack): Promise<void> {
  have(stack.clocks).advance(HOUR_SECONDS + 120);
  await sleep(SEEN_MS);
}

const OUTAGE_SECONDS = 600;
/** Most of a lease of the usual length is left after a step. */
const STEP_SECONDS = 20;

function failModels(stack: Stack, chance: Chance): void {
  const ways = [{ kind: "hang" }, { kind: "status", status: 503 }, { kind: "disconnect" }] as const;
  have(stack.models).fail(chance.pick(ways));
}

/** Ten minutes as the clocks of all processes show them, in steps of what they look at their clocks. */
async function passTenMinutes(stack: Stack): Promise<void> {
  for (let passed = 0; passed < OUTAGE_SECONDS; passed += STEP_SECONDS) {
    have(stack.clocks).advance(STEP_SECONDS);
    await sleep(SEEN_MS);
  }
}

const modelOutage = (needs: StackNeeds, last: (stack: Stack, chance: Chance) => Promise<unknown>): FaultKind => ({
  needs: { ...needs, models: true },
  async inject(stack, chance) {
    failModels(stack, chance);
    await last(stack, chance);
    have(stack.models).behave();
  },
});

export const FAULT_KINDS: Readonly<Record<string, FaultKind>> = {
  none: { needs: POSTGRES, inject: () => sleep(1_000) },
  "kill-api": { needs: POSTGRES, inject: (stack, chance) => stack.replace(chance.pick(stack.names("api"))) },
  "kill-worker": { needs: POSTGRES, inject: (stack, chance) => stack.replace(chance.pick(stack.names("worker"))) },
  "kill-postgres": { needs: POSTGRES, inject: (stack) => have(stack.postgres).killServer() },
  "kill-redis": {
    needs: POSTGRES,
    async inject(stack, chance) {
      const redis = have(stack.redis);
      await redis.kill();
      await sleep(between(chance, 200, 1_500));
      await redis.start();
    },
  },
  "flush-redis": {
    needs: POSTGRES,
    async inject(stack, chance) {
      for (let time = 0; time < 4; time += 1) {
        await have(stack.redis).flush();
        await sleep(between(chance, 50, 400));
      }
    },
  },
  "cut-connections": { needs: POSTGRES, inject: cutConnections },
  "disk-full": { needs: { ...POSTGRES, smallDisk: true }, inject: fillDisk },
  "clock-jump": { needs: { ...POSTGRES, movedClocks: true }, inject: moveClocks, settle: letTimePass },
  "model-outage": modelOutage(POSTGRES, (_, chance) => sleep(between(chance, 2_000, 5_000))),
  "model-outage-10min-by-clock": {
    ...modelOutage({ ...POSTGRES, movedClocks: true, leaseSeconds: 60 }, passTenMinutes),
    // what was tried last is due again within five minutes
    settle: passTenMinutes,
    load: { users: 6, pauseMs: 300, together: 5 },
  },
  "model-outage-10min": {
    ...modelOutage(POSTGRES, () => sleep(OUTAGE_SECONDS * 1_000)),
    load: { users: 12, pauseMs: 1_000, together: 1 },
  },
  "sqlite-kill": { needs: SQLITE, inject: (stack) => stack.replace(have(stack.names()[0])) },
  "sqlite-disk-full": { needs: { ...SQLITE, smallDisk: true }, inject: fillDisk },
  "sqlite-clock-jump": { needs: { ...SQLITE, movedClocks: true }, inject: moveClocks, settle: letTimePass },
};
