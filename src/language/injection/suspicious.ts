import { isInjectedContext } from "./context.js";
import { findInjection } from "./find.js";
import type { InjectionKind } from "./mark.js";

/** Who takes the model over taints all that the text says; what is only hidden or turned taints what stands near it. */
const NEARBY: ReadonlySet<InjectionKind> = new Set(["hidden-markup", "invisible"]);
const NEAR = 200;

/**
 * Reads a text once and answers for its spans: whether a statement drawn from one deserves a person's look, because the text tries to
 * instruct its reader, hides something near the statement, or the statement lies in what Keepsake itself put into the prompt
 * (requirement 9.6).
 */
export function suspicionOf(text: string): (span: { readonly start: number; readonly end: number }) => boolean {
  const marks = findInjection(text);
  const injected = isInjectedContext(text);
  return (span) => {
    const reaches = (mark: { readonly start: number; readonly end: number }, reach: number): boolean =>
      mark.start < span.end + reach && span.start - reach < mark.end;
    return (
      marks.some((mark) => !NEARBY.has(mark.kind) || reaches(mark, NEAR)) || injected.some((mark) => reaches(mark, 0))
    );
  };
}
