import { expect, it } from "vitest";
import { makeScope, type TurnId } from "../../domain/index.js";
import type { Storage } from "../../ports/index.js";
import { expectError } from "./harness.js";
import { sampleTurn, turnId } from "./samples.js";

interface Connecting {
  readonly busyTimeoutMs?: number;
  readonly maxConnections?: number;
}

const HASTY_MS = 1_500;
const PATIENT_MS = 20_000;

/** Tests of how writers wait for each other on a server. @param connect opens a store on the database at hand, which has the tenant */
export function waitingWriters(connect: (options: Connecting) => Promise<Storage>, tenant: string): void {
  const scope = makeScope(tenant, "ada");
  const append = (on: Storage, text: string, id: TurnId = turnId()) =>
    on.truth.write(scope, ({ turns }) => turns.append([sampleTurn({ id, text })]));

  it("a write waits for another of the same user as long as it is told, then it is STORE_BUSY; others do not wait", async () => {
    const [hasty, patient] = [await connect({ busyTimeoutMs: HASTY_MS }), await connect({ busyTimeoutMs: PATIENT_MS })];
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let holding = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      holding = resolve;
    });
    const long = patient.truth.write(scope, async ({ turns }) => {
      await turns.append([sampleTurn()]);
      holding();
      await held;
    });
    await begun;
    await expectError(append(hasty, "in another process"), "STORE_BUSY");
    await hasty.truth.write(makeScope(tenant, "bob"), ({ turns }) => turns.append([sampleTurn()]));
    const waiting = append(patient, "in the same process");
    release();
    await Promise.all([long, waiting]);
    await append(hasty, "afterwards");
  });

  it("a crowd of writers that each read meanwhile gets by with two connections", async () => {
    const narrow = await connect({ maxConnections: 2, busyTimeoutMs: PATIENT_MS });
    const written = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        narrow.truth.write(makeScope(tenant, `user ${index % 10}`), async ({ turns }) => {
          await narrow.truth.read(scope, (transaction) => transaction.turns.listSessions({ limit: 1 }));
          return turns.append([sampleTurn()]);
        }),
      ),
    );
    expect(written.flat()).toHaveLength(30);
  });
}
