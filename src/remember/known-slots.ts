import { type EpochMs, foldName, type Memory, type MemoryId, type Scope, USER_SUBJECT } from "../domain/index.js";
import { analyze, findEntities, findInjection } from "../language/index.js";
import { coreSubject } from "../language/slots/index.js";
import type { EngineParts, TruthTransaction } from "../ports/index.js";

/** A slot that is filled now, as a model is shown it. */
export interface KnownSlot extends Pick<Memory, "subject" | "cardinality" | "qualifiers"> {
  readonly id: MemoryId;
  readonly attribute: string;
  readonly value: string;
}

const USER_WINDOW = 200;
const NAMED_WINDOW = 20;
const MAX_NAMES = 10;
const MAX_SLOTS = 30;
const MAX_CHARACTERS = 2_000;
const LONGEST_VALUE = 120;

/** What may be shown: current, with a value, and without words that would instruct whoever reads them. */
function toSlot(memory: Memory, now: EpochMs): KnownSlot | undefined {
  const { id, subject, attribute, value, cardinality, qualifiers, polarity } = memory;
  if (attribute === undefined || value === undefined || polarity === "negative") return undefined;
  if (memory.expiresAt !== undefined && memory.expiresAt <= now) return undefined;
  if (value.length > LONGEST_VALUE || findInjection(`${subject}\n${attribute}\n${value}`).length > 0) return undefined;
  return { id, subject, attribute, value, cardinality, qualifiers };
}

async function aboutThese(transaction: TruthTransaction, texts: readonly string[]): Promise<readonly Memory[]> {
  const names = texts.flatMap((text) => findEntities(text).map((entity) => coreSubject(entity.text)));
  const subjects = [...new Map(names.map((name) => [foldName(name), name])).values()].slice(0, MAX_NAMES);
  const found = await transaction.memories.listActiveBySubject(USER_SUBJECT, USER_WINDOW);
  const rows = new Map(found.map((memory) => [memory.id, memory]));
  for (const subject of subjects) {
    for (const memory of await transaction.memories.listActiveBySubject(subject, NAMED_WINDOW))
      rows.set(memory.id, memory);
  }
  return [...rows.values()];
}

/**
 * The user's filled slots that the texts may be about: those that share words with them first, then the most important, then the newest.
 * At most 30, of 2,000 characters together: a prompt must not grow with the memory.
 */
export async function knownSlots(
  parts: Pick<EngineParts, "storage" | "clock">,
  scope: Scope,
  texts: readonly string[],
): Promise<readonly KnownSlot[]> {
  const now = parts.clock.now();
  const memories = await parts.storage.truth.read(scope, (transaction) => aboutThese(transaction, texts));
  const words = new Set(texts.flatMap((text) => analyze(text)));
  const shared = (memory: Memory): number => new Set(analyze(memory.content).filter((word) => words.has(word))).size;
  const ranked = memories
    .map((memory) => ({ memory, shared: shared(memory) }))
    .sort(
      (a, b) =>
        b.shared - a.shared || b.memory.importance - a.memory.importance || b.memory.recordedAt - a.memory.recordedAt,
    );
  const slots: KnownSlot[] = [];
  let room = MAX_CHARACTERS;
  for (const { memory } of ranked) {
    const slot = toSlot(memory, now);
    if (slot === undefined || slots.length >= MAX_SLOTS) continue;
    room -= slot.subject.length + slot.attribute.length + slot.value.length;
    if (room < 0) break;
    slots.push(slot);
  }
  return slots;
}
