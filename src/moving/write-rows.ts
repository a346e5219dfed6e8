import {
  type ContentRow,
  type ContentTableName,
  type ItemId,
  KeepsakeError,
  type MemoryId,
  makeScope,
  type SearchContent,
} from "../domain/index.js";
import type { IndexChange, Storage, StoreContents } from "../ports/index.js";

type Put = Extract<IndexChange, { type: "put" }>;

/** @throws INVALID_INPUT for a store that has no such port */
export function contentsOf(storage: Storage): StoreContents {
  if (storage.contents !== undefined) return storage.contents;
  throw new KeepsakeError("INVALID_INPUT", "this kind of store can be neither moved nor kept by a command");
}

function floatsOf(base64: string): Float32Array {
  const bytes = Buffer.from(base64, "base64");
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/** The first change puts terms and a vector; each further model's vector is put beside it. */
function changesOf(row: ContentRow, importanceOf: (id: string) => number): readonly Put[] {
  const [, , id, attributesText, termsText, vectorsText] = row;
  const attributes = { ...JSON.parse(String(attributesText)), importance: importanceOf(String(id)) };
  const counted: SearchContent["terms"] = termsText === null ? undefined : JSON.parse(String(termsText));
  const terms = counted?.flatMap(([term, times]) => new Array<string>(times).fill(term));
  const vectors = (JSON.parse(String(vectorsText)) as SearchContent["vectors"]).map(([modelId, base64]) => ({
    modelId,
    values: floatsOf(base64),
  }));
  const [first, ...further] = vectors;
  return [
    { type: "put", attributes, ...(terms && { terms }), ...(first && { vector: first }) },
    ...further.map((vector): Put => ({ type: "put", attributes, vector })),
  ];
}

function byUser(rows: readonly ContentRow[]): readonly (readonly ContentRow[])[] {
  const users = new Map<string, ContentRow[]>();
  for (const row of rows) {
    const key = JSON.stringify(row.slice(0, 2));
    users.set(key, [...(users.get(key) ?? []), row]);
  }
  return [...users.values()];
}

async function applyByUser(
  { truth, projection }: Storage,
  rows: readonly ContentRow[],
  changesFor: (own: readonly ContentRow[], importanceOf: (id: string) => number) => readonly IndexChange[],
): Promise<void> {
  for (const own of byUser(rows)) {
    const [tenant, user] = own[0] ?? [];
    await truth.write(makeScope(String(tenant), String(user)), async (stores) => {
      const memories = await stores.memories.findMany(own.map((row) => String(row[2]) as MemoryId));
      const importance = new Map(memories.map((memory) => [memory.id as string, memory.importance]));
      await projection.apply(
        stores,
        changesFor(own, (id) => importance.get(id) ?? 0),
      );
    });
  }
}

/** Writes rows of one table, whose owners and whose memories are there. Repeating is harmless. */
export async function putRows(storage: Storage, table: ContentTableName, rows: readonly ContentRow[]): Promise<void> {
  if (rows.length === 0) return;
  if (table !== "search_items") return contentsOf(storage).put(table, rows);
  await applyByUser(storage, rows, (own, importanceOf) => own.flatMap((row) => changesOf(row, importanceOf)));
}

export async function removeRows(
  storage: Storage,
  table: ContentTableName,
  keys: readonly ContentRow[],
): Promise<void> {
  if (keys.length === 0) return;
  if (table !== "search_items") return contentsOf(storage).remove(table, keys);
  await applyByUser(storage, keys, (own) => own.map((row) => ({ type: "remove", itemId: String(row[2]) as ItemId })));
}
