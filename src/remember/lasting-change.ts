import { foldText } from "../language/index.js";
import type { TruthTransaction } from "../ports/index.js";
import { completeRemembered } from "./complete-remembered.js";
import { ENDED_REASON } from "./ended.js";
import { reconcile } from "./reconcile.js";
import type { Relating } from "./relating/relate.js";
import { SAID_AS, type Statement, type Verdict } from "./statement.js";

/** Only for a while, whatever has changed. */
const FOR_A_WHILE =
  /\b(?:until|till|while|for now|for the time being|temporar\w*|just (?:this|for|once|today)|only (?:this|for|today)|this once|as an exception|covering|stand(?:s|ing)? in|fill(?:s|ing)? in)\b|临时|暂时|先.{0,6}(?:用|顶|代)|这[次回一]|例外|破例|期间|[代替]班|顶替|直到|为止/iu;
/** The change is behind: what it brought holds from then on. */
const DONE =
  /\b(?:moved|switched|changed|swapped|replaced|renamed|migrated|upgraded|raised|lowered|bumped|cut|dropped|took over|taken over|handed|became|turned|went|got|started|began|joined|left|quit|stopped|bought|sold|finished|completed|closed|opened|signed|hired|promoted|cancel(?:l)?ed|ended|no longer|now)\b|(?:改|换|调|搬|升|转|变|移交|交给|接手|接管|涨|降|加|减|停|取消|离|卖|买|入职|辞)(?:[到成为去]|\p{Script=Han}{0,6}了)|不再|已经?/iu;

/** Words of a completed change: "doc bumped it to 100 mg this week" says when it changed, and not until when it holds. */
function isLastingChange(statement: Statement): boolean {
  if (statement.expiresAt === undefined || statement.attribute !== undefined) return false;
  const words = foldText(statement.evidence);
  return !FOR_A_WHILE.test(words) && (DONE.test(words) || statement.tags.includes(SAID_AS.change));
}

/**
 * Decides what becomes of a statement, and as what it is written: a dated change that takes the place of something lasting is lasting
 * itself. With an end it would replace nothing, and both would stand until then.
 */
export async function decide(
  transaction: TruthTransaction,
  statement: Statement,
  relating: Relating | undefined,
): Promise<readonly [Statement, Verdict]> {
  return completeRemembered(transaction, ...(await decideAsSaid(transaction, statement, relating)));
}

async function decideAsSaid(
  transaction: TruthTransaction,
  statement: Statement,
  relating: Relating | undefined,
): Promise<readonly [Statement, Verdict]> {
  if (isLastingChange(statement)) {
    const { expiresAt: _end, ...lasting } = { ...statement, tier: "long-term" as const };
    const verdict = await reconcile(transaction, lasting, relating);
    if (verdict.type === "supersede" && verdict.targets.some((target) => target.expiresAt === undefined)) {
      return [lasting, verdict];
    }
  }
  const verdict = await reconcile(transaction, statement, relating);
  if (verdict.type !== "supersede" || verdict.reason !== ENDED_REASON || statement.expiresAt === undefined)
    return [statement, verdict];
  // what is over stays over, on whatever day it ended
  const { expiresAt: _end, ...lasting } = { ...statement, tier: "long-term" as const };
  return [lasting, verdict];
}
