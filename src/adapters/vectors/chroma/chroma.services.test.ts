import { addressOf } from "../../../../test/services/addresses.js";
import { vectorEngineConformance } from "../../../testing/index.js";
import { createChromaEngine } from "./index.js";

vectorEngineConformance("Chroma", async () => {
  const url = addressOf("KEEPSAKE_TEST_CHROMA_URL");
  const { hostname: host, port } = new URL(url);
  const prefix = `t${Date.now().toString(36)}`;
  const at = (address: string, timeoutMs = 30_000) => createChromaEngine({ url: address, prefix, timeoutMs });
  const opened = async () => {
    const engine = at(url);
    await engine.open();
    return engine;
  };
  const engine = await opened();
  return {
    engine,
    second: opened,
    service: {
      ...{ host, port: Number(port), protocol: "http" },
      connect: (address, timeoutMs) => at(`http://${address.host}:${address.port}`, timeoutMs),
    },
    cleanup: () => engine.close(),
  };
});
