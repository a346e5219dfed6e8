import type { z } from "zod";
import type { AgentId, AuditEvent, ErrorCode, Permission, Scope } from "../domain/index.js";
import type { EngineParts } from "../ports/index.js";

/** Who calls, as the door's credential says: never taken from a request's body (P09). */
export interface Caller {
  readonly scope: Scope;
  readonly agentId?: AgentId;
  readonly permissions: ReadonlySet<Permission>;
  /** For the audit log: a key's name, a token's subject, or the local door. */
  readonly actor: string;
  /** Through which door: `http`, `mcp`, `grpc`, `cli`, `library`, `proxy`. */
  readonly door: NonNullable<AuditEvent["door"]>;
  /** Public id of the API key that was presented. */
  readonly keyId?: string;
  /** The credential opens one user only: it may not look at what is the whole tenant's. */
  readonly boundToUser?: boolean;
}

/** Stands in the scope of callers whose matter is the whole tenant's: operations of that reach never read it. */
export const NO_USER = "-";

/** How far a long piece of work is. */
export interface OperationProgress {
  /** What is being done, e.g. `recording`. */
  readonly step: string;
  readonly done: number;
  /** Absent where the end is not known. */
  readonly total?: number;
}

export interface OperationContext {
  readonly parts: EngineParts;
  readonly caller: Caller;
  readonly signal?: AbortSignal;
  /** Told how far the work is, by operations that report it. Must not throw. */
  readonly onProgress?: (progress: OperationProgress) => void;
  /** Told the work itself, which goes on when the wait for it is over. Must not throw. */
  readonly onWork?: (work: Promise<unknown>) => void;
  /** The language that the caller asked for; absent: he asked for none, and is told in that of his query. */
  readonly language?: "en" | "zh";
  /** The caller's place in a trace, as W3C Trace Context writes it; untrusted. */
  readonly traceparent?: string;
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
  /**
   * `tenant`: the matter of a whole tenant. There is no user: of the caller's scope only the tenant is read, and a credential that is
   * bound to a user is refused. `store`: of the whole store, offered only to who holds the machine. Absent: one user's memory.
   */
  readonly reach?: "tenant" | "store";
  /** It dates nothing of the user and reads nothing that is dated: served without a look at the user's row, which may be away. */
  readonly undated?: true;
  readonly hints: { readonly readOnly: boolean; readonly destructive: boolean; readonly idempotent: boolean };
  readonly errors: readonly ErrorCode[];
  /** `{field}` in the path is an input field; `{user}` is the caller's. */
  readonly http: { readonly method: "GET" | "POST" | "PUT" | "DELETE"; readonly path: string };
  readonly cli: {
    /** Input fields given by position, in order; the rest are `--kebab-case` options. */
    readonly positional: readonly string[];
    readonly example: string;
    /** A field of bytes that `--file` fills from a file, and the field that the file's name fills where it is not given. */
    readonly readsFile?: { readonly content: string; readonly name: string };
    /** A field of bytes of the answer that `--to` writes into a file, in place of showing it. */
    readonly writesFile?: string;
  };
  /**
   * It takes as long as its input is large, tells how far it is, and stops between two steps when the signal aborts; what was done stays,
   * and the same call takes it up again.
   */
  readonly reportsProgress?: true;
  /** Offered as an MCP tool. */
  readonly mcp: boolean;
  handle(context: OperationContext, input: z.output<Input>): Promise<z.output<Output>>;
  /** The ids (never text) that the audit log names: of what was written, erased or shown. */
  audit?(input: z.output<Input>, output: z.output<Output>): readonly string[];
}

/** Keeps the schema types of a literal while checking its shape. */
export function defineOperation<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
): Operation<Input, Output> {
  return operation;
}
