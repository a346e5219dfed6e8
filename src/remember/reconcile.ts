import type { Memory } from "../domain/index.js";
import { CHANNEL_SUBJECTS, droppedChannel, qualifiersCompatible, sameValue } from "../language/slots/index.js";
import type { TruthTransaction } from "../ports/index.js";
import { endedBy, withEnded } from "./ended.js";
import { reconcileForget } from "./reconcile-forget.js";
import { amongMany } from "./relating/among-many.js";
import { isOthersClaim } from "./relating/beside-first.js";
import type { Relating } from "./relating/relate.js";
import { findChanged, findDuplicate, findRetracted } from "./resemblance.js";
import { standsAlone } from "./rules/stands-alone.js";
import { saysValue, typedValues } from "./rules/typed-values.js";
import { bySaidOrder, heldWhenSaid } from "./said-order.js";
import { findAlias } from "./slot-aliases.js";
import { SAID_AS, type Statement, type Verdict } from "./statement.js";

/** How many statements about one subject are looked at; older ones are out of reach of anything but their own slot. */
const SUBJECT_WINDOW = 200;

/**
 * Rows that fill the same slot. Exactly the same qualifiers come first; else the one row whose qualifiers do not contradict
 * (a missing qualifier is compatible, different ones are not). Two such rows are ambiguous and none is taken (requirement 1.5, P30).
 */
async function rivalsOf(
  transaction: TruthTransaction,
  statement: Statement,
  relating: Relating | undefined,
): Promise<readonly Memory[]> {
  if (statement.slotKey === undefined || statement.attribute === undefined) return [];
  const exact = await transaction.memories.listActiveBySlot(statement.slotKey);
  if (exact.length > 0) return exact;
  const about = await transaction.memories.listActiveBySubject(statement.subject, SUBJECT_WINDOW);
  const compatible = about.filter(
    (memory) =>
      memory.attribute === statement.attribute && qualifiersCompatible(memory.qualifiers, statement.qualifiers),
  );
  if (compatible.length === 0 && statement.attribute === "channel") return droppedRows(transaction, statement);
  if (compatible.length > 0) return compatible.length === 1 ? compatible : [];
  const near = relating === undefined ? [] : await transaction.memories.findMany(relating.near(statement));
  const alias = await findAlias(transaction, statement, near, SUBJECT_WINDOW);
  return alias === undefined ? [] : [alias];
}

/** "No more e-mails, Slack only": what so far came by the channel that is put aside, whatever it was about. */
async function droppedRows(transaction: TruthTransaction, statement: Statement): Promise<readonly Memory[]> {
  const dropped = droppedChannel(statement.evidence);
  if (dropped === undefined || statement.subject !== "notifications") return [];
  const rows: Memory[] = [];
  for (const subject of CHANNEL_SUBJECTS) {
    const about = await transaction.memories.listActiveBySubject(subject, SUBJECT_WINDOW);
    rows.push(...about.filter((memory) => memory.attribute === "channel" && sameChannel(memory.value, dropped)));
  }
  return rows;
}

/** 我的邮箱 and 邮件 are one way. */
function sameChannel(a: string | undefined, b: string): boolean {
  const way = (value: string): string => (/邮件|邮箱|e-?mail/iu.test(value) ? "email" : value.toLowerCase());
  return a !== undefined && (sameValue(a, b) || way(a) === way(b));
}

/** The value of the slot that began next after the statement: the one that closes it. */
async function nextBegun(transaction: TruthTransaction, rival: Memory, statement: Statement): Promise<Memory> {
  const { lineageId } = rival;
  const { slotKey, validFrom: from } = statement;
  const place = { lineageId, from, except: [], ...(slotKey === undefined ? {} : { slotKey }) };
  return (await transaction.memories.neighbours(place)).next ?? rival;
}

