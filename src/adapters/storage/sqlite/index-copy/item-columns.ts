import {
  type Filter,
  type ItemAttributes,
  LIST_FIELDS,
  type ListField,
  TEXT_FIELDS,
  type TextField,
  TIME_FIELDS,
  type TimeField,
} from "../../../../domain/index.js";
import { grown } from "../../relational/index.js";
import type { Window } from "./filter-masks.js";

const ABSENT = 0;
const ACTIVE = new Set(["active"]);
const ENDED_BY_DATE = new Set(["superseded"]);
const NEVER: ReadonlySet<string> = new Set();
const HELD_ONCE = new Set(["active", "superseded", "archived", "expired"]);

/** Everything that a filter can ask about the items of one scope, a column a field, so that a filter is a few passes over numbers. */
export class ItemColumns {
  readonly #codes = new Map<string, number>();
  readonly #texts: Record<TextField, Int32Array>;
  readonly #lists: Record<ListField, (readonly number[] | undefined)[]>;
  readonly #times: Record<TimeField | "validTo" | "expiresAt", Float64Array>;

  constructor() {
    this.#texts = Object.fromEntries(TEXT_FIELDS.map((field) => [field, new Int32Array(0)])) as Record<
      TextField,
      Int32Array
    >;
    this.#lists = { tags: [], entities: [] };
    const times = [...TIME_FIELDS, "validTo", "expiresAt"].map((field) => [field, new Float64Array(0)]);
    this.#times = Object.fromEntries(times) as Record<TimeField | "validTo" | "expiresAt", Float64Array>;
  }

  set(slot: number, attributes: ItemAttributes): void {
    for (const field of TEXT_FIELDS) {
      const value = attributes[field];
      this.#texts[field] = grown(this.#texts[field], slot + 1, ABSENT);
      this.#texts[field][slot] = value === undefined ? ABSENT : this.#intern(value);
    }
    for (const field of LIST_FIELDS) {
      const values = attributes[field];
      this.#lists[field][slot] = values.length === 0 ? undefined : values.map((value) => this.#intern(value));
    }
    for (const field of TIME_FIELDS) this.#setTime(field, slot, attributes[field]);
    this.#setTime("validTo", slot, attributes.validTo ?? Number.POSITIVE_INFINITY);
    this.#setTime("expiresAt", slot, attributes.expiresAt ?? Number.POSITIVE_INFINITY);
  }

  /** One byte a slot: 1 where the filter matches. */
  matching(filter: Filter, count: number): Uint8Array {
    const mask = new Uint8Array(count);
    switch (filter.op) {
      case "all":
        return mask.fill(1);
      case "and":
        return this.#combine(filter.filters, mask.fill(1), (a, b) => a & b);
      case "or":
        return this.#combine(filter.filters, mask, (a, b) => a | b);
      case "not": {
        const inner = this.matching(filter.filter, count);
        for (let slot = 0; slot < count; slot++) mask[slot] = inner[slot] === 0 ? 1 : 0;
        return mask;
      }
      case "in":
        return this.#markTexts(mask, this.#texts[filter.field], new Set(filter.values));
      case "hasAny":
        return this.#markLists(mask, this.#lists[filter.field], filter.values);
      case "between":
        return this.#markBetween(mask, this.#times[filter.field], filter.from, filter.to);
      case "current":
        return this.#markValid(mask, { always: ACTIVE, untilEnd: ENDED_BY_DATE }, filter.at);
      case "validAt":
        return this.#markValid(mask, { always: HELD_ONCE, untilEnd: NEVER }, filter.at);
    }
  }

  /** The window around `at` in which no item begins, ends or expires. */
  windowAround(at: number, count: number): Window {
    let from = Number.NEGATIVE_INFINITY;
    let until = Number.POSITIVE_INFINITY;
    const { validFrom, validTo, expiresAt } = this.#times;
    for (const column of [validFrom, validTo, expiresAt]) {
      for (let slot = 0; slot < count; slot++) {
        const instant = column[slot] as number;
        if (instant > at) {
          if (instant < until) until = instant;
        } else if (instant > from) from = instant;
      }
    }
    return { from, until };
  }

  #intern(value: string): number {
    const known = this.#codes.get(value);
    if (known !== undefined) return known;
    const code = this.#codes.size + 1;
    this.#codes.set(value, code);
    return code;
  }

  #setTime(field: TimeField | "validTo" | "expiresAt", slot: number, value: number): void {
    this.#times[field] = grown(this.#times[field], slot + 1, 0);
    this.#times[field][slot] = value;
  }

  #combine(filters: readonly Filter[], mask: Uint8Array, operator: (a: number, b: number) => number): Uint8Array {
    for (const filter of filters) {
      const part = this.matching(filter, mask.length);
      for (let slot = 0; slot < mask.length; slot++) mask[slot] = operator(mask[slot] ?? 0, part[slot] ?? 0);
    }
    return mask;
  }

  /** A table of codes: 1 for those of the wanted values that any item has. */
  #codeTable(values: Iterable<string>): Uint8Array {
    const table = new Uint8Array(this.#codes.size + 1);
    for (const value of values) {
      const code = this.#codes.get(value);
      if (code !== undefined) table[code] = 1;
    }
    return table;
  }

  #markTexts(mask: Uint8Array, column: Int32Array, values: ReadonlySet<string>): Uint8Array {
    const table = this.#codeTable(values);
    for (let slot = 0; slot < mask.length; slot++) mask[slot] = table[column[slot] ?? ABSENT] ?? 0;
    return mask;
  }

  #markLists(
    mask: Uint8Array,
    column: readonly (readonly number[] | undefined)[],
    values: readonly string[],
  ): Uint8Array {
    const table = this.#codeTable(values);
    for (let slot = 0; slot < mask.length; slot++) {
      if (column[slot]?.some((code) => table[code] === 1)) mask[slot] = 1;
    }
    return mask;
  }

  #markBetween(
    mask: Uint8Array,
    column: Float64Array,
    from = Number.NEGATIVE_INFINITY,
    to = Number.POSITIVE_INFINITY,
  ): Uint8Array {
    for (let slot = 0; slot < mask.length; slot++) {
      const value = column[slot] ?? 0;
      mask[slot] = value >= from && value < to ? 1 : 0;
    }
    return mask;
  }

  /** The common filter, in one pass over numbers. `untilEnd`: statuses that count where the item has an end. */
  #markValid(
    mask: Uint8Array,
    statuses: { readonly always: ReadonlySet<string>; readonly untilEnd: ReadonlySet<string> },
    at: number,
  ): Uint8Array {
    const always = this.#codeTable(statuses.always);
    const untilEnd = this.#codeTable(statuses.untilEnd);
    const status = this.#texts.status;
    const { validFrom, validTo, expiresAt } = this.#times;
    for (let slot = 0; slot < mask.length; slot++) {
      const end = validTo[slot] ?? 0;
      const covers = (validFrom[slot] ?? 0) <= at && end > at && (expiresAt[slot] ?? 0) > at;
      if (!covers) continue;
      const code = status[slot] ?? ABSENT;
      mask[slot] = (always[code] ?? 0) | (end === Number.POSITIVE_INFINITY ? 0 : (untilEnd[code] ?? 0));
    }
    return mask;
  }
}
