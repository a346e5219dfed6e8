import { and, foldName, type Memory, USER_SUBJECT } from "../domain/index.js";
import { type Ending, isEndedBy, readWholeEndings } from "../language/index.js";
import type { TruthTransaction } from "../ports/index.js";
import { bySaidOrder } from "./said-order.js";
import type { Statement, Verdict } from "./statement.js";

/** How many current memories are looked at for what a statement ends; it is asked for by few statements. */
const WINDOW = 500;
/** What is called off or given up is one matter; where the words fit many, they name none of them. */
const MOST_ENDED = 4;

/** Said by the user of somebody whom no rule knows, a statement is filed under the user. */
const OF_THE_USER = /^(?:[\p{L}' ]{0,24}\b)?the user\b|用户|^家里|^\p{Lu}[\p{L}-]+ \(/iu;

export const ENDED_REASON = "the user says that it is not so, or is over";

function mayEnd(ending: Ending, statement: Statement, memory: Memory): boolean {
  if (memory.kind === "summary" || memory.polarity === "negative") return false;
  if (memory.turnIds.some((id) => statement.turnIds.includes(id))) return false;
  if (memory.qualifiers.speaker !== statement.qualifiers.speaker) return false;
  if (ending.of === "anything-named") return true;
  if (ending.how === "denied" && memory.subject === USER_SUBJECT && !OF_THE_USER.test(memory.content)) return false;
  const [own, held] = [foldName(statement.subject), foldName(memory.subject)];
  // "I have no cat" is said of the user, and "the user's cat …" of the cat
  if (memory.content.includes(statement.subject) && ending.how === "given-up") return true;
  return own === held || (own === USER_SUBJECT && held.startsWith("user's ") && ending.how !== "denied");
}

/** What is remembered and ends by the statement's own words: each part of them names all of what it ends. */
export async function endedBy(
  transaction: TruthTransaction,
  statement: Statement,
): Promise<{ readonly memories: readonly Memory[]; readonly onlyDenies: boolean }> {
  const endings = statement.intent === "forget" ? [] : readWholeEndings(statement.evidence);
  const nothing = { memories: [], onlyDenies: false };
  if (endings.length === 0) return nothing;
  const active = and({ op: "in", field: "status", values: ["active"] });
  const { items } = await transaction.memories.list(active, { limit: WINDOW });
  const ended = items.filter((memory) =>
    endings.some((ending) => mayEnd(ending, statement, memory) && isEndedBy(memory.content, ending)),
  );
  const onlyDenies = endings.every((ending) => ending.onlyDenies === true);
  if (ended.length === 0 || ended.length > MOST_ENDED) return { ...nothing, onlyDenies };
  const { before } = await bySaidOrder(transaction, statement, ended);
  return { memories: before, onlyDenies };
}

/** The verdict with what the statement's words end: they close it whatever the statement is beside that. */
export function withEnded(
  verdict: Verdict,
  { memories, onlyDenies }: { readonly memories: readonly Memory[]; readonly onlyDenies: boolean },
): Verdict {
  if (onlyDenies && (memories.length > 0 || verdict.type === "insert"))
    return memories.length > 0
      ? { type: "retract", targets: memories, reason: ENDED_REASON }
      : { type: "reject", reason: "denies what was not known" };
  if (memories.length === 0) return verdict;
  if (verdict.type === "insert" || verdict.type === "reject" || verdict.type === "reinforce")
    return { type: "supersede", targets: memories, reason: ENDED_REASON };
  if (verdict.type !== "supersede" && verdict.type !== "retract") return verdict;
  const known = new Set(verdict.targets.map(({ id }) => id));
  return { ...verdict, targets: [...verdict.targets, ...memories.filter(({ id }) => !known.has(id))] };
}
