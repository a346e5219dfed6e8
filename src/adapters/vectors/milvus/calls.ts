import { KeepsakeError } from "../../../domain/index.js";
import { type CalledEngine, callEngine, refusedBy, unavailable } from "../remote/index.js";

/** Of an answer: whether it is one. The client gives a number or a name, by the age of the server. */
export interface Status {
  readonly code?: number;
  readonly error_code?: string | number;
  readonly reason?: string;
  readonly retriable?: boolean;
}

/** Milvus's own numbers. */
const NOT_FOUND = 100;
const NOT_LOADED = 101;
const NO_INDEX = 700;
const INDEX_THERE = 35;
const RATE_LIMITED = new Set([8, 9]);
/** gRPC's numbers, of a call that brought no answer. */
const UNAUTHENTICATED = new Set([7, 16]);
const UNANSWERED = new Set([1, 4, 8, 13, 14]);

export type Refusal = "missing" | "unloaded" | "unindexed" | "indexed";

/** What Milvus said in place of a result, where there is something to be done about it. */
export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

/** @throws what a status that is no success means */
function check(name: string, { code = 0, error_code, retriable }: Status): void {
  const isSuccess = code === 0 && (error_code === undefined || error_code === 0 || error_code === "Success");
  if (isSuccess) return;
  if (code === NOT_FOUND || error_code === "CollectionNotExists") throw new Refused("missing");
  if (code === NOT_LOADED) throw new Refused("unloaded");
  if (code === NO_INDEX || error_code === "IndexNotExist") throw new Refused("unindexed");
  if (error_code === "IndexAlreadyExists" || code === INDEX_THERE) throw new Refused("indexed");
  if (retriable === true || RATE_LIMITED.has(code)) throw unavailable(name, `cannot serve now (${code})`);
  throw new KeepsakeError("INTERNAL", `${name} refused a request (${code || error_code})`, { status: code });
}

function grpcCodeIn(thrown: unknown): number | undefined {
  if (typeof thrown !== "object" || thrown === null || !("code" in thrown)) return undefined;
  return typeof thrown.code === "number" ? thrown.code : undefined;
}

const statusIn = (answer: object): Status =>
  "status" in answer && typeof answer.status === "object" && answer.status !== null ? answer.status : answer;

/** Calls of the vendor's client, which gives refusals as results. */
export class MilvusCalls {
  readonly #engine: CalledEngine;

  constructor(engine: CalledEngine) {
    this.#engine = engine;
  }

  /** @throws Refused; UNAVAILABLE, CONFIG_INVALID */
  async ask<Result extends object>(work: () => Promise<Result>): Promise<Result> {
    const { name } = this.#engine;
    let refused: Refused | undefined;
    try {
      return await callEngine(
        this.#engine,
        async () => {
          const answer = await work();
          check(name, statusIn(answer));
          return answer;
        },
        (thrown) => {
          if (thrown instanceof Refused) refused = thrown;
          return explain(name, thrown);
        },
      );
    } catch (thrown) {
      throw refused ?? thrown;
    }
  }
}

function explain(name: string, thrown: unknown): KeepsakeError | undefined {
  const code = grpcCodeIn(thrown);
  if (code === undefined || UNANSWERED.has(code)) return undefined;
  if (UNAUTHENTICATED.has(code)) return refusedBy(name, 401);
  return new KeepsakeError("INTERNAL", `${name} refused a request (gRPC ${code})`);
}

/** The result, or undefined where Milvus refuses for this reason. */
export async function unless<Result>(refusal: Refusal, asked: Promise<Result>): Promise<Result | undefined> {
  try {
    return await asked;
  } catch (thrown) {
    if (thrown instanceof Refused && thrown.refusal === refusal) return undefined;
    throw thrown;
  }
}
