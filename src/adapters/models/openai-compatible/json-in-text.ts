/** So many openings of an object are tried before the text is taken to hold none: the search stays linear on hostile text. */
const MAX_OPENINGS = 32;

/**
 * The first JSON object in a model's answer that has prose, a code fence or its thoughts around it; undefined where there is none.
 * Braces inside strings and escaped quotes do not count. What was cut off is not completed: half an answer is no answer.
 */
export function findJsonObject(answer: string): string | undefined {
  const text = answer.replace(/<think>[\s\S]*?<\/think>/g, "");
  let from = text.indexOf("{");
  for (let tried = 0; from >= 0 && tried < MAX_OPENINGS; tried += 1) {
    const end = closingBrace(text, from);
    if (end !== undefined) {
      const part = text.slice(from, end + 1);
      if (isJson(part)) return part;
    }
    from = text.indexOf("{", from + 1);
  }
  return undefined;
}

/** Where the object that opens at `from` closes; undefined when it does not. */
function closingBrace(text: string, from: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === "\\") at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') {
      inString = true;
    } else if (character === "{") {
      depth += 1;
    } else if (character === "}") {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // JSON.parse has no other way to say no
  }
}
