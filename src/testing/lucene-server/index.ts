export { type LuceneServer, openLuceneServer, type Vendor } from "./lucene-server.js";