function keepsNegative(statement: Statement): boolean {
  return statement.kind === "preference" || statement.kind === "avoidance" || statement.kind === "procedure";
}

function retractionOf(statement: Statement, targets: readonly Memory[]): Verdict {
  if (targets.length > 0) {
    return keepsNegative(statement)
      ? { type: "supersede", targets, reason: "the user says it no longer holds" }
      : { type: "retract", targets, reason: "the user says it no longer holds" };
  }
  return keepsNegative(statement)
    ? { type: "insert", outcome: "new", reason: "nothing known that it ends" }
    : tellsAnEnd(statement)
      ? { type: "insert", outcome: "new", reason: "nothing known that it ends, and the end itself is worth knowing" }
      : { type: "reject", reason: "a retraction of something not known" };
}

/** "I gave up smoking", 饮料戒了: what has ended is known by these words alone. */
const ENDS_ALONE =
  /\b(?:gave up|given up|quit|stopped (?!by\b)\p{L}+ing|no longer|packed in|went off|sold|resigned|left the (?:company|team|firm)|laid off|broke up|passed away|closed down)\b|戒|不再|再也不|卖了|离婚|退休|离职|辞职|退学|被裁|下岗|分手|去世|倒闭|关店/iu;

function tellsAnEnd({ content, attribute }: Statement): boolean {
  return attribute === undefined && ENDS_ALONE.test(content) && standsAlone(content);
}

/** A retraction of what was said again after it: history where it says something of its own, else nothing. */
function retractedBefore(statement: Statement, after: readonly Memory[]): Verdict | undefined {
  const [later] = after;
  if (later === undefined) return undefined;
  return keepsNegative(statement) ? pastOf(later) : { type: "reject", reason: "what it ends was said again later" };
}

/** Whoever leaves an employer leaves what they were there: roles whose words name the employer that ended, said before this statement. */
async function rolesHeldThere(
  transaction: TruthTransaction,
  statement: Statement,
  ended: readonly Memory[],
): Promise<readonly Memory[]> {
  if (statement.attribute !== "employer") return [];
  const names = ended.flatMap((memory) => (memory.value === undefined ? [] : [memory.value]));
  const about = await transaction.memories.listActiveBySubject(statement.subject, SUBJECT_WINDOW);
  return about.filter(
    (memory) =>
      memory.attribute === "role" &&
      !memory.turnIds.some((id) => statement.turnIds.includes(id)) &&
      names.some((name) => memory.content.includes(name)),
  );
}

/** 澄湖 for 澄湖科技: a firm by the short form of its name. */
function sameEmployer(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  const [short = "", long = ""] = [a, b].map((name) => name.toLowerCase()).sort((x, y) => x.length - y.length);
  return short.length >= 2 && long.startsWith(short);
}

const EXCEPTION = /\b(?:except|apart from|other than|excluding|unless)\b|除外|除了|除非|例外/iu;

/** "No meat" and "no meat, except at Christmas": one value, and not the same statement. */
function sameExceptions(memory: Memory, statement: Statement): boolean {
  return EXCEPTION.test(memory.evidence) === EXCEPTION.test(statement.evidence);
}

async function reconcileSingle(
  transaction: TruthTransaction,
  statement: Statement,
  rivals: readonly Memory[],
): Promise<Verdict> {
  const [rival] = rivals;
  if (rival === undefined) return { type: "insert", outcome: "new", reason: "first value of its slot" };
  const same = rivals.find(
    (memory) =>
      sameValue(memory.value, statement.value) &&
      memory.polarity === statement.polarity &&
      sameExceptions(memory, statement) &&
      heldWhenSaid(memory, statement),
  );
  const historical = statement.tags.includes(SAID_AS.historical);
  const saidEarlier = (await bySaidOrder(transaction, statement, [rival])).after.length > 0;
  if (saidEarlier || (historical && statement.validFrom < rival.validFrom)) {
    if (same !== undefined) return { type: "reinforce", target: same, reason: "said before: the same value" };
    return { type: "past", later: await nextBegun(transaction, rival, statement), reason: "it held earlier" };
  }
  if (same !== undefined) return { type: "reinforce", target: same, reason: "same slot, same value" };
  if (historical) return { type: "reject", reason: "tells of the past and contradicts what began later" };
  if (statement.expiresAt !== undefined && rival.expiresAt === undefined) {
    return { type: "insert", outcome: "coexists", reason: "an expiring statement never replaces a lasting one" };
  }
  const targets = [...rivals, ...(await rolesHeldThere(transaction, statement, rivals))];
  return { type: "supersede", targets, reason: "same slot, other value" };
}

