import { setTimeout as sleep } from "node:timers/promises";
import { Chance } from "../hostile/random.js";
import type { Program } from "../services/serving-process.js";
import { awaitRest, readAtRest, verifyAudit } from "./at-rest.js";
import { checkHistory } from "./check-history.js";
import type { Violation } from "./history.js";
import { FAULT_KINDS, type FaultKind } from "./kinds.js";
import { openStack, type Stack, type StackNeeds } from "./stack.js";
import { Workload } from "./workload.js";

export interface CampaignOptions {
  /** In turn, on one stack that has what any of them needs. */
  readonly kinds: readonly string[];
  /** Of each kind. */
  readonly rounds: number;
  readonly seed: number;
  /** No round begins after this. */
  readonly withinMs: number;
  /** Ends the campaign after the round that is under way. */
  readonly signal?: AbortSignal;
  /** Users that the clients of one round write to. Default 3. */
  readonly users?: number;
  readonly program?: Program;
  /** Is told of each round. */
  readonly tell?: (line: string) => void;
  /** Is told what the processes logged, after a round with violations. */
  readonly tellErrors?: (log: string) => void;
}

/** Of one kind. */
export interface CampaignReport {
  readonly kind: string;
  readonly rounds: number;
  readonly requests: number;
  /** Turns and statements. */
  readonly acknowledged: number;
  readonly refused: number;
  readonly unknown: number;
  readonly reads: number;
  /** Processes that ended though nobody killed them. */
  readonly ended: number;
  /** Failed requests by what they were answered with, `no answer` where a connection broke. */
  readonly failures: Readonly<Record<string, number>>;
  readonly seconds: number;
  readonly violations: readonly Violation[];
}

const CLIENTS = 8;
const READERS = 2;
/** Load before the fault, and again after it: until so many calls were acknowledged, or the time is over. */
const LOADED_CALLS = 16;
const LOADED_WITHIN_MS = 6_000;
/** The fault comes at any moment within this after that. */
const BEFORE_MS = 500;
const REST_WITHIN_MS = 90_000;
const READY_WITHIN_MS = 60_000;

type Counted = Omit<CampaignReport, "kind" | "rounds" | "seconds">;

