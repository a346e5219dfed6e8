import { and, type Memory } from "../domain/index.js";
import { hasHan, readEndings } from "../language/index.js";
import type { TruthTransaction } from "../ports/index.js";
import { contentHash } from "./content-hash.js";
import { completeHeld } from "./rules/completion.js";
import { typedValues, unitBehind } from "./rules/typed-values.js";
import { bySaidOrder } from "./said-order.js";
import type { Statement, Verdict } from "./statement.js";

/** How many current memories are looked at for the one that a bare value belongs to. */
const WINDOW = 500;
const DATED = /\s?[（(]\d{4}-\d{2}-\d{2}(?:–\d{4}-\d{2}-\d{2})?[）)]/gu;
/** Units that tell a matter by themselves, where one thing alone is measured in them. */
const TELLING_UNIT = /^(?:mg|mcg|µg|ug|ml|iu|毫克|微克|毫升|片|粒)$/iu;

/** Longer words name their matter themselves. In characters */
const LONGEST_BARE = 60;
const LONGEST_BARE_HAN = 24;

function undated(content: string): string {
  return content.replace(DATED, "");
}

function unitOf(text: string): string | undefined {
  for (const value of typedValues(text)) {
    const unit =
      unitBehind(text, value.end) ?? /^ ?(?<unit>mg|mcg|µg|ml|iu)\b/iu.exec(text.slice(value.end))?.groups?.unit;
    if (unit !== undefined && TELLING_UNIT.test(unit)) return unit.toLowerCase();
  }
  return undefined;
}

/** The one thing that is remembered with a value of that unit: "the doctor raised it to 10 mg". */
async function holderOf(
  transaction: TruthTransaction,
  statement: Statement,
  unit: string,
): Promise<Memory | undefined> {
  const active = and({ op: "in", field: "status", values: ["active"] });
  const { items } = await transaction.memories.list(active, { limit: WINDOW });
  const holders = items.filter(
    (memory) =>
      memory.kind !== "summary" &&
      memory.qualifiers.speaker === statement.qualifiers.speaker &&
      unitOf(undated(memory.content)) === unit,
  );
  const { before } = await bySaidOrder(transaction, statement, holders);
  return before.length === 1 && holders.length === 1 ? before[0] : undefined;
}

function asCompleted(statement: Statement, target: Memory): Statement | undefined {
  const isHan = hasHan(statement.evidence);
  if ([...statement.evidence].length > (isHan ? LONGEST_BARE_HAN : LONGEST_BARE)) return undefined;
  const held = undated(target.content);
  if (hasHan(held) !== isHan) return undefined;
  // "no, it's …" may stand in a clause of its own
  const said = [statement.evidence, statement.around?.text ?? ""].find(
    (each) => completeHeld(each, held) !== undefined,
  );
  const completed = said === undefined ? undefined : completeHeld(said, held);
  if (said === undefined || completed === undefined || completed.text === held) return undefined;
  if (typedValues(completed.value).length === 0) return undefined;
  const { attribute: _attribute, value: _value, slotKey: _key, ...bare } = statement;
  const slot =
    target.attribute === undefined || target.slotKey === undefined || target.value === undefined
      ? {}
      : {
          attribute: target.attribute,
          slotKey: target.slotKey,
          value: completeHeld(said, target.value)?.text ?? completed.value,
        };
  const content = completed.text;
  return {
    ...bare,
    ...slot,
    content,
    subject: target.subject,
    qualifiers: target.qualifiers,
    kind: target.kind,
    cardinality: target.cardinality,
    polarity: target.polarity,
    contentHash: contentHash(content, target.slotKey),
    rule: statement.rule.replace(/\.\w+$/u, ".completed"),
  };
}

/**
 * A statement of a later talk that only names the new value ("make that Tuesday", "the doctor raised it to 10 mg") takes the words of
 * what it changes, so that it can be read alone. The statement as it is where it names its matter itself.
 */
export async function completeRemembered(
  transaction: TruthTransaction,
  statement: Statement,
  verdict: Verdict,
): Promise<readonly [Statement, Verdict]> {
  if (statement.revises !== undefined || statement.intent === "forget") return [statement, verdict];
  // "I'm not vegan" names no new value
  if (readEndings(statement.evidence).length > 0) return [statement, verdict];
  if (verdict.type === "supersede") {
    const [target, ...others] = verdict.targets;
    const completed = target === undefined || others.length > 0 ? undefined : asCompleted(statement, target);
    return [completed ?? statement, verdict];
  }
  const unit = verdict.type === "insert" ? unitOf(statement.evidence) : undefined;
  const target = unit === undefined ? undefined : await holderOf(transaction, statement, unit);
  const completed = target === undefined ? undefined : asCompleted(statement, target);
  if (target === undefined || completed === undefined) return [statement, verdict];
  return [completed, { type: "supersede", targets: [target], reason: "a value of the one thing that is measured so" }];
}