/** What was said after the statement wins over it: the statement is history then. */
function pastOf(later: Memory): Verdict {
  return { type: "past", later, reason: "what was said later takes its place" };
}

async function reconcileMulti(
  transaction: TruthTransaction,
  statement: Statement,
  rivals: readonly Memory[],
): Promise<Verdict | undefined> {
  const same = rivals.filter((memory) => sameValue(memory.value, statement.value));
  const agreeing = same.filter((memory) => memory.polarity === statement.polarity && sameExceptions(memory, statement));
  const held = agreeing.find((memory) => heldWhenSaid(memory, statement));
  if (held !== undefined) return { type: "reinforce", target: held, reason: "same slot, same value" };
  const opposed = await bySaidOrder(
    transaction,
    statement,
    same.filter((memory) => memory.polarity !== statement.polarity),
  );
  const [later] = opposed.after;
  if (later !== undefined) return pastOf(later);
  const targets = [...opposed.before, ...agreeing];
  if (targets.length === 0) return undefined;
  const reason =
    opposed.before.length > 0 ? "the opposite of what was said of the same value" : "said again after it had expired";
  return { type: "supersede", targets, reason };
}

/** undefined: no slot decides. */
export async function reconcileSlot(
  transaction: TruthTransaction,
  statement: Statement,
  relating: Relating | undefined,
): Promise<Verdict | undefined> {
  const rivals = await rivalsOf(transaction, statement, relating);
  if (statement.intent === "retract") {
    const ended = rivals.filter(
      (memory) =>
        memory.polarity === "positive" &&
        (statement.value === undefined ||
          sameValue(memory.value, statement.value) ||
          (statement.attribute === "employer" && sameEmployer(memory.value, statement.value))),
    );
    if (ended.length === 0) return undefined;
    const { before, after } = await bySaidOrder(transaction, statement, ended);
    if (before.length === 0) return retractedBefore(statement, after);
    const roles = await rolesHeldThere(transaction, statement, before);
    const held = (await bySaidOrder(transaction, statement, roles)).before;
    return retractionOf(statement, [...before, ...held]);
  }
  if (statement.cardinality === "multi") return reconcileMulti(transaction, statement, rivals);
  if (rivals.length === 0) return undefined;
  return reconcileSingle(transaction, statement, rivals);
}

/** At most so many earlier statements give way to one. */
const MOST_REPLACED = 3;

/** Memories about the subject, and what lies near the statement whomever it is about: people name one thing in several ways. */
async function comparable(
  transaction: TruthTransaction,
  about: readonly Memory[],
  statement: Statement,
  relating: Relating,
): Promise<readonly Memory[]> {
  const known = new Set(about.map((memory) => memory.id));
  const near = await transaction.memories.findMany(relating.near(statement).filter((id) => !known.has(id)));
  return [...about, ...near.filter((memory) => memory.status === "active" && memory.kind !== "summary")];
}

