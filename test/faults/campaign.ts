import { setTimeout as sleep } from "node:timers/promises";
import { Chance } from "../hostile/random.js";
import type { Program } from "../services/serving-process.js";
import { awaitRest, readAtRest, verifyAudit } from "./at-rest.js";
import { checkHistory } from "./check-history.js";
import type { Violation } from "./history.js";
import { FAULT_KINDS, type FaultKind } from "./kinds.js";
import { openStack, type Stack } from "./stack.js";
import { Workload } from "./workload.js";

export interface CampaignOptions {
  readonly kind: string;
  readonly rounds: number;
  readonly seed: number;
  /** No round begins after this. */
  readonly withinMs: number;
  /** Users that the clients of one round write to. Default 3. */
  readonly users?: number;
  readonly program?: Program;
  /** Is told of each round. */
  readonly tell?: (line: string) => void;
  /** Is told what the processes logged, after a round with violations. */
  readonly tellErrors?: (log: string) => void;
}

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

/** Rounds of one kind on one stack, each with users of its own. Everything that it starts ends with it. */
export async function runCampaign(options: CampaignOptions): Promise<CampaignReport> {
  const { kind, rounds, seed, withinMs, users: perRound = 3, tell, tellErrors } = options;
  const fault = FAULT_KINDS[kind];
  if (fault === undefined) throw new Error(`no kind ${kind}: one of ${Object.keys(FAULT_KINDS).join(", ")}`);
  const began = performance.now();
  const stack = await openStack(fault.needs, options.program);
  const sum = { requests: 0, acknowledged: 0, refused: 0, unknown: 0, reads: 0, ended: 0 };
  const violations: Violation[] = [];
  const failures: Record<string, number> = {};
  let done = 0;
  let head: string | undefined;
  try {
    for (; done < rounds && performance.now() - began < withinMs; done += 1) {
      const chance = new Chance(seed * 1_000 + done);
      const users = Array.from({ length: perRound }, (_, index) => `r${done}-u${index}`);
      const round = await runRound(stack, fault, chance, users);
      for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += round[name];
      for (const [what, count] of Object.entries(round.failures)) failures[what] = (failures[what] ?? 0) + count;
      const audit = await verifyAudit(stack.apis()[0] ?? "", head);
      head = audit.head?.hash;
      const broken = audit.faults.map((each) => ({
        rule: "a broken audit chain",
        user: "",
        detail: JSON.stringify(each),
      }));
      violations.push(...round.violations, ...broken);
      tell?.(
        `${kind} ${done + 1}/${rounds}: ${round.acknowledged} acknowledged, ${round.refused} refused, ${round.unknown} unknown, ` +
          `${round.reads} reads, ${audit.lines} audit lines, ${round.violations.length + broken.length} violations`,
      );
      for (const { rule, user, detail } of [...round.violations, ...broken]) tell?.(`  ${rule}: ${user} ${detail}`);
      if (round.violations.length + broken.length > 0)
        tellErrors?.(`${kind} ${done + 1}\n${stack.errors().join("\n")}`);
    }
  } finally {
    await stack.close();
  }
  return { kind, rounds: done, ...sum, failures, seconds: (performance.now() - began) / 1_000, violations };
}
