/** How Chroma is reached. */
export interface ChromaOptions {
  /** `http://host:8000` */
  readonly url: string;
  /** Sent as `x-chroma-token`. */
  readonly apiKey?: string;
  /** Before the name of every collection: lower-case letters and digits, beginning with a letter. */
  readonly prefix: string;
  /** How long one answer may take. */
  readonly timeoutMs: number;
}
