import type { Item } from "@langchain/langgraph";
import { KeepsakeError } from "../../domain/index.js";
import type { UserMemory } from "../../keepsake.js";
import { digest } from "../beside-chat.js";

/** An entry of working memory. */
export type Entry = Awaited<ReturnType<UserMemory["state"]["get"]>>;

/** An item as it rests in working memory. Namespace and key are in it whole; the entry's own key only stands for them. */
export interface StoredItem {
  readonly namespace: readonly string[];
  readonly key: string;
  readonly value: Record<string, unknown>;
  /** Epoch ms of the first writing; absent on an item that was written once. */
  readonly createdAt?: number;
  /** Whether there is a memory that finds it. */
  readonly indexed: boolean;
}

/** Stands for namespace and key, and for nothing else: JSON keeps ["a", "b"] apart from ["a.b"], and either from a longer one. */
export function itemId(space: string, namespace: readonly string[], key: string): Promise<string> {
  return digest("item", space, namespace, key).then((hash) => `item-${hash}`);
}

/** Marks what lies at or below a prefix, so that recall looks nowhere else. */
export function prefixTag(space: string, prefix: readonly string[]): Promise<string> {
  return digest("prefix", space, prefix).then((hash) => `within-${hash}`);
}

export function isWithin(namespace: readonly string[], prefix: readonly string[]): boolean {
  return prefix.length <= namespace.length && prefix.every((label, index) => namespace[index] === label);
}

/** @throws INVALID_INPUT for a namespace that holds anything but non-empty strings, or nothing */
export function checkNamespace(namespace: readonly unknown[]): void {
  const isPath = namespace.length > 0 && namespace.every((label) => typeof label === "string" && label !== "");
  if (!isPath) {
    throw new KeepsakeError("INVALID_INPUT", "a namespace is one or more non-empty strings", { field: "namespace" });
  }
}

/**
 * The value as JSON carries it: what JSON leaves out is left out now, and not only when it is read back.
 * @throws INVALID_INPUT for what is no JSON object
 */
export function asJson(value: unknown): Record<string, unknown> {
  let copy: unknown;
  try {
    copy = JSON.parse(JSON.stringify(value) ?? "null") as unknown;
  } catch (cause) {
    throw new KeepsakeError("INVALID_INPUT", "an item's value must be JSON", { field: "value" }, { cause });
  }
  if (typeof copy !== "object" || copy === null || Array.isArray(copy)) {
    throw new KeepsakeError("INVALID_INPUT", "an item's value must be a JSON object", { field: "value" });
  }
  return copy as Record<string, unknown>;
}

export function readStored(entry: Entry | undefined): StoredItem | undefined {
  return entry?.value as StoredItem | undefined;
}

export function toItem(entry: Entry): Item {
  const { namespace, key, value, createdAt } = entry.value as StoredItem;
  return {
    namespace: [...namespace],
    key,
    value: structuredClone(value),
    createdAt: new Date(createdAt ?? entry.updatedAt),
    updatedAt: new Date(entry.updatedAt),
  };
}
