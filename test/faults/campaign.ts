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
  /** Rounds of one kind that follow each other under one load; then all comes to rest, and the history of all of them is checked. Default 5. */
  readonly together?: number;
  /** Ends the campaign after the round that is under way. */
  readonly signal?: AbortSignal;
  /** Users that the clients of rounds that follow each other write to. Default 3. */
  readonly users?: number;
  readonly program?: Program;
  /** Is told of each check. */
  readonly tell?: (line: string) => void;
  /** Is told how many rounds are done. */
  readonly tellProgress?: (kind: string, done: number, all: number) => void;
  /** Is told the figures as far as they go, also where the campaign breaks off. */
  readonly tellFigures?: (reports: readonly CampaignReport[]) => void;
  /** Is told what the processes logged, after a round with violations. */
  readonly tellErrors?: (log: string) => void;
}

/** Of one kind. */
export interface CampaignReport {
  readonly kind: string;
  /** Faults that were made under load and are part of a history that was checked. */
  readonly rounds: number;
  /** Histories that were checked. */
  readonly checks: number;
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

const DEFAULTS = { together: 5, users: 3 };
const CLIENTS = 8;
const READERS = 2;
/** Load before the fault, and again after it: until so many calls were acknowledged, or the time is over. */
const LOADED_CALLS = 16;
const LOADED_WITHIN_MS = 15_000;
/** The fault comes at any moment within this after that. */
const BEFORE_MS = 500;
/** Nothing moves for so long: more than the five minutes that a turn waits at most to be shown to a model that was away. */
const REST_WITHIN_MS = 330_000;
const READY_WITHIN_MS = 60_000;

type Counted = Omit<CampaignReport, "kind" | "checks" | "seconds">;

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

/** How many rounds follow each other, and who is to be told of each. */
interface Series {
  readonly rounds: number;
  readonly users: readonly string[];
  readonly chance: Chance;
  isOver(): boolean;
  begun(): void;
}

/** Under load: a fault, and load after it, which is what the next fault comes into. */
async function breakOnce(stack: Stack, { inject }: FaultKind, chance: Chance, workload: Workload): Promise<number> {
  await sleep(BEFORE_MS * chance.next());
  await inject(stack, chance);
  if (stack.apis().length === 0) await stack.settled(); // the only one was killed
  await awaitLoad(workload);
  await stack.settled(); // what was killed
  return stack.revive();
}

/** Faults in the middle of one load, one after another; then rest, and a look at all that was seen and is left. */
async function runSeries(stack: Stack, kind: FaultKind, series: Series): Promise<Counted> {
  const { users, chance } = series;
  const pause = kind.load === undefined ? {} : { pauseMs: kind.load.pauseMs };
  const clients = { clients: CLIENTS, readers: READERS, ...pause };
  const workload = new Workload({ users, chance, ...clients, apis: () => stack.apis() });
  const load = workload.run();
  let [rounds, ended] = [0, 0];
  try {
    await awaitLoad(workload);
    for (; rounds < series.rounds && (rounds === 0 || !series.isOver()); rounds += 1) {
      series.begun();
      ended += await breakOnce(stack, kind, chance, workload);
    }
  } finally {
    workload.stop();
    await load;
  }
  ended += await stack.revive();
  await kind.settle?.(stack);
  await awaitReady(stack);
  const states = await awaitRest(stack.apis(), users, REST_WITHIN_MS);
  for (const user of users) await workload.readState(user);
  const calls = [...workload.calls, ...(await readAtRest(stack.apis(), users))];
  const written = calls.filter((call) => call.type !== "read");
  const count = (outcome: string): number => written.filter((call) => call.outcome === outcome).length;
  return {
    ...{ rounds, requests: workload.tries, acknowledged: count("ok"), refused: count("refused") },
    ...{ unknown: count("unknown"), failures: Object.fromEntries(workload.failures) },
    ...{ reads: calls.length - written.length, ended, violations: checkHistory(calls, states) },
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

const COUNTS = ["rounds", "requests", "acknowledged", "refused", "unknown", "reads", "ended"] as const;

/** Sums over one kind. */
class Tally {
  readonly #kind: string;
  readonly #counts = Object.fromEntries(COUNTS.map((name) => [name, 0])) as Record<(typeof COUNTS)[number], number>;
  readonly #failures: Record<string, number> = {};
  readonly #violations: Violation[] = [];
  #checks = 0;
  #seconds = 0;

  constructor(kind: string) {
    this.#kind = kind;
  }

  get rounds(): number {
    return this.#counts.rounds;
  }

  add(round: Counted, seconds: number): void {
    this.#checks += 1;
    this.#seconds += seconds;
    for (const name of COUNTS) this.#counts[name] += round[name];
    for (const [what, count] of Object.entries(round.failures))
      this.#failures[what] = (this.#failures[what] ?? 0) + count;
    this.#violations.push(...round.violations);
  }

  report(): CampaignReport {
    const summed = { checks: this.#checks, seconds: this.#seconds, violations: this.#violations };
    return { kind: this.#kind, ...this.#counts, ...summed, failures: this.#failures };
  }
}

function tellSeries(options: CampaignOptions, title: string, series: Counted, errors: readonly string[]): void {
  const { tell, tellErrors } = options;
  const { acknowledged, refused, unknown, reads, violations } = series;
  const counts = `${acknowledged} acknowledged, ${refused} refused, ${unknown} unknown, ${reads} reads`;
  tell?.(`${title}: ${counts}, ${violations.length} violations`);
  for (const { rule, user, detail } of violations) tell?.(`  ${rule}: ${user} ${detail}`);
  if (violations.length > 0) tellErrors?.(`${title}\n${errors.join("\n")}`);
}

interface Turn {
  readonly name: string;
  readonly fault: FaultKind;
  readonly tally: Tally;
}

/** The campaign while its stack stands. */
class Running {
  readonly #options: CampaignOptions;
  readonly #stack: Stack;
  readonly #began = performance.now();
  #series = 0;
  #head: string | undefined;

  constructor(options: CampaignOptions, stack: Stack) {
    this.#options = options;
    this.#stack = stack;
  }

  isOver = (): boolean =>
    this.#options.signal?.aborted === true || performance.now() - this.#began >= this.#options.withinMs;

  async take({ name, fault, tally }: Turn): Promise<void> {
    const { rounds, seed, tellProgress } = this.#options;
    const { together, users: perSeries } = { ...DEFAULTS, ...this.#options, ...fault.load };
    const before = tally.rounds;
    const start = performance.now();
    let begun = 0;
    const counted = await runSeries(this.#stack, fault, {
      rounds: Math.min(together, rounds - before),
      users: Array.from({ length: perSeries }, (_, index) => `s${this.#series}-u${index}`),
      chance: new Chance(seed * 1_000 + this.#series),
      isOver: this.isOver,
      begun: () => tellProgress?.(name, before + begun++, rounds),
    });
    this.#series += 1;
    const judged = { ...counted, violations: [...counted.violations, ...(await this.#checkAudit())] };
    tally.add(judged, (performance.now() - start) / 1_000);
    tellProgress?.(name, tally.rounds, rounds);
    const title = `${name} ${before + 1} to ${tally.rounds} of ${rounds}`;
    tellSeries(this.#options, title, judged, this.#stack.errors());
  }

  async #checkAudit(): Promise<readonly Violation[]> {
    const audit = await verifyAudit(this.#stack.apis()[0] ?? "", this.#head);
    this.#head = audit.head?.hash;
    return audit.faults.map((each) => ({ rule: "a broken audit chain", user: "", detail: JSON.stringify(each) }));
  }
}

/** Rounds of some kinds in turn on one stack, each series with users of its own. Everything that it starts ends with it. */
export async function runCampaign(options: CampaignOptions): Promise<readonly CampaignReport[]> {
  const turns = options.kinds.map((name): Turn => ({ name, fault: kindOf(name), tally: new Tally(name) }));
  const stack = await openStack(needsOf(turns.map(({ fault }) => fault)), options.program);
  try {
    const running = new Running(options, stack);
    while (!running.isOver() && turns.some(({ tally }) => tally.rounds < options.rounds))
      for (const turn of turns) if (!running.isOver() && turn.tally.rounds < options.rounds) await running.take(turn);
  } finally {
    options.tellFigures?.(turns.map(({ tally }) => tally.report()));
    await stack.close();
  }
  return turns.map(({ tally }) => tally.report());
}
