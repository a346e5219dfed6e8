export { createHttpReranker } from "./http-reranker.js";
