import type { BaseRow, Measure } from "./measure.js";
import { meanMeasure } from "./measure.js";

/** What is kept of one scenario check. `conversation` is the scenario, `category` the scenario's category. */
export interface CheckRow extends BaseRow {
  readonly type: string;
  /** Set on abstain checks whose words are on topic though the answer was never given. */
  readonly hard: boolean;
  readonly lang: string;
  readonly passed: boolean;
}

const share = (name: string, applies: (row: CheckRow) => boolean) =>
  meanMeasure<CheckRow>(name, applies, (row) => (row.passed ? 1 : 0));

/**
 * `scenarios.all`, one figure per check type, `scenarios.abstain.hard` apart, one per language and one per category.
 * Where a category has a check type's name (abstain), the type keeps the name and the category stands in `byCategory`.
 */
export function checkMeasures(rows: readonly CheckRow[]): readonly Measure<CheckRow>[] {
  const types = [...new Set(rows.map((row) => row.type))].sort();
  const categories = [...new Set(rows.map((row) => row.category))].sort();
  const langs = [...new Set(rows.map((row) => row.lang))].sort();
  return [
    share("scenarios.all", () => true),
    ...types.map((type) => share(`scenarios.${type}`, (row) => row.type === type)),
    ...(rows.some((row) => row.hard)
      ? [share("scenarios.abstain.hard", (row) => row.type === "abstain" && row.hard)]
      : []),
    ...langs.map((lang) => share(`scenarios.lang.${lang}`, (row) => row.lang === lang)),
    ...categories
      .filter((category) => !types.includes(category))
      .map((category) => share(`scenarios.${category}`, (row) => row.category === category)),
  ];
}
