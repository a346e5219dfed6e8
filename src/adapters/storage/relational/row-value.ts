/** What every relational engine takes as a parameter. */
export type RowValue = string | number | null;

/** What a server engine takes besides: truth values, and lists. */
export type Value = RowValue | boolean | readonly string[] | readonly number[];
