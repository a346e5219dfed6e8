import { addressOf } from "../../../../test/services/addresses.js";
import { vectorEngineConformance } from "../../../testing/index.js";
import { createElasticsearchEngine } from "./elasticsearch.js";
import { onServer } from "./lucene.scene.js";

vectorEngineConformance("Elasticsearch", () =>
  onServer(addressOf("KEEPSAKE_TEST_ELASTICSEARCH_URL"), createElasticsearchEngine),
);
