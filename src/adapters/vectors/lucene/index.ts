export { createElasticsearchEngine } from "./elasticsearch.js";
export { createOpenSearchEngine } from "./opensearch.js";