/** Where no slot decides: by how the classifier relates the statement to each of what is comparable. */
async function reconcileRelated(
  transaction: TruthTransaction,
  about: readonly Memory[],
  statement: Statement,
  relating: Relating,
): Promise<Verdict | undefined> {
  const { sameFrom, manyExponent } = relating.thresholds;
  const updateFrom = announcesChange(statement) ? relating.thresholds.announcedFrom : relating.thresholds.updateFrom;
  const related = (await comparable(transaction, about, statement, relating)).flatMap((memory) => {
    const relation = relating.relate(statement, memory);
    return relation === undefined ? [] : [{ memory, ...relation }];
  });
  const repeated = related
    .filter(({ memory, same }) => same >= sameFrom && sameBounds(memory, statement) && heldWhenSaid(memory, statement))
    .sort((a, b) => b.same - a.same)[0];
  if (repeated !== undefined && repeated.same >= repeated.update) {
    return { type: "reinforce", target: repeated.memory, reason: "said before in other words" };
  }
  if (statement.tags.includes(SAID_AS.historical) || statement.tags.includes(SAID_AS.addition)) return undefined;
  // a time takes the place of a time before it takes that of anything else
  const sorts = new Set(typedValues(statement.evidence).map(({ sort }) => sort));
  const holdsSort = ({ content }: Memory): boolean => typedValues(content).some(({ sort }) => sorts.has(sort));
  const [nearest, ...others] = related
    .filter(({ update }) => amongMany(update, related.length, manyExponent) >= updateFrom)
    .filter(({ memory }) => mayReplace(statement, memory))
    .sort((a, b) => Number(holdsSort(b.memory)) - Number(holdsSort(a.memory)) || b.update - a.update)
    .slice(0, MOST_REPLACED)
    .map(({ memory }) => memory);
  if (nearest === undefined) return undefined;
  const changed = [nearest, ...others.filter((memory) => holdOneMatter(nearest, memory, relating))];
  const { before, after } = await bySaidOrder(transaction, statement, changed);
  const [later] = after;
  if (before.length === 0 && later !== undefined) return pastOf(later);
  return { type: "supersede", targets: before, reason: "a change of the same matter" };
}

/** Of several that a statement may change, those go with the value of a slot that hold its matter: what else was told of the subject stays. */
function holdOneMatter(nearest: Memory, other: Memory, relating: Relating): boolean {
  // what was said in one breath is two matters
  if (nearest.turnIds.some((id) => other.turnIds.includes(id))) return false;
  if (nearest.attribute === undefined) return true;
  const [earlier, later] = nearest.saidAt <= other.saidAt ? [nearest, other] : [other, nearest];
  const relation = relating.relateMemories(earlier, later);
  const { updateFrom, sameFrom } = relating.thresholds;
  return relation !== undefined && (relation.update >= updateFrom || relation.same >= sameFrom);
}

/** What lasts is no repetition of what holds for a while, and the other way round; nor is a "no" of a "yes". */
function sameBounds(memory: Memory, statement: Statement): boolean {
  return (memory.expiresAt === undefined) === (statement.expiresAt === undefined);
}

/** The words themselves say that something before them no longer holds: less else is needed. */
function announcesChange(statement: Statement): boolean {
  return statement.intent === "correct" || statement.intent === "retract" || statement.tags.includes(SAID_AS.change);
}

/** What only holds for a while replaces nothing that lasts; nor does one subject's value another's (P30). */
function mayReplace(statement: Statement, memory: Memory): boolean {
  if (statement.expiresAt !== undefined && memory.expiresAt === undefined) return false;
  if (statement.attribute === undefined || memory.attribute !== statement.attribute) return true;
  return memory.subject === statement.subject && qualifiersCompatible(memory.qualifiers, statement.qualifiers);
}

