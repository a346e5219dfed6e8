import type { OperationContext } from "../../operations/index.js";

/** How a call is waited for and followed, whatever it asks. */
export type CallTerms = Pick<OperationContext, "signal" | "traceparent" | "onWork">;
