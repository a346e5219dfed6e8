import type { z } from "zod";
import type { DoorEngine } from "../../src/doors/engine.js";
import { findOperation } from "../../src/operations/index.js";

export interface DoorError {
  readonly code: string;
  readonly message: string;
  readonly field?: string;
  readonly remedy: string;
}

export type Outcome =
  | { readonly ok: true; readonly output: unknown }
  | { readonly ok: false; readonly error: DoorError };

export interface CallOptions {
  readonly language?: "en" | "zh";
}

/** One way into the engine. What it can carry differs; what comes back for the same call must not. */
export interface Door {
  readonly name: "library" | "http" | "client" | "grpc" | "mcp" | "cli";
  /** Calls an operation with its wire input for a user. */
  call(
    operation: string,
    user: string,
    input: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<Outcome>;
  close(): Promise<void>;
}

export type OpenDoor = (engine: DoorEngine) => Promise<Door>;

/** The answer, which must fit the operation's own output schema whatever the door. */
export async function answer<Shape = Record<string, unknown>>(
  door: Door,
  operation: string,
  user: string,
  input: Readonly<Record<string, unknown>> = {},
  options: CallOptions = {},
): Promise<Shape> {
  const outcome = await door.call(operation, user, input, options);
  if (!outcome.ok) throw new Error(`${operation} through ${door.name}: ${outcome.error.code} ${outcome.error.message}`);
  const schema: z.ZodType | undefined = findOperation(operation)?.output;
  if (schema === undefined) throw new Error(`no operation ${operation}`);
  return schema.parse(outcome.output) as Shape;
}

/** The refusal; an answer instead is a failure of the test. */
export async function refusal(
  door: Door,
  operation: string,
  user: string,
  input: Readonly<Record<string, unknown>>,
  options: CallOptions = {},
): Promise<DoorError> {
  const outcome = await door.call(operation, user, input, options);
  if (outcome.ok)
    throw new Error(
      `${operation} through ${door.name} answered where it must refuse: ${JSON.stringify(outcome.output)}`,
    );
  return outcome.error;
}
