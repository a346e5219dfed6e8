import { foldName, type Memory, USER_SUBJECT } from "../domain/index.js";
import { qualifiersCompatible } from "../language/slots/index.js";
import type { TruthTransaction } from "../ports/index.js";
import type { Statement } from "./statement.js";

type Placed = Pick<Memory, "subject" | "attribute" | "qualifiers">;

function withoutPart({ part: _part, ...others }: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return others;
}

/** "Our goal for Q3" is filed under the user with Q3 as its part, "the Q3 goal" under Q3: one slot. */
function isPartOfOther(one: Placed, other: Placed): boolean {
  const { part } = other.qualifiers;
  return (
    part !== undefined &&
    other.subject === USER_SUBJECT &&
    one.qualifiers.part === undefined &&
    foldName(one.subject) === foldName(part) &&
    qualifiersCompatible(one.qualifiers, withoutPart(other.qualifiers))
  );
}

/** What only says of which sort a named thing is: "York University" is another thing than York. */
const SORT =
  /^(?:the|our|my|shop|store|branch|office|site|project|service|team|account|contract|order|depot|warehouse|clinic|plant|factory|campaign|deal|flat|rollout|migration|launch|分?店|门店|项目|公司|系统|服务|合同|仓库|工厂|诊所|办公室|那边|账户|订单)$/iu;

function withoutSort(subject: string): string {
  const words = foldName(subject).match(/\p{Script=Han}+|[^\s\p{Script=Han}]+/gu) ?? [];
  return words
    .map((word) =>
      word.replace(
        /(?<=\p{Script=Han}{2})(?:分?店|门店|项目|公司|系统|服务|合同|仓库|工厂|诊所|办公室|那边|账户|订单)$/u,
        "",
      ),
    )
    .filter((word) => !SORT.test(word))
    .join(" ");
}

/** York and the York shop: one name, with or without its sort. */
function isNamedMoreClosely(one: Placed, other: Placed): boolean {
  const relates = (subject: string): boolean => subject === USER_SUBJECT || subject.startsWith("user's ");
  if (relates(one.subject) || relates(other.subject) || foldName(one.subject) === foldName(other.subject)) return false;
  const [own, theirs] = [withoutSort(one.subject), withoutSort(other.subject)];
  // two sorts of one name are two things: the York shop and the York depot
  const bare = own === foldName(one.subject) || theirs === foldName(other.subject);
  return bare && own !== "" && own === theirs && qualifiersCompatible(one.qualifiers, other.qualifiers);
}

/**
 * The row that fills the statement's slot under another name of its subject. None where two fit: one of them is another thing (P30).
 * @param near rows near the statement in meaning
 */
export async function findAlias(
  transaction: TruthTransaction,
  statement: Statement,
  near: readonly Memory[],
  window: number,
): Promise<Memory | undefined> {
  const { attribute, qualifiers } = statement;
  if (attribute === undefined || statement.cardinality !== "single") return undefined;
  const subject = statement.subject === USER_SUBJECT ? qualifiers.part : USER_SUBJECT;
  const about = subject === undefined ? [] : await transaction.memories.listActiveBySubject(subject, window);
  const rows = new Map([...about, ...near].map((memory) => [memory.id, memory]));
  const found = [...rows.values()].filter(
    (memory) =>
      memory.status === "active" &&
      memory.attribute === attribute &&
      (isPartOfOther(statement, memory) || isPartOfOther(memory, statement) || isNamedMoreClosely(statement, memory)),
  );
  return found.length === 1 ? found[0] : undefined;
}
