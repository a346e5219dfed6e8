import { afterAll, beforeAll, describe } from "vitest";
import { type Filter, type ItemAttributes, type ItemId, makeScope, type Scope } from "../../domain/index.js";
import type { VectorEngine, VectorHit, VectorPoint } from "../../ports/index.js";
import { collect } from "../storage/harness.js";
import { MODEL, sampleAttributes, unique, vectorAt } from "../storage/samples.js";

/** How an engine is reached over the network. */
export interface EngineService {
  readonly host: string;
  readonly port: number;
  /** `http`: the answers 401, 403, 429 and 503 mean something to the adapter. */
  readonly protocol: "http" | "other";
  /** An engine of the same kind, not opened yet, that looks for its server at this address and waits so long for each answer. */
  connect(address: { readonly host: string; readonly port: number }, timeoutMs: number): VectorEngine;
}

/** An engine to be tested, opened, and what the tests need to know of it. Data of earlier runs in it must not disturb: scopes are new. */
export interface EngineUnderTest {
  readonly engine: VectorEngine;
  /** Another opened connection to the same data, as another process would have. The test closes it. */
  readonly second: () => Promise<VectorEngine>;
  /** Absent: there is no server that could fail to answer. */
  readonly service?: EngineService;
  /** Closes everything that was opened and removes the data. */
  readonly cleanup: () => Promise<void>;
}

export type MakeEngine = () => Promise<EngineUnderTest>;

/** Engines outlive a run of tests: scopes and models of one run are not those of another. */
const RUN = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;

/** A scope that nothing else uses. */
export function freshScope(tenant = "tenant", user = "user"): Scope {
  return makeScope(`${tenant} ${RUN}`, `${user} ${RUN} ${unique()}`);
}

/** The name of a model that no other run uses; the same in a run for the same name. */
export function modelOfRun(name: string = MODEL): string {
  return `${name} ${RUN}`;
}

export function point(
  id: ItemId,
  degrees: number,
  fields: Partial<ItemAttributes> = {},
  modelId = modelOfRun(),
): VectorPoint {
  return { attributes: sampleAttributes(id, fields), modelId, values: vectorAt(degrees) };
}

export const ALL: Filter = { op: "all" };

/** What a suite's tests get. */
export class EngineBench {
  #subject: EngineUnderTest | undefined;

  constructor(make: MakeEngine) {
    beforeAll(async () => {
      this.#subject = await make();
    });
    afterAll(async () => {
      await this.#subject?.cleanup();
    });
  }

  get subject(): EngineUnderTest {
    if (this.#subject === undefined) throw new Error("the suite has not begun");
    return this.#subject;
  }

  get engine(): VectorEngine {
    return this.subject.engine;
  }

  /** Hits nearest to the angle, by the sample model where none is named. */
  hits(
    scope: Scope,
    degrees: number,
    asked: { readonly filter?: Filter; readonly limit?: number; readonly modelId?: string } = {},
  ): Promise<readonly VectorHit[]> {
    const { filter = ALL, limit = 100, modelId = modelOfRun() } = asked;
    return this.engine.search(scope, { vector: vectorAt(degrees), modelId, filter, limit });
  }

  async ids(...asked: Parameters<EngineBench["hits"]>): Promise<readonly ItemId[]> {
    return (await this.hits(...asked)).map((hit) => hit.itemId);
  }

  /** Every id of a model, page by page, sorted. */
  async listed(scope: Scope, limit: number, modelId = modelOfRun()): Promise<readonly ItemId[]> {
    return (await collect((page) => this.engine.listIds(scope, modelId, page), limit)).sort();
  }
}

export function engineSuite(name: string, make: MakeEngine, define: (bench: EngineBench) => void): void {
  describe(name, () => define(new EngineBench(make)));
}
