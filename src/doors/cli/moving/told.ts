import { type AuditEvent, readAll, toKeepsakeError } from "../../../domain/index.js";
import type { Storage } from "../../../ports/index.js";

type Told = Pick<Storage, "tenants" | "auditLog">;

/** What a line may hold of it: figures; in a store of several tenants none, since they would tell one of another. */
export type Figures = Readonly<Record<string, number>>;

/**
 * A line in every tenant's audit log (requirement 9.5): what concerns the whole store concerns each of them. Holds no address, no path and no
 * content: whoever may read the log is not whoever holds the machine.
 */
export async function tellTenants(
  { tenants, auditLog }: Told,
  action: string,
  outcome: AuditEvent["outcome"],
  detail: string | Figures,
): Promise<void> {
  const known = (await readAll((page) => tenants.list(page))).map(({ id }) => id);
  const figures = (given: Figures): string =>
    Object.entries(given)
      .map(([name, count]) => `${name}=${count}`)
      .join(" ");
  const told = typeof detail === "string" ? detail : known.length === 1 ? figures(detail) : "";
  const event: AuditEvent = { at: Date.now(), action, actor: "cli", door: "cli", targets: [], outcome };
  for (const tenant of known) await auditLog.append(tenant, [told === "" ? event : { ...event, detail: told }]);
}

/** Does the work, and tells of it in the store's logs whichever way it ends. */
export async function toldOf<Result>(
  storage: Told,
  action: string,
  work: () => Promise<Result>,
  figures: (result: Result) => Figures,
): Promise<Result> {
  let result: Result;
  try {
    result = await work();
  } catch (thrown) {
    await tellTenants(storage, action, "failed", toKeepsakeError(thrown).code);
    throw thrown;
  }
  await tellTenants(storage, action, "done", figures(result));
  return result;
}
