/** How Milvus, or Zilliz Cloud, is reached. */
export interface MilvusOptions {
  /** `http://host:19530`, or `https://…` with TLS. */
  readonly url: string;
  /** `user:password`, or an API key. */
  readonly token?: string;
  /** Default: the server's own default database. */
  readonly database?: string;
  /** Before the name of every collection: letters, digits and `_`, beginning with a letter. */
  readonly prefix: string;
  /** How long one answer may take. */
  readonly timeoutMs: number;
}
