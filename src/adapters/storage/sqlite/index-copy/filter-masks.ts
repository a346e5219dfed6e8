import type { Filter } from "../../../../domain/index.js";

/** Masks kept of one scope: a few callers with a filter each. */
const KEPT_MASKS = 8;
/** A filter with longer lists is not kept: comparing it with those that are would cost as much as its mask. */
const MAX_LISTED = 64;

/** From `from` up to `until`, excluding it, no item begins, ends or expires. */
export interface Window {
  readonly from: number;
  readonly until: number;
}

interface KnownMask extends Window {
  readonly mask: Uint8Array;
}

const ALWAYS: Window = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

/**
 * Masks of filters that were asked before. `current(at)` has another instant with each search, yet its mask changes only where an item
 * begins, ends or expires: a mask is kept with the window around its instant in which none does, and serves every instant of it.
 */
export class FilterMasks {
  /** By the filter without its instant, in order of use. */
  readonly #known = new Map<string, KnownMask>();

  get bytes(): number {
    let sum = 0;
    for (const { mask } of this.#known.values()) sum += mask.length;
    return sum;
  }

  /** To be called with every change of an item. */
  clear(): void {
    this.#known.clear();
  }

  /** The mask that was kept, or the one that `make` makes; not to be changed by the caller. */
  find(filter: Filter, make: () => Uint8Array, windowAround: (at: number) => Window): Uint8Array {
    const [at, another] = new Set(instantsOf(filter));
    if (another !== undefined || countListed(filter) > MAX_LISTED) return make();
    const key = JSON.stringify(filter, (name, value: unknown) => (name === "at" ? undefined : value));
    const known = this.#known.get(key);
    this.#known.delete(key);
    const found =
      known !== undefined && (at === undefined || (at >= known.from && at < known.until))
        ? known
        : { mask: make(), ...(at === undefined ? ALWAYS : windowAround(at)) };
    this.#known.set(key, found);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= KEPT_MASKS) break;
      this.#known.delete(oldest);
    }
    return found.mask;
  }
}

function instantsOf(filter: Filter): readonly number[] {
  switch (filter.op) {
    case "and":
    case "or":
      return filter.filters.flatMap(instantsOf);
    case "not":
      return instantsOf(filter.filter);
    case "current":
    case "validAt":
      return [filter.at];
    case "all":
    case "in":
    case "hasAny":
    case "between":
      return [];
  }
}

/** Values and parts of the filter. */
function countListed(filter: Filter): number {
  switch (filter.op) {
    case "and":
    case "or":
      return filter.filters.reduce((sum, part) => sum + countListed(part), 0);
    case "not":
      return countListed(filter.filter);
    case "in":
    case "hasAny":
      return filter.values.length;
    case "all":
    case "between":
    case "current":
    case "validAt":
      return 1;
  }
}
