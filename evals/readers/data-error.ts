/** Data or a report that cannot be used; the message says what to do. */
export class DataError extends Error {
  override readonly name = "DataError";
}
