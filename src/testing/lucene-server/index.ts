export { type LuceneServer, openLuceneServer } from "./lucene-server.js";
export type { Vendor } from "./searching.js";
