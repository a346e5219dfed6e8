import { cpus, totalmem } from "node:os";
import type { UserMemory } from "keepsake";
import type { OpenStore } from "./system.js";

/** What a report names so that two figures are compared knowingly. */
export interface SystemIdentity {
  readonly policy: string;
  readonly model: string;
}

/** Policy version and embedding model, as the store and its vectors name them; absent while nothing tells. */
export async function identify(store: OpenStore, memory: UserMemory): Promise<Partial<SystemIdentity>> {
  const stats = await memory.stats();
  const [model] = Object.entries(stats.vectorsByModel).sort((a, b) => b[1] - a[1]);
  return {
    ...(model === undefined ? {} : { model: model[0] }),
    ...(store.policy === undefined ? {} : { policy: store.policy }),
  };
}

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly platform: string;
  readonly node: string;
}

export function describeMachine(): Machine {
  const processors = cpus();
  return {
    cpu: processors[0]?.model.trim() ?? "unknown",
    cores: processors.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
  };
}
