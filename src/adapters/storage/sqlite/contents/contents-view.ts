import { type ContentRow, type ContentTableName, searchColumns } from "../../../../domain/index.js";
import type { ContentsView } from "../../../../ports/index.js";
import { carriedTables, type OwnedRows, type Owner, pageAcrossOwners } from "../../relational/index.js";
import type { Connection } from "../connection.js";
import { CONTENTS, DIALECT } from "./contents-sql.js";

export const tableOf = carriedTables(DIALECT);

interface ItemRow {
  readonly doc: number;
  readonly id: string;
  readonly attributes: string;
  readonly length: number | null;
  readonly terms: string | null;
}

function ownersIn(connection: Connection): OwnedRows["listOwners"] {
  return async (kind, from, limit) => {
    const [tenant = "", user = ""] = from ?? [];
    if (kind === "tenant") {
      const rows = connection.rows<[string, number]>(CONTENTS.tenantOwners, tenant, limit);
      return rows.map(([name, id]) => ({ names: [name], numbers: [id] }));
    }
    const rows = connection.rows<[string, string, number]>(CONTENTS.userOwners, tenant, user, limit);
    return rows.map(([name, id, number]) => ({ names: [name, id], numbers: [number] }));
  };
}

/** The index's entries of one user, with the terms by their words and the vectors by their models. */
function listItems(connection: Connection, scope: number, after: ContentRow | undefined, limit: number): ContentRow[] {
  const words = new Map<number, string>();
  const wordOf = (id: number): string => {
    const word = words.get(id) ?? connection.get<{ term: string }>(CONTENTS.term, id)?.term ?? "";
    words.set(id, word);
    return word;
  };
  const items = connection.all<ItemRow>(CONTENTS.items, scope, String(after?.[0] ?? ""), limit);
  return items.map(({ doc, id, attributes, length, terms: numbers }) => {
    const forward: number[] = JSON.parse(numbers ?? "[]");
    const terms: [string, number][] = [];
    for (let at = 0; at < forward.length; at += 2) terms.push([wordOf(forward[at] ?? 0), forward[at + 1] ?? 0]);
    const vectors = connection.rows<[string, Uint8Array]>(CONTENTS.vectors, scope, doc);
    const columns = searchColumns({
      attributes: JSON.parse(attributes),
      ...(length === null ? {} : { terms }),
      vectors: vectors.map(([name, bytes]) => [name, Buffer.from(bytes).toString("base64")] as const),
    });
    return [id, ...columns];
  });
}

function listRows(
  connection: Connection,
  name: ContentTableName,
  owner: Owner,
  after: ContentRow | undefined,
  limit: number,
): ContentRow[] {
  if (name === "search_items") return listItems(connection, owner.numbers[0] ?? 0, after, limit);
  const { sql } = tableOf(name);
  if (after === undefined) return connection.rows<ContentRow>(sql.first, ...owner.numbers, limit);
  return connection.rows<ContentRow>(sql.next, ...owner.numbers, ...after, limit);
}

/** What one snapshot shows. */
export function viewOf(connection: Connection): ContentsView {
  return {
    async page(name, after, limit) {
      const [tenant = "", user = ""] = (after ?? []).map(String);
      if (name === "tenants") return connection.rows<ContentRow>(CONTENTS.tenants, tenant, limit);
      if (name === "users") return connection.rows<ContentRow>(CONTENTS.users, tenant, user, limit);
      return pageAcrossOwners(tableOf(name).table, after, limit, {
        listOwners: ownersIn(connection),
        listRows: async (owner, afterOwn, most) => listRows(connection, name, owner, afterOwn, most),
      });
    },
    async count(name) {
      const table = name === "users" ? "scopes" : name === "search_items" ? "index_items" : name;
      return connection.get<{ n: number }>(CONTENTS.countOf(table))?.n ?? 0;
    },
  };
}
