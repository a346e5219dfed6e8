import { addressOf } from "../../../../test/services/addresses.js";
import { vectorEngineConformance } from "../../../testing/index.js";
import { onServer } from "./lucene.scene.js";
import { createOpenSearchEngine } from "./opensearch.js";

vectorEngineConformance("OpenSearch", () =>
  onServer(addressOf("KEEPSAKE_TEST_OPENSEARCH_URL"), createOpenSearchEngine),
);
