import { dateWrite } from "../dating/index.js";
import { type RollbackReport, readAll, type Scope, type WriteSelection } from "../domain/index.js";
import type { EngineParts, IndexChange } from "../ports/index.js";
import { checkSelection } from "./list-writes.js";
import { type Taken, takeBack } from "./take-back.js";

function inWords(selection: WriteSelection): string {
  switch (selection.by) {
    case "turn":
      return `turn ${selection.turnId}`;
    case "session":
      return `session ${selection.sessionId}`;
    case "agent":
      return `agent ${selection.agentId}`;
    case "import":
      return `import ${selection.importId}`;
    case "policy":
      return `policy ${selection.policyVersion}`;
  }
}

function toReport(taken: Taken, dryRun: boolean): RollbackReport {
  // what was closed after it had been restored, or restored and closed again by an older write, is counted as it ended
  const restored = [...taken.restored].filter((id) => !taken.closed.has(id));
  return {
    dryRun,
    writes: taken.sequences.length,
    closed: [...taken.closed],
    restored,
    weakened: [...taken.weakened].filter((id) => !taken.closed.has(id)),
    kept: [...taken.kept].map(([id, reason]) => ({ id, reason })),
  };
}

/** Leaves a transaction whose outcome was only to be seen. */
class OnlyLooking extends Error {
  constructor(readonly report: RollbackReport) {
    super("nothing is to be written");
  }
}

/**
 * Takes back what one turn, session, agent, import or policy version wrote, in one transaction. Nothing is destroyed: what was added is
 * closed and recalled no more, what it replaced or retracted holds again unless something newer has its place, and a repetition is
 * uncounted. What something else said again stays. Done twice it changes nothing; there is no rollback of a rollback.
 * @param options.dryRun the same is done, reported and thrown away
 * @throws INVALID_INPUT, STORE_*
 */
export async function rollback(
  parts: EngineParts,
  scope: Scope,
  selection: WriteSelection,
  options: { readonly dryRun?: boolean } = {},
): Promise<RollbackReport> {
  checkSelection(selection);
  const { storage, telemetry, auditLine } = parts;
  const dryRun = options.dryRun === true;
  try {
    const report = await storage.truth.write(scope, async (transaction) => {
      const changes: IndexChange[] = [];
      const taken: Taken = {
        sequences: [],
        closed: new Set(),
        restored: new Set(),
        weakened: new Set(),
        kept: new Map(),
      };
      const context = {
        transaction,
        now: await dateWrite(parts, transaction),
        origin: inWords(selection),
        changes,
        taken,
      };
      await takeBack(context, await readAll((page) => transaction.writes.list(selection, page)));
      const made = toReport(taken, dryRun);
      if (dryRun) throw new OnlyLooking(made);
      await storage.projection.apply(transaction, changes);
      await auditLine?.append(transaction, [...made.closed, ...made.restored, ...made.weakened]);
      return made;
    });
    telemetry.count("keepsake_rolled_back_writes", report.writes);
    return report;
  } catch (thrown) {
    if (thrown instanceof OnlyLooking) return thrown.report;
    throw thrown;
  }
}
