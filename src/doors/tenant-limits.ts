import type { KeepsakeConfig } from "../config/index.js";
import { type EpochMs, KeepsakeError } from "../domain/index.js";
import type { DoorEngine } from "./engine.js";

type Limits = KeepsakeConfig["http"]["limits"];

interface Bucket {
  tokens: number;
  at: EpochMs;
  running: number;
}

/** Buckets that are full again and serve nobody are forgotten beyond this many, so that made-up tenants cost no memory. */
const MOST_BUCKETS = 10_000;

/** What a tenant may still do: for the headers of every answer. */
export interface Allowance {
  readonly remaining: number;
  /** Seconds until the bucket is full again. */
  readonly resetSeconds: number;
}

/** A call that was let in. */
export interface Entry {
  readonly allowance: Allowance;
  /** Gives its place among the running calls back; once, however often it is called. */
  release(): void;
}

/**
 * Token buckets and places for running calls, per tenant and in this process. A bucket holds `burst` calls and fills with
 * `requestsPerSecond`; a call over either limit is told when to come again.
 */
export class TenantLimits {
  readonly #buckets = new Map<string, Bucket>();

  constructor(
    private readonly limits: Limits,
    private readonly now: () => EpochMs,
  ) {}

  /** @throws RATE_LIMITED, with `retryAfterSeconds` */
  enter(tenant: string): Entry {
    const { burst, concurrent } = this.limits;
    const bucket = this.#fill(tenant);
    if (bucket.running >= concurrent) throw this.#limited(`more than ${concurrent} calls of the tenant are running`, 1);
    if (bucket.tokens < 1) {
      const wait = Math.ceil((1 - bucket.tokens) / this.limits.requestsPerSecond);
      throw this.#limited(`the tenant made more than ${burst} calls at a time`, Math.max(1, wait));
    }
    bucket.tokens -= 1;
    bucket.running += 1;
    let held = true;
    const release = (): void => {
      if (held) bucket.running -= 1;
      held = false;
    };
    return { allowance: this.#allowance(bucket), release };
  }

  #fill(tenant: string): Bucket {
    const { burst, requestsPerSecond } = this.limits;
    const now = this.now();
    const bucket = this.#buckets.get(tenant) ?? { tokens: burst, at: now, running: 0 };
    bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) / 1_000) * requestsPerSecond);
    bucket.at = now;
    if (!this.#buckets.has(tenant) && this.#buckets.size >= MOST_BUCKETS) this.#forgetIdle();
    this.#buckets.set(tenant, bucket);
    return bucket;
  }

  #forgetIdle(): void {
    for (const [tenant, bucket] of this.#buckets) if (bucket.running === 0) this.#buckets.delete(tenant);
  }

  #allowance({ tokens }: Bucket): Allowance {
    const { burst, requestsPerSecond } = this.limits;
    return { remaining: Math.floor(tokens), resetSeconds: Math.ceil((burst - tokens) / requestsPerSecond) };
  }

  #limited(why: string, retryAfterSeconds: number): KeepsakeError {
    return new KeepsakeError("RATE_LIMITED", why, { retryAfterSeconds });
  }
}

const BY_ENGINE = new WeakMap<DoorEngine, TenantLimits>();

/** The limits of an engine: one set, whichever of its doors a call comes through. */
export function limitsOf(engine: DoorEngine, { http: { limits } }: KeepsakeConfig): TenantLimits {
  const known = BY_ENGINE.get(engine);
  if (known !== undefined) return known;
  const made = new TenantLimits(limits, () => engine.parts.clock.now());
  BY_ENGINE.set(engine, made);
  return made;
}
