/** How OpenSearch or Elasticsearch is reached. */
export interface LuceneOptions {
  /** `https://user:password@host:9200` */
  readonly url: string;
  /** Elasticsearch only: an API key in its encoded form, in place of user and password. */
  readonly apiKey?: string;
  /** Before the name of every index, so that several installations may share one cluster. Lower case. */
  readonly prefix: string;
  /** How long one answer may take. */
  readonly timeoutMs: number;
  /** How soon what was written can be searched, of the indexes that are made; writes wait for it. Default 1 000. */
  readonly refreshMs?: number;
}

export const DEFAULT_REFRESH_MS = 1_000;
