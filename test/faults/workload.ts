import { setTimeout as sleep } from "node:timers/promises";
import type { Chance } from "../hostile/random.js";
import { STATE_SLOT } from "./check-history.js";
import { groupBy } from "./group-by.js";
import type { Call, MemoryRow, Outcome, SlotRead } from "./history.js";
import { type Tried, tryHttp } from "./http-try.js";

/** Single-valued slots of every user, besides the one in working state. */
export const SLOTS = ["desk", "badge"] as const;
const STATEMENT = /^The user's (\w+) is in room (.+)$/;
const MOST_TRIES = 12;
const BACKOFF_MS = 150;
const PAUSE_MS = 60;
const REPEATED_SHARE = 0.15;
/** Calls that are not tried again when nobody knows whether they happened. */
const ABANDONED_SHARE = 0.2;

export interface Load {
  readonly users: readonly string[];
  readonly clients: number;
  readonly readers: number;
  readonly chance: Chance;
  /** Between two calls of one client, on the average. Default 60. */
  readonly pauseMs?: number;
  /** Where callers may go now; may be empty for a while. */
  apis(): readonly string[];
}

/** What was tried under one key. */
interface Sent {
  readonly outcome: Outcome;
  readonly begin: number;
  readonly end: number;
  readonly answer: Readonly<Record<string, unknown>>;
}

const now = (): number => performance.now();
/** The part of an answer that names the memory. */
const memoryIn = (answer: Readonly<Record<string, unknown>>) => answer.memory as { readonly id: string } | undefined;

/** Current values by slot, of memories as list and recall give them. */
export function currentValues(items: readonly unknown[]): ReadonlyMap<string, readonly string[]> {
  const found = (items as readonly (Partial<MemoryRow> & { readonly content: string })[]).flatMap((item) => {
    const [, slot = "", value = ""] = STATEMENT.exec(item.content) ?? [];
    return slot !== "" && item.status === "active" ? [{ slot, value }] : [];
  });
  const slots = groupBy(found, ({ slot }) => slot);
  return new Map([...slots].map(([slot, values]) => [slot, values.map(({ value }) => value)]));
}

export class Workload {
  readonly calls: Call[] = [];
  readonly #load: Load;
  /** Failed requests by what they were answered with. */
  readonly failures = new Map<string, number>();
  #going = true;
  #tries = 0;
  #made = 0;

  constructor(load: Load) {
    this.#load = load;
  }

  /** Requests that were sent. */
  get tries(): number {
    return this.#tries;
  }

  stop(): void {
    this.#going = false;
  }

  /** Runs all clients and readers until `stop`; the last calls are tried until they are answered, or given up. */
  async run(): Promise<void> {
    const { clients, readers } = this.#load;
    await Promise.all([
      ...Array.from({ length: clients }, (_, client) => this.#repeat(() => this.#write(client))),
      ...Array.from({ length: readers }, () => this.#repeat(() => this.#read())),
    ]);
  }

  async #repeat(work: () => Promise<void>): Promise<void> {
    const { chance, pauseMs = PAUSE_MS } = this.#load;
    while (this.#going) {
      await work();
      await sleep(chance.next() * 2 * pauseMs);
    }
  }

  /** Nobody calls where nobody listens: that would say nothing of the store. */
  async #answering(): Promise<readonly string[]> {
    for (;;) {
      const apis = this.#load.apis();
      if (apis.length > 0) return apis;
      await sleep(BACKOFF_MS);
    }
  }

  async #try(method: "GET" | "POST" | "PUT", path: string, body?: unknown): Promise<Tried> {
    const apis = await this.#answering();
    this.#tries += 1;
    const tried = await tryHttp(this.#load.chance.pick(apis), method, path, body);
    if (tried.outcome !== "ok") {
      const what = typeof tried.body.code === "string" ? tried.body.code : "no answer";
      this.failures.set(what, (this.failures.get(what) ?? 0) + 1);
    }
    return tried;
  }

