/** Where the caller stands in a trace, as its header or metadata says it; spread into an operation's context. */
export function traceContext(header: unknown): { readonly traceparent?: string } {
  return typeof header === "string" ? { traceparent: header } : {};
}
