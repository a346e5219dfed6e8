import { and, readAll, type TurnId } from "../domain/index.js";
import type { TruthTransaction } from "../ports/index.js";
import type { Relating } from "./relating/relate.js";
import { findForgotten } from "./resemblance.js";
import type { Statement, Verdict } from "./statement.js";

/** How many current memories a request to forget is compared with. */
const FORGET_WINDOW = 1_000;

/** "Forget everything about me", 把关于我的都清空: the whole of it, and not a topic of that name. */
const EVERYTHING =
  /\b(?:forget|delete|erase|wipe|clear|remove)\b.{0,24}\b(?:everything|all)\b(?: of it| that)?(?: you(?:'ve| have)? (?:know|remember|have|stored|saved|got)(?: (?:about|on) me)?| about me|(?: of)? (?:my|your) (?:data|memor(?:y|ies)|notes)(?: (?:about|on|of) me)?)|(?:关于我的|我的|记的|记忆|记住的).{0,10}(?:全部|全都|所有|统统|都).{0,4}(?:清空|清除|清掉|删除|删掉|删了|忘掉|忘了)|(?:清空|清除|删除|删掉|忘掉|忘记).{0,6}(?:全部|所有|一切).{0,8}(?:关于我|我的|记忆|记录|信息)|(?:清空|清除).{0,4}(?:你的|关于我的)?(?:记忆|记录)/iu;

async function everyTurn(transaction: TruthTransaction, until: number): Promise<readonly TurnId[]> {
  const episodes = await readAll((page) => transaction.episodes.list(page));
  return episodes.filter((episode) => episode.at <= until).map((episode) => episode.centreTurnId);
}

/** What a request to forget names by its words; where they name nothing that is known, what it means by them. */
export async function reconcileForget(
  transaction: TruthTransaction,
  statement: Statement,
  relating: Relating | undefined,
): Promise<Verdict> {
  const { items: held } = await transaction.memories.list(and(), { limit: FORGET_WINDOW });
  if (EVERYTHING.test(statement.evidence)) {
    const turnIds = [...(await everyTurn(transaction, statement.saidAt)), ...statement.turnIds];
    const targets = held.filter((memory) => memory.saidAt <= statement.saidAt);
    return { type: "erase", targets, turnIds, reason: "the user asked to forget everything" };
  }
  const named = findForgotten(statement, held);
  const meant = named.length === 0 ? relating?.meant(statement) : undefined;
  const near = await transaction.memories.findMany(meant?.memoryIds ?? []);
  const found = [...named, ...near.filter((memory) => memory.kind !== "summary")];
  const turnIds = meant?.turnIds ?? [];
  if (found.length === 0 && turnIds.length === 0)
    return { type: "reject", reason: "nothing known that the request names" };
  // the words that asked repeat what is to go: their turn goes with it
  const targets = found.map((memory) => ({ ...memory, turnIds: [...memory.turnIds, ...statement.turnIds] }));
  return { type: "erase", targets, turnIds: [...turnIds, ...statement.turnIds], reason: "the user asked to forget it" };
}
