type Steps = readonly (string | number | "*")[];

/** `chapters[*].content` → chapters, *, content. `$` is the whole. */
function stepsOf(path: string): Steps {
  if (path === "" || path === "$") return [];
  return path
    .replaceAll(/\[(\*|-?\d+)\]/g, ".[$1]")
    .split(".")
    .filter((part) => part !== "")
    .map((part) => {
      const index = /^\[(\*|-?\d+)\]$/.exec(part)?.[1];
      if (index === undefined || index === "*") return index ?? part;
      return Number(index);
    });
}

function partsAt(value: unknown, steps: Steps): readonly unknown[] {
  const [step, ...rest] = steps;
  if (step === undefined) return [value];
  if (typeof value !== "object" || value === null) return [];
  if (step === "*") return Object.values(value).flatMap((part) => partsAt(part, rest));
  if (typeof step === "number") return Array.isArray(value) ? partsAt(value.at(step), rest) : [];
  return Object.hasOwn(value, step) ? partsAt((value as Record<string, unknown>)[step], rest) : [];
}

function leaves(value: unknown, label: string): { readonly label: string; readonly text: string }[] {
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([name, part]) => leaves(part, Array.isArray(value) ? label : name));
  }
  return value === null || value === undefined || value === "" ? [] : [{ label, text: `${value}` }];
}

/**
 * The words by which an item is found: those at `paths` (`a.b`, `a[*].b`, `a[0]`, `a[-1]`, `$` for all of it). A single value stands
 * for itself; several are told apart by their names. "" where there is nothing to find it by.
 */
export function itemText(value: unknown, paths: readonly string[], maxCharacters: number): string {
  const found = paths.flatMap((path) => partsAt(value, stepsOf(path)).flatMap((part) => leaves(part, "")));
  const [only, ...more] = found;
  if (only === undefined) return "";
  const told = found.map(({ label, text }) => (label === "" ? text : `${label}: ${text}`));
  const text = more.length === 0 ? only.text : told.join("; ");
  return text.slice(0, maxCharacters).toWellFormed().trim();
}
