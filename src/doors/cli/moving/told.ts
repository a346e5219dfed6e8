import { type AuditEvent, KeepsakeError, readAll, toKeepsakeError } from "../../../domain/index.js";
import { isFilling } from "../../../moving/index.js";
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
  at = Date.now(),
): Promise<void> {
  const known = (await readAll((page) => tenants.list(page))).map(({ id }) => id);
  const figures = (given: Figures): string =>
    Object.entries(given)
      .map(([name, count]) => `${name}=${count}`)
      .join(" ");
  const told = typeof detail === "string" ? detail : known.length === 1 ? figures(detail) : "";
  const event: AuditEvent = { at, action, actor: "cli", door: "cli", targets: [], outcome };
  for (const tenant of known) await auditLog.append(tenant, [told === "" ? event : { ...event, detail: told }]);
}

/**
 * Tells of a failure in the store's logs. One that is being filled has none yet: its mark remembers what failed until it is whole.
 * @throws what went wrong before, with what stands in the way of telling it as a second cause
 */
async function tellFailure(storage: Told & Pick<Storage, "contents">, action: string, thrown: unknown) {
  const error = toKeepsakeError(thrown);
  try {
    if (!(await isFilling(storage))) await tellTenants(storage, action, "failed", error.code);
  } catch (unwritten) {
    const cause = new AggregateError([thrown, unwritten], "the failure could not be written to the audit log");
    throw new KeepsakeError(error.code, error.message, error.details, { cause });
  }
}

/** Does the work, and where it fails tells of it in the store's logs. */
export async function tellingFailure<Result>(
  storage: Told & Pick<Storage, "contents">,
  action: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    await tellFailure(storage, action, thrown);
    throw thrown;
  }
}

/** Does the work, and tells of it in the store's logs whichever way it ends. */
export async function toldOf<Result>(
  storage: Told & Pick<Storage, "contents">,
  action: string,
  work: () => Promise<Result>,
  figures: (result: Result) => Figures,
): Promise<Result> {
  const result = await tellingFailure(storage, action, work);
  await tellTenants(storage, action, "done", figures(result));
  return result;
}
