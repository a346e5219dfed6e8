import { Agent, request as httpRequest } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** A call of the load; rejects when it failed. */
export type Call = (round: number) => Promise<unknown>;

/** Calls as fast as `concurrent` callers make them, for a while. @returns answers a second, and the ms of each */
export async function saturate(
  call: Call,
  { concurrent, forMs, from = 0 }: { readonly concurrent: number; readonly forMs: number; readonly from?: number },
): Promise<{ readonly perSecond: number; readonly times: readonly number[] }> {
  const times: number[] = [];
  const began = performance.now();
  let round = from;
  const callers = Array.from({ length: concurrent }, async () => {
    while (performance.now() - began < forMs) {
      const at = performance.now();
      round += 1;
      await call(round);
      times.push(performance.now() - at);
    }
  });
  await Promise.all(callers);
  return { perSecond: times.length / ((performance.now() - began) / 1_000), times };
}

export interface Arrivals {
  /** From when a call was due, so that a call that had to wait to be made counts as slow. */
  readonly times: readonly number[];
  readonly errors: number;
}

/** Calls that come at a steady rate whether or not the earlier ones are answered. `watch` is told of every second. */
export async function arrive(
  call: Call,
  { perSecond, forMs, watch }: { readonly perSecond: number; readonly forMs: number; readonly watch?: () => void },
): Promise<Arrivals> {
  const times: number[] = [];
  let errors = 0;
  const running = new Set<Promise<void>>();
  const began = performance.now();
  let watched = 0;
  for (let round = 0; (round * 1_000) / perSecond < forMs; round += 1) {
    const due = began + (round * 1_000) / perSecond;
    const wait = due - performance.now();
    if (wait > 1) await sleep(wait);
    if (performance.now() - began > (watched + 1) * 1_000) {
      watched += 1;
      watch?.();
    }
    const one = call(round)
      .then(
        () => void times.push(performance.now() - due),
        () => {
          errors += 1;
        },
      )
      .finally(() => running.delete(one));
    running.add(one);
  }
  await Promise.all(running);
  return { times, errors };
}

/** `POST path` with a JSON body over lines that are kept. Rejects for everything but 200. */
export class JsonPoster {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #address: URL;

  constructor(
    url: string,
    private readonly key: string,
  ) {
    this.#address = new URL(url);
  }

  post(path: string, body: unknown): Promise<string> {
    const text = JSON.stringify(body);
    const { hostname, port } = this.#address;
    const headers = {
      authorization: `Bearer ${this.key}`,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
    };
    return new Promise((resolve, reject) => {
      const request = httpRequest({ hostname, port, path, method: "POST", headers, agent: this.#agent }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const answer = Buffer.concat(chunks).toString();
          if (response.statusCode === 200) resolve(answer);
          else reject(new Error(`${response.statusCode} ${answer.slice(0, 200)}`));
        });
      });
      request.on("error", reject);
      request.end(text);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