  /** One call under one key, tried until it is answered; some are given up while nobody knows. */
  async #send(path: string, body: unknown): Promise<Sent> {
    const isAbandoned = this.#load.chance.is(ABANDONED_SHARE);
    const begin = now();
    let isOpen = false;
    for (let tries = 1; ; tries += 1) {
      const { outcome, status, body: answer } = await this.#try("POST", path, body);
      if (outcome === "ok") return { outcome, begin, end: now(), answer };
      isOpen ||= outcome === "unknown";
      const isFinal = outcome === "refused" && status !== 503 && status !== 429 && status !== 507;
      if (isFinal || tries >= MOST_TRIES || (isOpen && isAbandoned))
        return isOpen
          ? { outcome: "unknown", begin, end: Number.POSITIVE_INFINITY, answer: {} }
          : { outcome: "refused", begin, end: now(), answer };
      await sleep(BACKOFF_MS);
    }
  }

  async #write(client: number): Promise<void> {
    const { chance, users } = this.#load;
    const user = chance.pick(users);
    const kind = chance.next();
    if (kind < 0.4) await this.#record(user, client);
    else if (kind < 0.75) await this.#remember(user);
    else if (kind < 0.9) await this.#correct(user);
    else await this.#putState(user);
  }

  /** No two are alike, also for those who look at the letters only. */
  #name(): string {
    this.#made += 1;
    return `${this.#load.chance.marker()}${this.#made}`;
  }

  async #record(user: string, client: number): Promise<void> {
    const { chance } = this.#load;
    const turns = Array.from({ length: chance.is(0.3) ? 2 : 1 }, () => {
      const marker = this.#name();
      const place = this.#made;
      const text = chance.is(0.5)
        ? `Remember that box ${place} belongs to ${marker}.`
        : `请记住：第 ${place} 号箱子是 ${marker} 的。`;
      return { marker, turn: { id: `turn-${marker}`, role: "user", text } };
    });
    const path = `/v1/users/${user}/record`;
    const body = { sessionId: `session-${client % 3}`, turns: turns.map(({ turn }) => turn) };
    const { outcome, begin, end } = await this.#send(path, body);
    for (const { marker, turn } of turns)
      this.calls.push({ type: "turn", user, turnId: turn.id, marker, begin, end, outcome });
    if (outcome === "ok" && chance.is(REPEATED_SHARE)) await this.#try("POST", path, body);
  }

  async #remember(user: string): Promise<void> {
    const { chance } = this.#load;
    const slot = chance.pick(SLOTS);
    const value = this.#name();
    const content = `The user's ${slot} is in room ${value}`;
    const body = { content, subject: "user", attribute: slot, value, idempotencyKey: value };
    await this.#state({ user, slot, value, door: "remember" }, `/v1/users/${user}/remember`, body);
  }

  /** Of what is current by the newest list. */
  async #correct(user: string): Promise<void> {
    const { chance } = this.#load;
    const items = await this.#list(user);
    const known = items.filter(({ content }) => STATEMENT.test(content));
    if (known.length === 0) return;
    const target = chance.pick(known);
    const slot = STATEMENT.exec(target.content)?.[1] ?? "";
    const value = this.#name();
    const body = { content: `The user's ${slot} is in room ${value}`, value, idempotencyKey: value };
    const path = `/v1/users/${user}/memories/${target.id}/correct`;
    await this.#state({ user, slot, value, door: "correct", target: target.id }, path, body);
  }

  async #state(
    write: { user: string; slot: string; value: string; door: "remember" | "correct"; target?: string },
    path: string,
    body: unknown,
  ): Promise<void> {
    const { outcome, begin, end, answer } = await this.#send(path, body);
    const memoryId = memoryIn(answer)?.id;
    const repeatedIds: string[] = [];
    if (outcome === "ok" && this.#load.chance.is(REPEATED_SHARE)) {
      const again = await this.#try("POST", path, body);
      if (again.outcome === "ok") repeatedIds.push(memoryIn(again.body)?.id ?? "none");
    }
    const named = memoryId === undefined ? {} : { memoryId };
    this.calls.push({ type: "write", ...write, outcome, begin, end, repeatedIds, ...named });
  }

  /** Once only: a put that is tried again would be another put. */
  async #putState(user: string): Promise<void> {
    const value = this.#name();
    const begin = now();
    const { outcome } = await this.#try("PUT", statePath(user), { value });
    const end = outcome === "unknown" ? Number.POSITIVE_INFINITY : now();
    const call = { type: "write", door: "state", slot: STATE_SLOT, repeatedIds: [] } as const;
    this.calls.push({ ...call, user, value, outcome, begin, end });
  }

  async #list(user: string): Promise<readonly MemoryRow[]> {
    const begin = now();
    const { outcome, body } = await this.#try("GET", `/v1/users/${user}/memories?limit=1000`);
    if (outcome !== "ok" || body.nextCursor !== undefined) return [];
    const items = body.items as readonly MemoryRow[];
    const values = currentValues(items);
    for (const slot of SLOTS) this.#saw(user, slot, "list", values.get(slot) ?? [], begin);
    return items;
  }

  #saw(user: string, slot: string, door: SlotRead["door"], values: readonly string[], begin: number): void {
    this.calls.push({ type: "read", user, slot, door, values, begin, end: now() });
  }

  async #read(): Promise<void> {
    const { chance, users } = this.#load;
    const user = chance.pick(users);
    const kind = chance.next();
    if (kind < 0.4) await this.#list(user);
    else if (kind < 0.75) await this.#recall(user);
    else await this.readState(user);
  }

  /** What recall leaves out it need not have found: only what it shows counts. */
  async #recall(user: string): Promise<void> {
    const begin = now();
    const slot = this.#load.chance.pick(SLOTS);
    const query = { query: `In which room is the user's ${slot}?`, types: ["memory"], limit: 50, floor: 0 };
    const { outcome, body } = await this.#try("POST", `/v1/users/${user}/recall`, query);
    if (outcome !== "ok") return;
    for (const [found, values] of currentValues(body.items as readonly unknown[]))
      this.#saw(user, found, "recall", values, begin);
  }

  async readState(user: string): Promise<void> {
    const begin = now();
    const { outcome, status, body } = await this.#try("GET", statePath(user));
    if (outcome === "ok") this.#saw(user, STATE_SLOT, "state", [String(body.value)], begin);
    else if (status === 404) this.#saw(user, STATE_SLOT, "state", [], begin);
  }
}

const statePath = (user: string): string => `/v1/users/${user}/state/work/step`;
