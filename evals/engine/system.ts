import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Keepsake } from "keepsake";

export const STORAGE_KINDS = ["sqlite", "memory"] as const;
export type StorageKind = (typeof STORAGE_KINDS)[number];
export const EMBEDDER_KINDS = ["bundled", "fake"] as const;
export type EmbedderKind = (typeof EMBEDDER_KINDS)[number];

export interface StoreOptions {
  readonly storage: StorageKind;
  readonly embedder: EmbedderKind;
}

/** An empty store of its own, open. */
export interface OpenStore {
  readonly keepsake: Keepsake;
  /** The policy that it works by, where that is known without looking at a memory. */
  readonly policy?: string;
  /** Where its files lie, when it has any: looked through for what must be nowhere. */
  readonly folder?: string;
  /** Closes it and removes its files. */
  dispose(): Promise<void>;
}

/** What is measured: Keepsake itself, or a baseline in its shape. */
export interface System {
  readonly name: string;
  openStore(options: StoreOptions): Promise<OpenStore>;
}

/** The product, opened as a customer would open it. */
export const keepsakeSystem: System = {
  name: "keepsake",
  openStore: async (options) => {
    const { DEFAULT_POLICY, openKeepsake } = await import("keepsake");
    const folder = await mkdtemp(join(tmpdir(), "keepsake-eval-"));
    const keepsake = await openKeepsake({
      dataFolder: folder,
      storage: { kind: options.storage },
      embedder: { kind: options.embedder },
      defaultTimeZone: "UTC",
      log: { level: "error" },
    });
    return {
      keepsake,
      policy: DEFAULT_POLICY.version,
      ...(options.storage === "sqlite" ? { folder } : {}),
      dispose: async () => {
        await keepsake.close();
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
};

/**
 * One store for many: each `openStore` gives users of its own in the same engine, so that hundreds of short histories do
 * not measure the opening of files. Scopes keep them apart, as they do for customers.
 */
export async function shareStore(system: System, options: StoreOptions): Promise<System & { close(): Promise<void> }> {
  const store = await system.openStore(options);
  let opened = 0;
  return {
    name: system.name,
    openStore: async () => {
      const prefix = `store-${++opened}`;
      return {
        keepsake: { user: (id) => store.keepsake.user(`${prefix}/${id}`), close: async () => undefined },
        ...(store.folder === undefined ? {} : { folder: store.folder }),
        ...(store.policy === undefined ? {} : { policy: store.policy }),
        dispose: async () => undefined,
      };
    },
    close: store.dispose,
  };
}
