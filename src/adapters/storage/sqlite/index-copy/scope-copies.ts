import type { Scope } from "../../../../domain/index.js";
import type { Connection } from "../connection.js";
import type { Database } from "../database.js";
import { KEPT_REMOVALS } from "../projection.js";
import { SQL } from "../sql.js";
import { type ItemRow, ScopeCopy } from "./scope-copy.js";

const DEFAULT_BUDGET_BYTES = 512 * 1024 * 1024;
/** Rows loaded within one turn of the event loop: a few milliseconds. */
const ROWS_PER_TURN = 2_000;
/** A copy further behind is loaded anew, in turns, rather than caught up at once. */
const MAX_BEHIND = Math.min(2_000, KEPT_REMOVALS);

export interface Figures {
  readonly id: number;
  readonly revision: number;
  /** Items that were put with terms. */
  readonly documents: number;
  readonly totalLength: number;
}

interface Model {
  readonly id: number;
  readonly dimension: number;
}

/** What a search works with: one snapshot, and the scope's copy as of that snapshot. */
export interface ScopeView {
  readonly connection: Connection;
  readonly copy: ScopeCopy;
  readonly figures: Figures;
}

const nextTurn = () => new Promise<void>((resume) => setImmediate(resume));

/** Copies of the scopes in use, within a budget of memory; the least recently used leave first. */
export class ScopeCopies {
  readonly #database: Database;
  readonly #budgetBytes: number;
  /** In order of use. */
  readonly #copies = new Map<number, ScopeCopy>();
  readonly #loading = new Map<number, Promise<void>>();

  constructor(database: Database, budgetBytes = DEFAULT_BUDGET_BYTES) {
    this.#database = database;
    this.#budgetBytes = budgetBytes;
  }

  /**
   * Runs `work` on a copy that holds everything committed by now, in whatever process.
   * @param modelId loads this model's vectors too. Undefined when the scope was never written.
   */
  async use<Result>(
    scope: Scope,
    modelId: string | undefined,
    work: (view: ScopeView) => Result,
  ): Promise<Result | undefined> {
    for (;;) {
      const attempt = this.#database.look((connection) => this.#tryUse(connection, scope, modelId, work));
      if (attempt.type === "nothing") return undefined;
      if (attempt.type === "done") return attempt.result;
      await this.#load(attempt.figures, modelId);
    }
  }

  clear(): void {
    this.#copies.clear();
  }

  #tryUse<Result>(
    connection: Connection,
    scope: Scope,
    modelId: string | undefined,
    work: (view: ScopeView) => Result,
  ) {
    const figures = connection.get<Figures>(SQL.indexFigures, scope.tenant, scope.user);
    if (figures === undefined) return { type: "nothing" as const };
    const copy = this.#copies.get(figures.id);
    if (
      copy === undefined ||
      copy.isWorn ||
      figures.revision - copy.revision > MAX_BEHIND ||
      this.#loading.has(figures.id)
    ) {
      return { type: "load" as const, figures };
    }
    copy.catchUp(connection, figures.revision);
    const model = modelId === undefined ? undefined : connection.get<Model>(SQL.findModel, figures.id, modelId);
    if (model !== undefined && copy.vectorsOf(model.id) === undefined) return { type: "load" as const, figures };
    const result = work({ connection, copy, figures });
    this.#touch(copy);
    return { type: "done" as const, result };
  }

  /** Loads what is missing; who asks meanwhile waits for the same loading. */
  async #load(figures: Figures, modelId: string | undefined): Promise<void> {
    const known = this.#loading.get(figures.id);
    if (known !== undefined) return known;
    const loading = this.#loadInTurns(figures, modelId).finally(() => this.#loading.delete(figures.id));
    this.#loading.set(figures.id, loading);
    return loading;
  }

  async #loadInTurns(figures: Figures, modelId: string | undefined): Promise<void> {
    let copy = this.#copies.get(figures.id);
    if (copy === undefined || copy.isWorn || figures.revision - copy.revision > MAX_BEHIND) {
      copy = await this.#loadItems(figures);
      this.#copies.set(figures.id, copy);
    }
    if (modelId !== undefined) await this.#loadVectors(copy, modelId);
    this.#touch(copy);
  }

  /** Rows that change while this goes on have a later revision than the copy is given, so that catching up reads them again. */
  async #loadItems(figures: Figures): Promise<ScopeCopy> {
    const copy = new ScopeCopy(figures.id, figures.revision);
    let afterDoc = 0;
    for (;;) {
      const rows = this.#database.look((connection) =>
        connection.all<ItemRow>(SQL.itemsAfter, figures.id, afterDoc, ROWS_PER_TURN),
      );
      for (const row of rows) copy.add(row);
      const last = rows.at(-1);
      if (last === undefined || rows.length < ROWS_PER_TURN) return copy;
      afterDoc = last.doc;
      await nextTurn();
    }
  }

  async #loadVectors(copy: ScopeCopy, modelId: string): Promise<void> {
    const model = this.#database.look((connection) => connection.get<Model>(SQL.findModel, copy.scopeId, modelId));
    if (model === undefined || copy.vectorsOf(model.id) !== undefined) return;
    copy.addVectors(model.id, model.dimension);
    try {
      let afterDoc: number | undefined = 0;
      while (afterDoc !== undefined) {
        const from: number = afterDoc;
        afterDoc = this.#database.look((connection) => copy.fillVectors(connection, model.id, from, ROWS_PER_TURN));
        if (afterDoc !== undefined) await nextTurn();
      }
    } catch (error) {
      copy.dropVectors(model.id); // half a block would pass for a whole one at the next search
      throw error;
    }
  }

  #touch(copy: ScopeCopy): void {
    this.#copies.delete(copy.scopeId);
    this.#copies.set(copy.scopeId, copy);
    let bytes = 0;
    for (const held of this.#copies.values()) bytes += held.bytes;
    for (const [id, held] of this.#copies) {
      if (bytes <= this.#budgetBytes || id === copy.scopeId) break;
      this.#copies.delete(id);
      bytes -= held.bytes;
    }
  }
}
