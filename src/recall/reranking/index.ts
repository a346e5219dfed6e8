export { type Reranked, rerank } from "./rerank.js";
