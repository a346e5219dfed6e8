const OPENING: ReadonlyMap<string, string> = new Map([
  ["“", "”"],
  ["‘", "’"],
  ["「", "」"],
  ["『", "』"],
  ["《", "》"],
  ["（", "）"],
  ["(", ")"],
  ["[", "]"],
  ["【", "】"],
]);
const CLOSING: ReadonlySet<string> = new Set(OPENING.values());

interface Opened {
  readonly at: number;
  readonly closedBy: string;
}

/**
 * Ranges between quotation marks or brackets, each pair on one line and at most `longest` units long; what never closes opens nothing.
 * Maps the offset of each opening mark to that of its closing one. The apostrophe ’ closes only what ‘ opened.
 */
export function pairedMarks(text: string, longest: number): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  let stack: Opened[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const mark = text.charAt(index);
    if (mark === "\n") {
      stack = [];
      continue;
    }
    const top = stack.at(-1);
    if (mark === '"') {
      const open = stack.findLastIndex((opened) => opened.closedBy === '"');
      if (open < 0) push(stack, { at: index, closedBy: '"' });
      else {
        close(stack, open, index, longest, pairs);
      }
      continue;
    }
    const closedBy = OPENING.get(mark);
    if (closedBy !== undefined) push(stack, { at: index, closedBy });
    else if (CLOSING.has(mark) && top !== undefined) {
      const open = stack.findLastIndex((opened) => opened.closedBy === mark);
      if (open >= 0) close(stack, open, index, longest, pairs);
    }
  }
  return pairs;
}

/** Deep nesting is no writing: the oldest mark is given up, which keeps the search on the stack short. */
const DEEPEST = 16;

function push(stack: Opened[], opened: Opened): void {
  if (stack.length === DEEPEST) stack.shift();
  stack.push(opened);
}

function close(stack: Opened[], open: number, at: number, longest: number, pairs: Map<number, number>): void {
  const opened = stack[open];
  stack.length = open;
  if (opened !== undefined && at - opened.at <= longest) pairs.set(opened.at, at);
}
