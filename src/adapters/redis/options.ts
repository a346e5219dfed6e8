/** How Redis is reached. One set of options for all that uses it. */
export interface RedisOptions {
  /** `redis://` or `rediss://` (TLS), with the credentials and the number of the database. */
  readonly url: string;
  /** Before every key and channel, so that several installations may share one server. */
  readonly keyPrefix: string;
  /** The address is that of one node of a cluster; the others are found from there. */
  readonly cluster?: boolean;
  /** How long one command may take. Redis is only ever asked to save time: what takes longer is not waited for. */
  readonly timeoutMs: number;
}
