/** What a sentence says of a thing, before it is known whether the thing has a name. */
export interface RelationReading {
  readonly subject: string;
  readonly attribute: string;
  readonly value: string;
  /** One may have several: none takes the place of another. */
  readonly several?: boolean;
}

export type RelationGroups = Record<string, string | undefined>;

/** One way of a language to state a relation. */
export interface RelationForm {
  readonly pattern: RegExp;
  readonly read: (groups: RelationGroups) => RelationReading | undefined;
}

/** A relation under its key, of whom and with what value the groups say. */
export function relationReading(
  groups: RelationGroups,
  attribute: string,
  several = false,
): RelationReading | undefined {
  const { subject, value } = groups;
  if (subject === undefined || value === undefined) return undefined;
  return { subject, attribute, value, ...(several ? { several } : {}) };
}

/** The first of the forms that fits counts. */
export function readForms(forms: readonly RelationForm[], text: string): RelationReading | undefined {
  for (const { pattern, read } of forms) {
    const groups = pattern.exec(text)?.groups;
    const found = groups === undefined ? undefined : read(groups);
    if (found !== undefined) return found;
  }
  return undefined;
}
