import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { WakeUp } from "../ports/index.js";
import { openTcpProxy, type TcpProxy } from "./tcp-proxy.js";

/** Wake-ups to be tested, each as a process of its own would have it. */
export interface WakeUpsUnderTest {
  /** The address of what carries hints between processes. Absent: nothing does, and there is one process. */
  readonly service?: string;
  /**
   * @param group those of one group wake each other
   * @param address of the service, or of a way to it
   */
  connect(group: string, address: string): Promise<{ readonly wakeUp: WakeUp; close(): Promise<void> }>;
}

interface Process {
  readonly wakeUp: WakeUp;
  readonly heard: { count: number };
  end(): void;
}

let groups = 0;

/** Listening takes a moment, and a hint may be lost: hints are given until one is heard. */
async function reaches(from: Process, to: Process): Promise<void> {
  const before = to.heard.count;
  const give = (): number => {
    from.wakeUp.notify();
    return to.heard.count;
  };
  await expect.poll(give, { timeout: 10_000 }).toBeGreaterThan(before);
}

const nextTurns = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

/** The behaviour of a wake-up, a test for each clause of its port. Call it at the top of a vitest file. */
export function wakeUpConformance(name: string, subject: WakeUpsUnderTest): void {
  describe(`8.2 wake-up conformance: ${name}`, () => {
    const closings: (() => Promise<void>)[] = [];
    let group = "";
    const open = async (address = subject.service ?? "", inGroup = group): Promise<Process> => {
      const { wakeUp, close } = await subject.connect(inGroup, address);
      closings.push(close);
      const heard = { count: 0 };
      return { wakeUp, heard, end: wakeUp.subscribe(() => void heard.count++) };
    };
    beforeEach(() => {
      group = `group_${process.pid}_${++groups}`;
    });
    afterEach(async () => {
      for (const close of closings.splice(0)) await close();
    });

    it("wakes its own process without waiting, once for hints of one moment, each subscription by itself", async () => {
      const own = await open();
      const again = { count: 0 };
      const listener = (): void => void again.count++;
      const ends = [own.wakeUp.subscribe(listener), own.wakeUp.subscribe(listener)];
      for (let hint = 0; hint < 100; hint++) own.wakeUp.notify();
      expect(own.heard.count, "not within the call that gives the hint").toBe(0);
      await nextTurns();
      const heard = own.heard.count;
      expect(heard).toBeGreaterThan(0);
      expect(heard, "a hint may be doubled, a hundred are not heard one by one").toBeLessThan(10);
      expect(again.count).toBe(2 * heard);
      ends[0]?.();
      own.end();
      own.wakeUp.notify();
      await nextTurns();
      expect(own.heard.count, "who has unsubscribed hears nothing").toBe(heard);
      expect(again.count, "the other subscription of the same listener stands").toBeGreaterThan(2 * heard);
    });

    const { service } = subject;
    if (service === undefined) return;

    it("wakes other processes, none of another group and none that has unsubscribed", async () => {
      const [a, b, elsewhere] = [await open(), await open(), await open(service, `${group}_other`)];
      await reaches(elsewhere, elsewhere);
      await reaches(a, b);
      await reaches(b, a);
      b.end();
      const before = [b.heard.count, elsewhere.heard.count];
      const c = await open();
      await reaches(a, c);
      await reaches(c, a);
      expect([b.heard.count, elsewhere.heard.count]).toEqual(before);
    });

    it("P16 without the service its own process is woken all the same; the others again when it is back", async () => {
      const address = new URL(service);
      const proxy: TcpProxy = await openTcpProxy({ host: address.hostname, port: Number(address.port) });
      closings.push(() => proxy.close());
      address.port = String(proxy.port);
      const [a, b] = [await open(address.toString()), await open()];
      await reaches(a, b);
      await reaches(b, a);
      proxy.cut();
      await reaches(a, a);
      proxy.mend();
      await reaches(a, b);
      await reaches(b, a);
    });
  });
}
