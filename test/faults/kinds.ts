import { setTimeout as sleep } from "node:timers/promises";
import type { Chance } from "../hostile/random.js";
import type { Stack, StackNeeds } from "./stack.js";

/** One way of breaking a running stack. */
export interface FaultKind {
  readonly needs: StackNeeds;
  /** Breaks it under load, and resolves when whatever was broken has been put right from outside. */
  inject(stack: Stack, chance: Chance): Promise<void>;
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
  disk.fill();
  // what the store gives back meanwhile is taken as well
  for (let left = between(chance, 500, 2_000); left > 0; left -= 100) {
    await sleep(100);
    disk.fill();
  }
  disk.free();
  await stack.postgres?.revive();
}

/** All clocks, or that of one process only, by an hour, and perhaps back. */
async function moveClocks(stack: Stack, chance: Chance): Promise<void> {
  const clocks = have(stack.clocks);
  const moved = chance.is(0.5) ? stack.names() : [chance.pick(stack.names())];
  const to = chance.pick([-HOUR_SECONDS, 0, HOUR_SECONDS]);
  for (const name of moved) clocks.move(name, to);
  await sleep(between(chance, 1_500, 2_500));
  if (chance.is(0.5)) for (const name of stack.names()) clocks.move(name, 0);
}

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
  "clock-jump": { needs: { ...POSTGRES, movedClocks: true }, inject: moveClocks },
  "model-outage": {
    needs: { ...POSTGRES, models: true },
    async inject(stack, chance) {
      const models = have(stack.models);
      models.fail(chance.pick([{ kind: "hang" }, { kind: "status", status: 503 }, { kind: "disconnect" }] as const));
      await sleep(between(chance, 2_000, 5_000));
      models.behave();
    },
  },
  "sqlite-kill": { needs: SQLITE, inject: (stack) => stack.replace(have(stack.names()[0])) },
  "sqlite-disk-full": { needs: { ...SQLITE, smallDisk: true }, inject: fillDisk },
  "sqlite-clock-jump": { needs: { ...SQLITE, movedClocks: true }, inject: moveClocks },
};
