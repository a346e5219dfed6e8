import { createHash } from "node:crypto";
import { filterConditions } from "../relational/index.js";

/** What stands for a label, so that labels are told apart to the last byte, whatever the server thinks of letters. */
function labelDigest(label: string): string {
  return createHash("sha256").update(label).digest("hex").slice(0, 32);
}

/** The labels of a row, as its column holds them. */
export const labelColumn = (labels: readonly string[]): string => JSON.stringify(labels.map(labelDigest));

const LABELS = "COLUMNS (digest VARCHAR(32) PATH '$')";

/** The filter language over `f`; its third argument is the number of the first parameter that is free. */
export const conditionOf = filterConditions({
  isOneOf: (column, list) => `${column} IN (${list})`,
  hasAny: (column, list) =>
    `EXISTS (SELECT 1 FROM JSON_TABLE(${column}, '$[*]' ${LABELS}) AS label WHERE label.digest IN (${list}))`,
  toLabel: labelDigest,
  instant: (parameter) => parameter,
});
