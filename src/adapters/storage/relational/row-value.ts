/** What every relational engine takes as a parameter. */
export type RowValue = string | number | null;
