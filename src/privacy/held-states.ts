import type { ForgetRequest, Scope } from "../domain/index.js";
import type { EngineParts, StateStore } from "../ports/index.js";
import { holds, searchForm, textsIn } from "./texts-held.js";

/** Before every instant: nothing has run out by then, so what waits to be swept is seen as well. */
const BEFORE_ALL = 0;

export interface HeldState {
  readonly space: string;
  readonly key: string;
}

/**
 * Working memory that a request to forget names: all of it, that of the session, or what holds the text in its space's name, its key or
 * its value. What has run out counts: it stands until somebody sweeps it.
 */
export async function statesNamed(
  states: Pick<StateStore, "spaces" | "list">,
  request: ForgetRequest,
): Promise<readonly HeldState[]> {
  if (request.by === "id" || request.by === "filter") return [];
  const spaces = request.by === "session" ? [request.sessionId] : await states.spaces();
  const needle = request.by === "text" ? searchForm(request.text) : "";
  const found: HeldState[] = [];
  for (const space of spaces) {
    for (const { key, value } of await states.list(space)) {
      if (request.by !== "text" || holds(needle, [space, key]) || holds(needle, textsIn(value)))
        found.push({ space, key });
    }
  }
  return found;
}

/** The same, as every caller of working memory reads it: by its copies, where there are any. */
export function heldStates(
  { storage: { sessions } }: EngineParts,
  scope: Scope,
  request: ForgetRequest,
): Promise<readonly HeldState[]> {
  const asRead: Pick<StateStore, "spaces" | "list"> = {
    spaces: () => sessions.spaces(scope, BEFORE_ALL),
    list: (space) => sessions.list(scope, space, BEFORE_ALL),
  };
  return statesNamed(asRead, request);
}