/** Where no slot decides: by the words of statements about the same subject. */
async function reconcileWords(
  transaction: TruthTransaction,
  statement: Statement,
  relating: Relating | undefined,
): Promise<Verdict | undefined> {
  const about = await transaction.memories.listActiveBySubject(statement.subject, SUBJECT_WINDOW);
  if (statement.intent === "retract") {
    const { before, after } = await bySaidOrder(transaction, statement, findRetracted(statement, about));
    const past = before.length === 0 ? retractedBefore(statement, after) : undefined;
    const related =
      past === undefined && before.length === 0 && relating !== undefined
        ? await reconcileRelated(transaction, about, statement, relating)
        : undefined;
    return past ?? related ?? retractionOf(statement, before);
  }
  const related = relating === undefined ? undefined : await reconcileRelated(transaction, about, statement, relating);
  if (related !== undefined) return related;
  const held = about.filter((memory) => heldWhenSaid(memory, statement));
  const duplicate = relating === undefined ? findDuplicate(statement, held) : undefined;
  if (duplicate !== undefined) return { type: "reinforce", target: duplicate, reason: "said before in other words" };
  if (statement.intent !== "correct" && !statement.tags.includes(SAID_AS.change)) return undefined;
  if (isOthersClaim(statement.evidence)) return undefined;
  const changed = findChanged(statement, about);
  if (changed === undefined) return undefined;
  const { before } = await bySaidOrder(transaction, statement, [changed]);
  if (before.length === 0) return pastOf(changed);
  return { type: "supersede", targets: [changed], reason: "a stated change of the same matter" };
}

/** Whether what is kept was read off a sentence: its words are part of it, or hold it whole. */
function isReadOff({ evidence }: Memory, sentence: string): boolean {
  const words = evidence.trim();
  return words !== "" && (sentence.includes(words) || words.includes(sentence));
}

/** What the completed sentence told with one of the values that the statement says anew; of its slot, where both fill one. */
async function revisedBy(
  transaction: TruthTransaction,
  { revises, saidAt, attribute }: Statement,
): Promise<readonly Memory[]> {
  if (revises === undefined) return [];
  const told = await transaction.memories.listByTurns([revises.turnId]);
  return told.filter(
    (memory) =>
      memory.status === "active" &&
      memory.kind !== "summary" &&
      memory.saidAt <= saidAt &&
      (attribute === undefined || memory.attribute === undefined || memory.attribute === attribute) &&
      isReadOff(memory, revises.sentence) &&
      revises.values.some((value) => saysValue(memory.content, value)),
  );
}

/**
 * Decides what becomes of a statement, from the state the transaction sees. By slot, never by similarity alone (P30):
 * words are compared only among statements about the same subject, and only a stated change or equal values act on them.
 */
export async function reconcile(
  transaction: TruthTransaction,
  statement: Statement,
  relating?: Relating,
): Promise<Verdict> {
  if (statement.intent === "forget") {
    return reconcileForget(transaction, statement, relating);
  }
  const ended = await endedBy(transaction, statement);
  return withEnded(await reconcileStated(transaction, statement, relating), ended);
}

async function reconcileStated(
  transaction: TruthTransaction,
  statement: Statement,
  relating: Relating | undefined,
): Promise<Verdict> {
  const sameWords = await transaction.memories.listActiveByHashes([statement.contentHash]);
  const known = sameWords.find((memory) => heldWhenSaid(memory, statement));
  if (known !== undefined && statement.intent !== "retract") {
    return { type: "reinforce", target: known, reason: "said before in the same words" };
  }
  const revised = await revisedBy(transaction, statement);
  if (revised.length > 0) return { type: "supersede", targets: revised, reason: "a part of it was said anew" };
  const bySlot = await reconcileSlot(transaction, statement, relating);
  if (bySlot !== undefined) return bySlot;

  const byWords = await reconcileWords(transaction, statement, relating);
  if (byWords !== undefined) return byWords;
  const rivals = statement.slotKey === undefined ? [] : await transaction.memories.listActiveBySlot(statement.slotKey);
  return rivals.length > 0
    ? { type: "insert", outcome: "coexists", reason: "another value of a slot that holds several" }
    : { type: "insert", outcome: "new", reason: "nothing known about it" };
}
