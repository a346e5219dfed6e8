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
  readonly seconds: number;
  readonly violations: readonly Violation[];
}

const CLIENTS = 8;
const READERS = 2;
/** Load before the fault and after it. */
const BEFORE_MS = 700;
const AFTER_MS = 600;
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

/** Load, a fault in the middle of it, rest, and a look at all that was seen and is left. */
async function runRound(
  stack: Stack,
  { inject }: FaultKind,
  chance: Chance,
  users: readonly string[],
): Promise<Counted> {
  const workload = new Workload({ users, clients: CLIENTS, readers: READERS, chance, apis: () => stack.apis() });
  const load = workload.run();
  try {
    await sleep(BEFORE_MS * (0.5 + chance.next()));
    await stack.settled(); // what the round before killed
    await inject(stack, chance);
    await sleep(AFTER_MS);
  } finally {
    workload.stop();
    await load;
  }
  const ended = await stack.revive();
  if (stack.apis().length === 0) await stack.settled(); // the only one was killed
  await awaitReady(stack);
  const states = await awaitRest(stack.apis(), users, REST_WITHIN_MS);
  for (const user of users) await workload.readState(user);
  const calls = [...workload.calls, ...(await readAtRest(stack.apis(), users))];
  const written = calls.filter((call) => call.type !== "read");
  const count = (outcome: string): number => written.filter((call) => call.outcome === outcome).length;
  return {
    ...{ requests: workload.tries, acknowledged: count("ok"), refused: count("refused"), unknown: count("unknown") },
    ...{ reads: calls.length - written.length, ended, violations: checkHistory(calls, states) },
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
  let done = 0;
  let head: string | undefined;
  try {
    for (; done < rounds && performance.now() - began < withinMs; done += 1) {
      const chance = new Chance(seed * 1_000 + done);
      const users = Array.from({ length: perRound }, (_, index) => `r${done}-u${index}`);
      const round = await runRound(stack, fault, chance, users);
      for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += round[name];
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
  return { kind, rounds: done, ...sum, seconds: (performance.now() - began) / 1_000, violations };
}
