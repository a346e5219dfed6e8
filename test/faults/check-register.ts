import { groupBy } from "./group-by.js";
import type { Instant, SlotRead, SlotWrite, Violation } from "./history.js";

/** A value that a slot held, with all calls that wrote or saw it. */
interface Cluster {
  readonly value: string;
  /** The earliest end of any of its calls: by then it had been written. */
  readonly written: Instant;
  /** The latest begin of any of its calls: then it was still, or not yet, the current one. */
  readonly seen: Instant;
}

/** What a slot holds before anybody wrote. */
const NOTHING = "";

function clustersOf(writes: readonly SlotWrite[], reads: readonly SlotRead[]): readonly Cluster[] {
  const seenAs = groupBy(reads, ({ values }) => values[0] ?? NOTHING);
  const of = (value: string, calls: readonly { readonly begin: Instant; readonly end: Instant }[]): Cluster => ({
    value,
    written: Math.min(...calls.map(({ end }) => end)),
    seen: Math.max(...calls.map(({ begin }) => begin)),
  });
  const before = { begin: Number.NEGATIVE_INFINITY, end: Number.NEGATIVE_INFINITY };
  return [
    of(NOTHING, [before, ...(seenAs.get(NOTHING) ?? [])]),
    ...writes
      // what was never acknowledged and never seen need not have happened
      .filter(({ outcome, value }) => outcome === "ok" || seenAs.has(value))
      .map((write) => of(write.value, [write, ...(seenAs.get(write.value) ?? [])])),
  ];
}

const told = (at: Instant): string => (Number.isFinite(at) ? `${at.toFixed(1)} ms` : "the start");

/**
 * Whether the calls of one slot can be put in an order that respects real time and in which every read gives the value written last before it.
 * Values are written once each, so that the order is decided by intervals: a value certainly holds from the first end to the last begin of its
 * calls; no two such spans may overlap, and no value may live within the span of another (Gibbons and Korach, "Testing Shared Memories", 1997).
 */
export function checkRegister(writes: readonly SlotWrite[], reads: readonly SlotRead[]): readonly Violation[] {
  const user = (writes[0] ?? reads[0])?.user ?? "";
  const slot = (writes[0] ?? reads[0])?.slot ?? "";
  const found: Violation[] = [];
  const fail = (rule: string, detail: string): void => void found.push({ rule, user, detail: `${slot}: ${detail}` });
  const known = new Map(writes.map((write) => [write.value, write]));
  for (const { values, door, begin, end } of reads) {
    if (values.length > 1) fail("two current values", `${door} showed ${values.join(" and ")} at ${told(begin)}`);
    for (const value of values) {
      const write = known.get(value);
      if (write === undefined) fail("a value that nobody wrote", `${door} showed ${value}`);
      else if (end < write.begin) fail("a read from the future", `${door} showed ${value} before it was written`);
    }
  }
  const single = reads.filter(({ values }) => values.length < 2 && values.every((value) => known.has(value)));
  const clusters = clustersOf(writes, single);
  const spans = clusters.filter(({ written, seen }) => written < seen).sort((a, b) => a.written - b.written);
  for (const [index, span] of spans.entries()) {
    const next = spans[index + 1];
    if (next === undefined || next.written >= span.seen) continue;
    const old = span.seen <= next.seen ? span : next;
    const replaced = `${old === span ? next.value : span.value} was current by ${told(next.written)}`;
    fail("a read of a replaced value", `${old.value || "nothing"} was shown at ${told(old.seen)}, but ${replaced}`);
  }
  for (const { value, written, seen } of clusters) {
    if (written < seen) continue;
    const around = spans.find((span) => span.written < seen && written < span.seen);
    if (around === undefined) continue;
    const during = `written between ${told(seen)} and ${told(written)}`;
    fail("a lost write", `${value} was ${during}, while ${around.value || "nothing"} stayed current`);
  }
  return found;
}
