import { addressOf } from "../../../../test/services/addresses.js";
import { vectorEngineConformance } from "../../../testing/index.js";
import { createMilvusEngine } from "./index.js";

let made = 0;

vectorEngineConformance("Milvus", async () => {
  const url = addressOf("KEEPSAKE_TEST_MILVUS_URL");
  made += 1;
  const settings = { prefix: `keepsake_test_${Date.now().toString(36)}_${process.pid}_${made}`, timeoutMs: 20_000 };
  const opened = async () => {
    const engine = createMilvusEngine({ ...settings, url });
    await engine.open();
    return engine;
  };
  const engine = await opened();
  const { hostname: host, port } = new URL(url.includes("://") ? url : `http://${url}`);
  return {
    engine,
    second: opened,
    service: {
      ...{ host, port: Number(port), protocol: "other" },
      // what the tests run on here is written in Python, and takes its time on a busy machine
      connect: (address, timeoutMs) =>
        createMilvusEngine({ ...settings, timeoutMs: timeoutMs * 4, url: `${address.host}:${address.port}` }),
    },
    cleanup: async () => {
      await engine.close();
      const { MilvusClient } = await import("@zilliz/milvus2-sdk-node");
      const client = new MilvusClient({ address: url });
      const { data } = await client.showCollections();
      for (const { name } of data) {
        if (name.startsWith(settings.prefix)) await client.dropCollection({ collection_name: name });
      }
      await client.closeConnection();
    },
  };
});
