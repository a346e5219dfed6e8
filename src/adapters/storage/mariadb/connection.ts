import type { FieldPacket, QueryResult, ResultSetHeader, TypeCastField } from "mysql2";
import type { PoolConnection } from "mysql2/promise";
import { KeepsakeError } from "../../../domain/index.js";
import { Answers, type ServerConnection, type Steps } from "../relational/index.js";
import { compose, type SqlValue } from "./literals.js";
import { isOutOfTime, toStoreError } from "./mariadb-errors.js";
import { SQL, within } from "./sql.js";
import { mariadbSteps } from "./steps.js";

/** The one kind of column that is bytes; all others of variable length are text, kept as its UTF-8. */
const BYTES = "numbers";
const DOUBLES = new Set(["DOUBLE", "DECIMAL", "NEWDECIMAL"]);
const TEXTS = new Set(["VAR_STRING", "STRING", "VARCHAR", "BLOB", "TINY_BLOB", "MEDIUM_BLOB", "LONG_BLOB"]);

/** Doubles to the last bit, which the driver's own reading loses; 64-bit numbers as numbers (all stay far below 2^53). */
function readField(field: TypeCastField, next: () => unknown): unknown {
  const { type } = field;
  if (DOUBLES.has(type)) {
    const digits = field.string();
    return digits === null ? null : Number(digits);
  }
  if (!TEXTS.has(type)) return next();
  return field.name === BYTES ? field.buffer() : field.string("utf8");
}

/** What a statement did. */
export interface Done {
  /** Rows that were made, matched or removed; of `ON DUPLICATE KEY UPDATE` 1 where a row was made, 2 where one was changed, else 0. */
  readonly rows: number;
  /** The number that a made row was given, or that `LAST_INSERT_ID` was told. */
  readonly number: number;
}

const MATCHED = /^Rows matched: (\d+)/;

/** The server counts rows that an UPDATE really changed; those it matched stand in a text. */
function doneBy({ affectedRows, insertId, info }: ResultSetHeader): Done {
  const matched = MATCHED.exec(info ?? "")?.[1];
  return { rows: matched === undefined ? affectedRows : Number(matched), number: insertId };
}

export interface Limits {
  /** After so long without an answer a connection is given up. */
  readonly answerMs: number;
  /** The longest statement that the server takes. */
  readonly packetBytes: number;
}

/** A connection while one transaction has it. Statements go out one after the other. */
export class Connection implements ServerConnection {
  readonly sql = SQL;
  readonly steps: Steps = mariadbSteps(this);
  readonly #client: PoolConnection;
  readonly #limits: Limits;
  readonly #answers = new Answers();
  #failure: { readonly error: unknown } | undefined;
  #unanswered = 0;
  #ended = false;

  constructor(client: PoolConnection, limits: Limits) {
    this.#client = client;
    this.#limits = limits;
  }

  /** Statements that went out and are not answered yet: who gave up waiting leaves some behind. */
  get unanswered(): number {
    return this.#unanswered;
  }

  /** The connection is another transaction's from now on: what was left running by whoever gave it up asks nothing more. */
  end(): void {
    this.#ended = true;
  }

  get answerMs(): number {
    return this.#limits.answerMs;
  }

  /** The first error that a statement met: the transaction is given up, whatever the caller made of it. */
  get failure(): { readonly error: unknown } | undefined {
    return this.#failure;
  }

  async get<Row>(sql: string, ...values: SqlValue[]): Promise<Row | undefined> {
    return (await this.all<Row>(sql, ...values))[0];
  }

  async all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]> {
    return (await this.#query(sql, values, this.#limits.answerMs)) as Row[];
  }

  once<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]> {
    return this.#answers.once(sql, values, () => this.all<Row>(sql, ...values));
  }

  /** A statement that the server gives up after so long: that is its own failure, and the transaction goes on. */
  async within<Row>(ms: number | undefined, sql: string, ...values: SqlValue[]): Promise<Row[]> {
    if (ms === undefined) return this.all<Row>(sql, ...values);
    const before = this.#failure;
    try {
      return await this.all<Row>(within(ms, sql), ...values);
    } catch (error) {
      if (isOutOfTime(this.#failure?.error)) this.#failure = before;
      throw error;
    }
  }

  /** Returns how many rows changed. */
  async run(sql: string, ...values: SqlValue[]): Promise<number> {
    return (await this.do(sql, ...values)).rows;
  }

  async do(sql: string, ...values: SqlValue[]): Promise<Done> {
    return doneBy((await this.#query(sql, values, this.#limits.answerMs)) as ResultSetHeader);
  }

  /** A change of the schema, which may take long; an error that says it is done already is none. */
  async change(sql: string, isDone: (error: unknown) => boolean, limitMs: number): Promise<void> {
    try {
      await this.#client.query({ sql, timeout: limitMs });
    } catch (error) {
      if (isDone(error)) return;
      this.#failure ??= { error };
      throw toStoreError(error);
    }
  }

  async #query(sql: string, values: readonly SqlValue[], timeout: number): Promise<QueryResult> {
    if (this.#ended) throw new KeepsakeError("INTERNAL", "a transaction was used after its end");
    this.#unanswered += 1;
    try {
      const text = compose(sql, values);
      if (Buffer.byteLength(text) >= this.#limits.packetBytes) {
        const message = `a statement is longer than the server takes (max_allowed_packet = ${this.#limits.packetBytes})`;
        throw new KeepsakeError("TOO_LARGE", message);
      }
      const [result]: [QueryResult, FieldPacket[]] = await this.#client.query({
        sql: text,
        timeout,
        typeCast: readField,
      });
      return result;
    } catch (error) {
      this.#failure ??= { error };
      throw toStoreError(error);
    } finally {
      this.#unanswered -= 1;
    }
  }
}
