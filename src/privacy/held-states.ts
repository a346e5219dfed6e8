import type { ForgetRequest, Scope } from "../domain/index.js";
import type { EngineParts } from "../ports/index.js";
import { holds, searchForm, textsIn } from "./texts-held.js";

/** Before every instant: nothing has run out by then, so what waits to be swept is seen as well. */
const BEFORE_ALL = 0;

/**
 * Working memory that a request to forget names: all of it, that of the session, or what holds the text in its space's name, its key or
 * its value. What has run out counts: it stands until somebody sweeps it.
 */
export async function heldStates(
  { storage: { sessions } }: EngineParts,
  scope: Scope,
  request: ForgetRequest,
): Promise<readonly { readonly space: string; readonly key: string }[]> {
  if (request.by === "id" || request.by === "filter") return [];
  const spaces = request.by === "session" ? [request.sessionId] : await sessions.spaces(scope, BEFORE_ALL);
  const needle = request.by === "text" ? searchForm(request.text) : "";
  const found: { space: string; key: string }[] = [];
  for (const space of spaces) {
    for (const { key, value } of await sessions.list(scope, space, BEFORE_ALL)) {
      if (request.by !== "text" || holds(needle, [space, key]) || holds(needle, textsIn(value)))
        found.push({ space, key });
    }
  }
  return found;
}
