import { describeEmbedder } from "../../../testing/embedder.js";
import { createFakeEmbedder } from "./index.js";

describeEmbedder("fake", { create: () => createFakeEmbedder() });
describeEmbedder("fake, 16 dimensions", { create: () => createFakeEmbedder({ dimension: 16 }) });
