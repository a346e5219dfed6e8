import type { UserMemory } from "keepsake";
import { identify } from "../engine/identity.js";
import type { DataFile } from "../readers/files.js";
import type { RunContext } from "./suite.js";

/** Runs many short cases in one store, a user for each: hundreds of stores would measure the opening of files. */
export async function runUserPerCase<Case extends { readonly id: string }, Row>(
  context: RunContext,
  file: Pick<DataFile, "path" | "sha256">,
  cases: readonly Case[],
  run: (one: Case, memory: UserMemory) => Promise<Row>,
) {
  const store = await context.system.openStore(context);
  try {
    const rows: Row[] = [];
    let identity: { policy?: string; model?: string } = {};
    for (const [index, one] of cases.entries()) {
      context.onProgress(index, cases.length, one.id);
      const memory = store.keepsake.user(one.id);
      rows.push(await run(one, memory));
      identity = { ...identity, ...(await identify(store, memory)) };
    }
    context.onProgress(cases.length, cases.length, "done");
    const data = { path: file.path, sha256: file.sha256 };
    return { rows, data, policy: identity.policy ?? "unknown", model: identity.model ?? "none", views: {} };
  } finally {
    await store.dispose();
  }
}
