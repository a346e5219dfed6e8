import { connectKeepsake, type RemoteKeepsake } from "../../../src/client/index.js";
import { loadConfig } from "../../../src/config/index.js";
import { serveHttp } from "../../../src/doors/http/index.js";
import type { OpenDoor } from "../door.js";
import { callTyped } from "./typed-calls.js";

/** The client's methods, with a real server behind them. */
export const openClientDoor: OpenDoor = async (engine) => {
  const config = loadConfig({ env: {}, file: false, overrides: { http: { port: 0 } } });
  const server = await serveHttp(engine, config);
  const connect = (language: "en" | "zh"): RemoteKeepsake =>
    connectKeepsake({ url: server.url, language, deadlineMs: 30_000, attemptMs: 30_000, whenUnavailable: "throw" });
  const clients = { en: connect("en"), zh: connect("zh") };
  return {
    name: "client",
    call: (name, user, input, options = {}) =>
      callTyped(clients[options.language ?? "en"].user(user), name, input, options),
    close: async () => {
      await Promise.all([clients.en.close(), clients.zh.close()]);
      await server.close();
    },
  };
};
