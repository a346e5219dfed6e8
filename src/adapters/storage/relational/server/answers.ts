/** What one snapshot answered: it can answer the same question in no other way. */
export class Answers {
  readonly #rows = new Map<string, Promise<unknown[]>>();

  /** Asks, unless that was asked before. */
  once<Row>(sql: string, values: readonly unknown[], ask: () => Promise<Row[]>): Promise<Row[]> {
    const question = JSON.stringify([sql, values]);
    const known = this.#rows.get(question);
    if (known !== undefined) return known as Promise<Row[]>;
    const asked = ask();
    this.#rows.set(question, asked);
    return asked;
  }
}
