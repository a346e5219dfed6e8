export { isReranked, type Reranked, rerank } from "./rerank.js";
