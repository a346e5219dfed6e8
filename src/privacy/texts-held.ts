import { foldText } from "../language/index.js";

/**
 * A text as it is searched for: folded, and its case wholly, as Unicode's full case folding does: STRASSE is Straße, istanbul is İstanbul.
 * Not what indexes hold, which would have to be made anew.
 */
export function searchForm(text: string): string {
  return foldText(text)
    .toUpperCase()
    .toLowerCase()
    .replace(/i\u0307/gu, "i")
    .replaceAll("ς", "σ")
    .trim();
}

/** Whether `needle`, in the form searched for, is in any of the texts. */
export function holds(needle: string, texts: Iterable<string | undefined>): boolean {
  for (const text of texts) if (text !== undefined && searchForm(text).includes(needle)) return true;
  return false;
}

/** Every text of a JSON value as it was put, keys included: what JSON writes of it has quotes, backslashes and line ends escaped. */
export function* textsIn(value: unknown): Generator<string> {
  const open: unknown[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === "string") yield next;
    else if (typeof next === "number" || typeof next === "boolean") yield String(next);
    else if (Array.isArray(next)) open.push(...next.filter((each) => each != null));
    else if (next !== null && typeof next === "object") {
      for (const [name, held] of Object.entries(next)) {
        yield name;
        if (held != null) open.push(held);
      }
    }
  }
}
