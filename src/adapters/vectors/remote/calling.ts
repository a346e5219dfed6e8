import { KeepsakeError } from "../../../domain/index.js";

/** How an engine is told of in messages; never a key, never a text. */
export interface CalledEngine {
  readonly name: string;
  readonly timeoutMs: number;
}

export function unavailable(name: string, why: string, cause?: unknown): KeepsakeError {
  return new KeepsakeError("UNAVAILABLE", `${name} ${why}`, {}, { cause });
}

/** What the status of an answer means: refused credentials are a matter of settings, all else that is no answer may pass. */
export function refusedBy(name: string, status: number, cause?: unknown): KeepsakeError {
  if (status === 401 || status === 403) {
    const message = `${name} refuses the credential (${status}): check vectors.apiKey`;
    return new KeepsakeError("CONFIG_INVALID", message, { field: "vectors.apiKey" }, { cause });
  }
  if (status === 408 || status === 429 || status >= 500) return unavailable(name, `answered ${status}`, cause);
  return new KeepsakeError("INTERNAL", `${name} refused a request (${status})`, {}, { cause });
}

/**
 * The work with a signal that falls when the time is up; what is thrown goes through `explain`, catalogued errors as they are.
 * @param explain what a thrown value of the client means; `undefined`: that no answer came
 */
export async function callEngine<Result>(
  { name, timeoutMs }: CalledEngine,
  work: (signal: AbortSignal) => Promise<Result>,
  explain: (thrown: unknown) => KeepsakeError | undefined,
): Promise<Result> {
  const ended = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      // the failure first: what the client makes of the signal is no better news
      reject(unavailable(name, `did not answer within ${timeoutMs} ms`));
      ended.abort();
    }, timeoutMs);
  });
  try {
    return await Promise.race([work(ended.signal), late]);
  } catch (thrown) {
    if (thrown instanceof KeepsakeError) throw thrown;
    throw explain(thrown) ?? unavailable(name, "does not answer", thrown);
  } finally {
    clearTimeout(timer);
  }
}
