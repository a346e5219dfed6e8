import { otherDimension, spaceName } from "../remote/index.js";
import { dimensionsIn } from "./answers.js";
import { FIELDS } from "./documents.js";
import { isMissingIndex, refusalOf } from "./engine-errors.js";
import type { Dialect, Server } from "./server.js";

const WITHOUT_ABSENT = { ignore_unavailable: "true", allow_no_indices: "true" } as const;
const ONLY_META = { ...WITHOUT_ABSENT, filter_path: "*.mappings._meta" } as const;

/**
 * An index for each model, as a field of vectors has one dimension. Points are written through an alias, on which the bulk insists: an
 * index that was dropped is never made again by a write, with whatever types the server would guess.
 */
export class ModelIndexes {
  readonly #server: Server;
  readonly #dialect: Dialect;
  readonly #settings: { readonly prefix: string; readonly refreshMs: number };
  /** Of the models whose index was seen. */
  readonly #dimensions = new Map<string, number>();

  constructor(server: Server, dialect: Dialect, settings: { readonly prefix: string; readonly refreshMs: number }) {
    this.#server = server;
    this.#dialect = dialect;
    this.#settings = settings;
  }

  indexOf(modelId: string): string {
    return spaceName(`${this.#settings.prefix}-vectors-`, modelId);
  }

  aliasOf(modelId: string): string {
    return spaceName(`${this.#settings.prefix}-into-`, modelId);
  }

  /** Every model's index, as it is now: another process may have made one. */
  get all(): string {
    return `${this.#settings.prefix}-vectors-*`;
  }

  /** Undefined: the model has no index. */
  async findDimension(modelId: string): Promise<number | undefined> {
    const known = this.#dimensions.get(modelId);
    if (known !== undefined) return known;
    const index = this.indexOf(modelId);
    const found = (await this.#ask(index)).get(index);
    if (found !== undefined) this.#dimensions.set(modelId, found);
    return found;
  }

  /** @throws INVALID_INPUT where the model's index is of another dimension */
  async checkDimension(modelId: string, dimension: number): Promise<"there" | "absent"> {
    const found = await this.findDimension(modelId);
    if (found !== undefined && found !== dimension) throw otherDimension(dimension, found);
    return found === undefined ? "absent" : "there";
  }

  async make(modelId: string, dimension: number): Promise<void> {
    if ((await this.checkDimension(modelId, dimension)) === "there") return;
    const vector = this.#dialect.vectorField(dimension);
    const body = {
      aliases: { [this.aliasOf(modelId)]: {} },
      settings: { index: { refresh_interval: `${this.#settings.refreshMs}ms`, ...this.#dialect.indexSettings } },
      mappings: {
        dynamic: "strict",
        _meta: { model: modelId.toWellFormed(), dimension },
        // nothing is read back but ids: the vector rests in its graph alone
        _source: { excludes: ["vector"] },
        properties: { ...FIELDS, vector },
      },
    };
    try {
      await this.#server.ask({ method: "PUT", path: `/${this.indexOf(modelId)}`, body });
    } catch (thrown) {
      if (refusalOf(thrown)?.type !== "resource_already_exists_exception") throw thrown;
    }
    await this.checkDimension(modelId, dimension);
  }

  /** After a write has found that the index is gone. */
  forget(modelId: string): void {
    this.#dimensions.delete(modelId);
  }

  async listNames(): Promise<readonly string[]> {
    return [...(await this.#ask(this.all)).keys()];
  }

  async #ask(pattern: string): Promise<ReadonlyMap<string, number>> {
    try {
      return dimensionsIn(
        await this.#server.ask({ method: "GET", path: `/${pattern}/_mapping`, query: { ...ONLY_META } }),
      );
    } catch (thrown) {
      const refusal = refusalOf(thrown);
      if (refusal !== undefined && isMissingIndex(refusal)) return new Map();
      throw thrown;
    }
  }
}
