import type { TraceCheck, TraceResult, TraceStep } from "../../domain/index.js";
import type { Expected } from "./find-expected.js";

/** What was looked at so far, in order. */
export class Trail {
  readonly #checks: TraceCheck[] = [];

  constructor(private readonly expected?: Expected) {}

  pass(step: TraceStep, detail: string): void {
    this.#checks.push({ step, passed: true, detail });
  }

  /** Ends the trace where the expected one was lost, or with `returned`. */
  end(step: TraceStep, why: string, place?: number): TraceResult {
    const checks = [...this.#checks, { step, passed: step === "returned", detail: why }];
    const found = this.#found();
    return {
      step,
      why,
      ...(found === undefined ? {} : { found }),
      ...(place === undefined ? {} : { place }),
      checks,
    };
  }

  #found(): TraceResult["found"] {
    const { expected } = this;
    if (expected?.type === "memory") {
      return { id: expected.memory.id, type: "memory", content: expected.memory.content };
    }
    if (expected?.type !== "episode") return undefined;
    return { id: expected.episode.id, type: "episode", content: expected.turn.text };
  }
}
