import { cpus, totalmem } from "node:os";
import type { UserMemory } from "keepsake";

/** What a report names so that two figures are compared knowingly. */
export interface SystemIdentity {
  readonly policy: string;
  readonly model: string;
}

/** Policy version and embedding model as the stored memories and vectors name them; "unknown" while nothing is stored. */
export async function identify(memory: UserMemory): Promise<Partial<SystemIdentity>> {
  const [stats, page] = await Promise.all([memory.stats(), memory.list({ limit: 1 })]);
  const models = Object.entries(stats.vectorsByModel).sort((a, b) => b[1] - a[1]);
  const model = models[0]?.[0];
  const policy = page.items[0]?.policyVersion;
  return { ...(model === undefined ? {} : { model }), ...(policy === undefined ? {} : { policy }) };
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
