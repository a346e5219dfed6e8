import pg from "pg";
import { KeepsakeError } from "../../../domain/index.js";
import { Answers, type ServerConnection, type Steps, type Value } from "../relational/index.js";
import { toStoreError } from "./postgres-errors.js";
import { SQL } from "./sql.js";
import { postgresSteps } from "./steps.js";
import { fromStored, toStored } from "./stored-text.js";

const BIGINT = 20;
const TEXT = 25;

/** Whole numbers of 64 bits as numbers (instants and counts stay far below 2^53), texts as they were before they were stored. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text") => {
    if (oid === BIGINT) return Number;
    if (oid === TEXT) return fromStored;
    return pg.types.getTypeParser(oid, format);
  }) as typeof pg.types.getTypeParser,
};

function toParameter(value: Value): unknown {
  if (typeof value === "string") return toStored(value);
  return Array.isArray(value) ? value.map((item) => (typeof item === "string" ? toStored(item) : item)) : value;
}

/** How a statement is kept to itself. */
interface Apart {
  readonly settings: readonly string[];
  /** The server gives it up after so long: DEADLINE_EXCEEDED. Absent: the limit of every statement. */
  readonly withinMs?: number | undefined;
}

/**
 * A connection while one transaction has it. Statements go out as they are asked for, without waiting for the answer to the one before.
 * None is prepared under a name, and nothing is set beyond the transaction: between two of them the connection may be another's (PgBouncer).
 */
export class Connection implements ServerConnection {
  readonly sql = SQL;
  readonly steps: Steps = postgresSteps(this);
  readonly #client: pg.ClientBase;
  readonly #answers = new Answers();
  #failure: { readonly error: unknown } | undefined;
  #unanswered = 0;
  #ended = false;

  constructor(client: pg.ClientBase) {
    this.#client = client;
  }

  /** The first error that a statement met: the server has given the transaction up, whatever the caller made of it. */
  get failure(): { readonly error: unknown } | undefined {
    return this.#failure;
  }

  /** Statements that went out and are not answered yet: who gave up waiting leaves some behind. */
  get unanswered(): number {
    return this.#unanswered;
  }

  /** The connection is another transaction's from now on: what was left running by whoever gave it up asks nothing more. */
  end(): void {
    this.#ended = true;
  }

  async get<Row>(sql: string, ...values: Value[]): Promise<Row | undefined> {
    return (await this.all<Row>(sql, ...values))[0];
  }

  async all<Row>(sql: string, ...values: Value[]): Promise<Row[]> {
    return (await this.#query(sql, values)).rows;
  }

  /** In a snapshot, whose answer cannot change: what was asked before is not asked again. */
  once<Row>(sql: string, ...values: Value[]): Promise<Row[]> {
    return this.#answers.once(sql, values, () => this.all<Row>(sql, ...values));
  }

  /**
   * A statement under settings of its own, which no other statement of the transaction feels, and within a time. What it fails of is its own
   * too: the transaction goes on. All goes out together, so that nothing of another caller comes between.
   * @param settings `name = value`, of this house's making
   */
  async apart<Row>({ settings, withinMs }: Apart, sql: string, ...values: Value[]): Promise<Row[]> {
    if (settings.length === 0 && withinMs === undefined) return this.all<Row>(sql, ...values);
    const limit = withinMs === undefined ? [] : [`statement_timeout = ${Math.max(1, Math.ceil(withinMs))}`];
    const tuned = [...settings, ...limit].map((setting) => `SET LOCAL ${setting};`).join(" ");
    const [before, answer, after] = await Promise.allSettled([
      this.script(`SAVEPOINT apart; ${tuned}`),
      this.#send(() => this.#client.query(sql, values.map(toParameter))),
      this.script("ROLLBACK TO SAVEPOINT apart"),
    ]);
    if (before.status === "rejected") throw before.reason;
    if (after.status === "rejected") throw after.reason;
    if (answer.status === "rejected") throw toStoreError(answer.reason);
    return answer.value.rows;
  }

  /** Returns how many rows changed. */
  async run(sql: string, ...values: Value[]): Promise<number> {
    return (await this.#query(sql, values)).rowCount ?? 0;
  }

  /**
   * Several statements without parameters: migrations, transaction control. The name of the last command, as the server says it.
   * @param limitMs what it may take, where that is more than statements may
   */
  async script(sql: string, limitMs?: number): Promise<string> {
    try {
      const statement = limitMs === undefined ? { text: sql } : { text: sql, query_timeout: limitMs };
      const result: pg.QueryResult | pg.QueryResult[] = await this.#send(() => this.#client.query(statement));
      return (Array.isArray(result) ? result.at(-1) : result)?.command ?? "";
    } catch (error) {
      this.#failure ??= { error };
      throw toStoreError(error);
    }
  }

  async #query(sql: string, values: readonly Value[]): Promise<pg.QueryResult> {
    try {
      return await this.#send(() => this.#client.query(sql, values.map(toParameter)));
    } catch (error) {
      this.#failure ??= { error };
      throw toStoreError(error);
    }
  }

  async #send<Result>(ask: () => Promise<Result>): Promise<Result> {
    if (this.#ended) throw new KeepsakeError("INTERNAL", "a transaction was used after its end");
    this.#unanswered += 1;
    try {
      return await ask();
    } finally {
      this.#unanswered -= 1;
    }
  }
}
