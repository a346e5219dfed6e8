import { KeepsakeError } from "../domain/index.js";
import { type ClientEnvironment, PLATFORM } from "./environment.js";
import type { Watch } from "./events.js";
import { createMemorySpool, type Spool, type SpoolEntry } from "./spool.js";

type Secret = string | (() => string | Promise<string>);

export interface ClientOptions {
  /** Where the server listens, e.g. `https://memory.example.com`. A path is kept as a prefix. */
  readonly url: string;
  /** An API key or a signed token; a function is asked before every request, so that it can be renewed. */
  readonly apiKey?: Secret;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Language of error messages; that of the server where absent. */
  readonly language?: "en" | "zh";
  /** Most that `recall`, `context`, `profile` and `record` take, retries included, in ms. */
  readonly deadlineMs?: number;
  /** Most that one attempt of those takes, in ms: a server that accepts and never answers costs no more. */
  readonly attemptMs?: number;
  /** Most that everything else takes, in ms. */
  readonly patientDeadlineMs?: number;
  /** Attempts after the first. */
  readonly retries?: number;
  /** The wait before retry n is random between 0 and min(cap, base × 2ⁿ), in ms. */
  readonly backoff?: { readonly baseMs?: number; readonly capMs?: number };
  readonly circuit?: { readonly failures?: number; readonly coolDownMs?: number };
  /** What reads for a chat do while memory is out of reach. */
  readonly whenUnavailable?: "no-memory" | "throw";
  /** Where turns wait for the server. `false`: `record` throws instead. */
  readonly spool?: Spool | false;
  readonly spoolLimits?: { readonly entries?: number; readonly characters?: number };
  /** Turns that the server will never take, e.g. because they are malformed. They are out of the spool by then. */
  readonly onUndeliverable?: (entry: SpoolEntry, error: KeepsakeError) => void;
  readonly onEvent?: Watch;
  /** For tests and platforms without a global fetch. */
  readonly environment?: Partial<ClientEnvironment>;
}

/** Every default filled in. */
export interface ClientTerms {
  readonly url: string;
  readonly apiKey: Secret | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly deadlineMs: number;
  readonly attemptMs: number;
  readonly patientDeadlineMs: number;
  readonly retries: number;
  readonly backoff: { readonly baseMs: number; readonly capMs: number };
  readonly circuit: { readonly failures: number; readonly coolDownMs: number };
  readonly degrades: boolean;
  readonly spool: Spool | undefined;
  readonly spoolLimits: { readonly entries: number; readonly characters: number };
  readonly environment: ClientEnvironment;
}

function invalid(field: string, expected: string): never {
  throw new KeepsakeError("CONFIG_INVALID", `${field} must be ${expected}`, { field });
}

function checkUrl(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== "http:" && parsed?.protocol !== "https:") invalid("url", "an http:// or https:// address");
  return `${parsed.origin}${parsed.pathname.replace(/\/+$/, "")}`;
}

function checkAmounts(amounts: Readonly<Record<string, number>>, least: number): void {
  for (const [field, value] of Object.entries(amounts)) {
    if (!Number.isFinite(value) || value < least) invalid(field, `a number of at least ${least}`);
  }
}

/** @throws CONFIG_INVALID, naming the option */
export function readOptions(options: ClientOptions): ClientTerms {
  const { deadlineMs = 5_000, patientDeadlineMs = 30_000, retries = 2, spool } = options;
  const { attemptMs = Math.min(2_500, deadlineMs) } = options;
  const { baseMs = 100, capMs = 2_000 } = options.backoff ?? {};
  const { failures = 5, coolDownMs = 10_000 } = options.circuit ?? {};
  const { entries = 1_000, characters = 5_000_000 } = options.spoolLimits ?? {};
  checkAmounts({ deadlineMs, attemptMs, patientDeadlineMs, "circuit.failures": failures }, 1);
  checkAmounts({ retries, "backoff.baseMs": baseMs, "backoff.capMs": capMs, "circuit.coolDownMs": coolDownMs }, 0);
  checkAmounts({ "spoolLimits.entries": entries, "spoolLimits.characters": characters }, 1);
  return {
    url: checkUrl(options.url),
    apiKey: options.apiKey,
    headers: {
      ...options.headers,
      ...(options.language === undefined ? {} : { "accept-language": options.language }),
    },
    ...{ deadlineMs, attemptMs, patientDeadlineMs, retries },
    backoff: { baseMs, capMs },
    circuit: { failures, coolDownMs },
    degrades: options.whenUnavailable !== "throw",
    spool: spool === false ? undefined : (spool ?? createMemorySpool()),
    spoolLimits: { entries, characters },
    environment: { ...PLATFORM, ...options.environment },
  };
}
