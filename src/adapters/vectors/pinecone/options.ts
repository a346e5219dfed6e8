/** How Pinecone is reached. Its serverless indexes only: others do not say how far they have come. */
export interface PineconeOptions {
  readonly apiKey: string;
  /** Before the name of every index, so that several installations may share a project: up to 20 lower-case letters, digits and `-`. */
  readonly prefix: string;
  /** Where indexes are made: `aws`, `gcp` or `azure`, and a region of it. */
  readonly cloud: string;
  readonly region: string;
  /** How long one answer may take. */
  readonly timeoutMs: number;
  /** How long a write may wait until searches see it. Default 30 000. */
  readonly freshTimeoutMs?: number;
  /** How long the first write of a model may wait for its index. Default 120 000. */
  readonly makeTimeoutMs?: number;
  /** Where indexes are made and looked up, when it is not Pinecone's own address. */
  readonly url?: string;
}

export const DEFAULTS = { freshTimeoutMs: 30_000, makeTimeoutMs: 120_000 } as const;