async function awaitReady(stack: Stack): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const answers = await Promise.all(
      stack.apis().map((api) =>
        fetch(`${api}/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    );
    if (answers.length > 0 && answers.every(Boolean)) return;
    if (performance.now() >= deadline) throw new Error(`not ready ${READY_WITHIN_MS} ms after the fault was mended`);
    await sleep(100);
  }
}

async function awaitLoad({ calls }: Workload): Promise<void> {
  const acknowledged = (): number => calls.filter((call) => call.type !== "read" && call.outcome === "ok").length;
  const enough = acknowledged() + LOADED_CALLS;
  const deadline = performance.now() + LOADED_WITHIN_MS;
  while (acknowledged() < enough && performance.now() < deadline) await sleep(50);
}

/** Load, a fault in the middle of it, rest, and a look at all that was seen and is left. */
async function runRound(
  stack: Stack,
  { inject, settle, order }: FaultKind,
  chance: Chance,
  users: readonly string[],
): Promise<Counted> {
  const workload = new Workload({ users, clients: CLIENTS, readers: READERS, chance, apis: () => stack.apis() });
  const load = workload.run();
  try {
    await awaitLoad(workload);
    await stack.settled(); // what the round before killed
    await sleep(BEFORE_MS * chance.next());
    await inject(stack, chance);
    if (stack.apis().length === 0) await stack.settled(); // the only one was killed
    await awaitLoad(workload);
  } finally {
    workload.stop();
    await load;
  }
  const ended = await stack.revive();
  await settle?.(stack);
  await awaitReady(stack);
  const states = await awaitRest(stack.apis(), users, REST_WITHIN_MS);
  for (const user of users) await workload.readState(user);
  const calls = [...workload.calls, ...(await readAtRest(stack.apis(), users))];
  const written = calls.filter((call) => call.type !== "read");
  const count = (outcome: string): number => written.filter((call) => call.outcome === outcome).length;
  return {
    ...{ requests: workload.tries, acknowledged: count("ok"), refused: count("refused"), unknown: count("unknown") },
    failures: Object.fromEntries(workload.failures),
    ...{ reads: calls.length - written.length, ended, violations: checkHistory(calls, states, order) },
  };
}

function kindOf(name: string): FaultKind {
  const kind = FAULT_KINDS[name];
  if (kind === undefined) throw new Error(`no kind ${name}: one of ${Object.keys(FAULT_KINDS).join(", ")}`);
  return kind;
}

/** What any of the kinds needs. @throws where they stand on different stores */
function needsOf(kinds: readonly FaultKind[]): StackNeeds {
  const [{ needs } = kindOf("none")] = kinds;
  if (kinds.some((kind) => kind.needs.store !== needs.store)) throw new Error("one campaign has one store");
  return Object.assign({}, needs, ...kinds.map((kind) => kind.needs)) as StackNeeds;
}

const COUNTS = ["requests", "acknowledged", "refused", "unknown", "reads", "ended"] as const;

/** Sums of the rounds of one kind. */
class Tally {
  readonly #kind: string;
  readonly #counts = Object.fromEntries(COUNTS.map((name) => [name, 0])) as Record<(typeof COUNTS)[number], number>;
  readonly #failures: Record<string, number> = {};
  readonly #violations: Violation[] = [];
  #rounds = 0;
  #seconds = 0;

  constructor(kind: string) {
    this.#kind = kind;
  }

  add(round: Counted, seconds: number): void {
    this.#rounds += 1;
    this.#seconds += seconds;
    for (const name of COUNTS) this.#counts[name] += round[name];
    for (const [what, count] of Object.entries(round.failures))
      this.#failures[what] = (this.#failures[what] ?? 0) + count;
    this.#violations.push(...round.violations);
  }

  report(): CampaignReport {
    const summed = { rounds: this.#rounds, seconds: this.#seconds, violations: this.#violations };
    return { kind: this.#kind, ...this.#counts, ...summed, failures: this.#failures };
  }
}

function tellRound(options: CampaignOptions, title: string, round: Counted, errors: readonly string[]): void {
  const { tell, tellErrors } = options;
  const { acknowledged, refused, unknown, reads, violations } = round;
  const counts = `${acknowledged} acknowledged, ${refused} refused, ${unknown} unknown, ${reads} reads`;
  tell?.(`${title}: ${counts}, ${violations.length} violations`);
  for (const { rule, user, detail } of violations) tell?.(`  ${rule}: ${user} ${detail}`);
  if (violations.length > 0) tellErrors?.(`${title}\n${errors.join("\n")}`);
}

/** Rounds of some kinds on one stack, each with users of its own. Everything that it starts ends with it. */
export async function runCampaign(options: CampaignOptions): Promise<readonly CampaignReport[]> {
  const { kinds, rounds, seed, withinMs, signal, users: perRound = 3 } = options;
  const faults = kinds.map((name) => ({ name, fault: kindOf(name), tally: new Tally(name) }));
  const began = performance.now();
  const stack = await openStack(needsOf(faults.map(({ fault }) => fault)), options.program);
  let done = 0;
  let head: string | undefined;
  try {
    for (let turn = 0; turn < rounds; turn += 1)
      for (const { name, fault, tally } of faults) {
        if (signal?.aborted === true || performance.now() - began >= withinMs) break;
        const start = performance.now();
        const users = Array.from({ length: perRound }, (_, index) => `r${done}-u${index}`);
        const round = await runRound(stack, fault, new Chance(seed * 1_000 + done), users);
        const audit = await verifyAudit(stack.apis()[0] ?? "", head);
        head = audit.head?.hash;
        const broken = audit.faults.map((each) => ({
          rule: "a broken audit chain",
          user: "",
          detail: JSON.stringify(each),
        }));
        const judged = { ...round, violations: [...round.violations, ...broken] };
        tally.add(judged, (performance.now() - start) / 1_000);
        tellRound(options, `${name} ${turn + 1}/${rounds}`, judged, stack.errors());
        done += 1;
      }
  } finally {
    await stack.close();
  }
  return faults.map(({ tally }) => tally.report());
}
