import { KeepsakeError, makeScope, type TurnId } from "../../domain/index.js";
import type { Storage } from "../../ports/index.js";
import { journalId, NOW, sampleMemory, sampleTurn, sessionId, turnId } from "./samples.js";

const PAUSE_MS = 20;
const LOOK_MS = 10;

/** Writers that go on whatever fails. */
export interface SteadyWriters {
  /** Turns of which the storage said that they are kept. */
  readonly acknowledged: ReadonlySet<TurnId>;
  /** Errors met on the way, by code. */
  readonly codes: ReadonlyMap<string, number>;
  /** Resolves when so many more were acknowledged. */
  gain(count: number): Promise<void>;
  /** Lets each finish what it is at. */
  stop(): Promise<void>;
}

/**
 * Each turn comes with a journal entry and a memory of it, and is tried until it is acknowledged, under one id, as a client does. Every
 * second writer writes for one user, so that they meet. The tenant must exist.
 */
export function startWriters(storage: Storage, tenant: string, writers: number): SteadyWriters {
  const session = sessionId();
  const acknowledged = new Set<TurnId>();
  const codes = new Map<string, number>();
  let going = true;
  const write = async (writer: number) => {
    const scope = makeScope(tenant, writer % 2 === 0 ? "shared" : `own ${writer}`);
    while (going) {
      const turn = sampleTurn({ id: turnId(), sessionId: session });
      const task = { type: "digest" as const, turnId: turn.id, sessionId: session };
      const entry = { id: journalId(turn.id), task, at: NOW };
      while (!acknowledged.has(turn.id)) {
        try {
          await storage.truth.write(scope, async ({ turns, journal, memories }) => {
            const written = await turns.append([turn]);
            if (written.length === 0) return;
            await journal.append([entry]);
            await memories.insert(sampleMemory({ id: `mem_${turn.id}` as never, turnIds: [turn.id] }));
          });
          acknowledged.add(turn.id);
        } catch (error) {
          if (!(error instanceof KeepsakeError) || !error.retryable) throw error;
          codes.set(error.code, (codes.get(error.code) ?? 0) + 1);
          await new Promise((wake) => setTimeout(wake, PAUSE_MS));
        }
      }
    }
  };
  const running = Promise.all(Array.from({ length: writers }, (_, index) => write(index)));
  let failure: { readonly error: unknown } | undefined;
  running.catch((error: unknown) => {
    failure = { error };
  });
  return {
    acknowledged,
    codes,
    async gain(count) {
      const wanted = acknowledged.size + count;
      while (acknowledged.size < wanted) {
        if (failure !== undefined) throw failure.error;
        await new Promise((wake) => setTimeout(wake, LOOK_MS));
      }
    },
    async stop() {
      going = false;
      await running;
    },
  };
}
