import { z } from "zod";
import type { MemoryId } from "../domain/index.js";
import { READ_ERRORS } from "./call-errors.js";
import { memoryToWire, memoryWire } from "./memory-wire.js";
import { defineOperation } from "./operation.js";
import { id } from "./wire.js";

export const getOperation = defineOperation({
  name: "get",
  title: { en: "Get a memory", zh: "查看一条记忆" },
  description: {
    en: "One memory in full, by its id. Call it when an id is known, to see source, validity and revision before correcting it.",
    zh: "按编号查看一条记忆的全部内容。已知编号、需要在更正前查看出处、有效期与修订号时调用。",
  },
  input: z.strictObject({ id: id("The memory's id.", "记忆的编号。") }),
  output: memoryWire,
  permission: "memory:read",
  hints: { readOnly: true, destructive: false, idempotent: true },
  errors: [...READ_ERRORS, "NOT_FOUND"],
  http: { method: "GET", path: "/v1/users/{user}/memories/{id}" },
  cli: { positional: ["id"], example: "keepsake get mem_01 --user ada" },
  mcp: true,
  async handle({ parts, caller }, input) {
    const { getMemory } = await import("../recall/index.js");
    return memoryToWire(await getMemory(parts, caller.scope, input.id as MemoryId));
  },
});
