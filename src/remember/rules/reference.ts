import { findEntities } from "../../language/index.js";
import { coreSubject, EN_RELATIONS, relationSubject, ZH_RELATIONS } from "../../language/slots/index.js";

/** Who a pronoun means: the key statements are compared under, and the words to put in its place. */
export interface Referent {
  readonly subject: string;
  readonly words: string;
}

const EN_RELATION = new RegExp(
  `\\b(?:my|our) (?:(?:little|older|younger|elder|big|twin|best|oldest|youngest|ex|new|old) )?(?<relation>${EN_RELATIONS})\\b(?:,? (?<name>\\p{Lu}[\\p{L}'-]+))?`,
  "giu",
);
const ZH_RELATION = new RegExp(`(?:我|我们|咱|咱们|俺)(?:家|的)?(?<relation>${ZH_RELATIONS})`, "gu");
const PLURAL = /^(?:they|them|他们|她们|它们|佢哋)$/iu;
const THING = /^(?:it|this|that|this one|that one|these|those|它|这|那|这个|那个)$/iu;
const THINGS = new Set(["project", "product", "organisation", "identifier"]);

function lastPerson(text: string): Referent | undefined {
  let found: { readonly at: number; readonly referent: Referent } | undefined;
  const consider = (at: number, referent: Referent): void => {
    if (found === undefined || at >= found.at) found = { at, referent };
  };
  for (const match of text.matchAll(EN_RELATION)) {
    const { relation = "", name } = match.groups ?? {};
    const subject = name !== undefined && /^\p{Lu}/u.test(name) ? name : relationSubject(relation);
    if (subject !== undefined)
      consider(match.index, { subject, words: subject.startsWith("user's") ? `the ${subject}` : subject });
  }
  for (const match of text.matchAll(ZH_RELATION)) {
    const relation = match.groups?.relation ?? "";
    const subject = relationSubject(relation);
    if (subject !== undefined) consider(match.index, { subject, words: `用户的${relation}` });
  }
  for (const entity of findEntities(text)) {
    if (entity.kind === "person") consider(entity.start, { subject: entity.text, words: entity.text });
  }
  return found?.referent;
}

const NAMED_SORT =
  /(?<en>\b\p{Lu}[\p{L}\d-]*(?: \p{Lu}[\p{L}\d-]*)*) (?:service|project|system|cluster|account|app|team|platform|database|contract|order)\b|\b(?:[Ff]or|[Oo]n|[Aa]bout|[Rr]e) (?<about>\p{Lu}[\p{L}\d-]+)(?=[,:]| the)|(?<code>\b[A-Z]{2,}[- ]?\d[\w-]*)|(?:跟|和|与|给|对|^|[，。；\s])(?<zh>[\p{Script=Han}]{2,8}?)(?:谈下来|谈妥|谈好|续签|续约|签了|那边|这边)|(?<zhSort>[\p{Script=Han}A-Za-z]{2,8}?)(?:项目|系统|服务|平台|集群|合同)/gu;

/** Things by the word for their sort beside the name, or by what is done with them. */
function namedSorts(text: string): readonly { readonly start: number; readonly text: string }[] {
  return [...text.matchAll(NAMED_SORT)].flatMap((match) => {
    const name =
      match.groups?.en ?? match.groups?.about ?? match.groups?.code ?? match.groups?.zh ?? match.groups?.zhSort;
    return name === undefined ? [] : [{ start: match.index, text: coreSubject(name) }];
  });
}

function lastThing(text: string): Referent | undefined {
  const known = findEntities(text).filter((entity) => THINGS.has(entity.kind));
  const things = [...known, ...namedSorts(text)].sort((a, b) => a.start - b.start);
  const last = things.at(-1);
  return last === undefined ? undefined : { subject: last.text, words: last.text };
}

/**
 * The last compatible one mentioned in the texts before, nearest first. Easy cases only: undefined rather than a guess
 * where a plural or nothing fitting was said.
 */
export function resolvePronoun(pronoun: string, textsBefore: readonly string[]): Referent | undefined {
  if (PLURAL.test(pronoun)) return undefined;
  for (const text of textsBefore) {
    const referent = THING.test(pronoun) ? lastThing(text) : lastPerson(text);
    if (referent !== undefined) return referent;
  }
  return undefined;
}

/** What an elliptic attribute ("折扣是九二折") belongs to: the last thing named before it in the turn. */
export function topicOf(text: string): string | undefined {
  return lastThing(text)?.subject;
}
