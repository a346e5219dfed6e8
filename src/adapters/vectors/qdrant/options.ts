/** How Qdrant, or Qdrant Cloud, is reached. */
export interface QdrantOptions {
  /** `http://host:6333` */
  readonly url: string;
  readonly apiKey?: string;
  /** Before the name of every collection: lower-case letters and digits, beginning with a letter. */
  readonly prefix: string;
  /** How long one answer may take. */
  readonly timeoutMs: number;
}
