import type { z } from "zod";
import type { AgentId, ErrorCode, Scope } from "../domain/index.js";
import type { EngineParts } from "../ports/index.js";

export const PERMISSIONS = ["memory:read", "memory:write", "memory:erase", "memory:review", "operate"] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Who calls, as the door's credential says: never taken from a request's body (P09). */
export interface Caller {
  readonly scope: Scope;
  readonly agentId?: AgentId;
  readonly permissions: ReadonlySet<Permission>;
  /** For the audit log: a key's name, "cli", "mcp", "library". */
  readonly actor: string;
}

export interface OperationContext {
  readonly parts: EngineParts;
  readonly caller: Caller;
  readonly signal?: AbortSignal;
}

export interface Bilingual {
  readonly en: string;
  readonly zh: string;
}

/**
 * One row of the table that every door derives from. A door adds transport, never behaviour.
 * Schemas speak the wire form (ISO 8601 instants, plain strings); the handler turns them into domain requests.
 */
export interface Operation<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  /** The product's word: `recall` in the library, the path, the tool and the command. A family's members are `family-member`. */
  readonly name: string;
  readonly title: Bilingual;
  /** Written for models and people: what it does, when to call it, when not. */
  readonly description: Bilingual;
  readonly input: Input;
  readonly output: Output;
  readonly permission: Permission;
  readonly hints: { readonly readOnly: boolean; readonly destructive: boolean; readonly idempotent: boolean };
  readonly errors: readonly ErrorCode[];
  /** `{field}` in the path is an input field; `{user}` is the caller's. */
  readonly http: { readonly method: "GET" | "POST" | "PUT" | "DELETE"; readonly path: string };
  readonly cli: {
    /** Input fields given by position, in order; the rest are `--kebab-case` options. */
    readonly positional: readonly string[];
    readonly example: string;
  };
  /** Offered as an MCP tool. */
  readonly mcp: boolean;
  handle(context: OperationContext, input: z.output<Input>): Promise<z.output<Output>>;
  /** Present on operations that write or erase: the ids (never text) that the audit log names. */
  audit?(input: z.output<Input>, output: z.output<Output>): readonly string[];
}

/** Keeps the schema types of a literal while checking its shape. */
export function defineOperation<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
): Operation<Input, Output> {
  return operation;
}
