import type { VectorEngine } from "../../../ports/index.js";
import type { EngineUnderTest } from "../../../testing/index.js";
import type { LuceneOptions } from "./options.js";

/** Another address of the same server, with the same credential. */
function through(url: string, { host, port }: { readonly host: string; readonly port: number }): string {
  const other = new URL(url);
  other.hostname = host;
  other.port = String(port);
  return other.href;
}

let made = 0;

/** An engine on a running server, in indexes of its own, which go when it is done. */
export async function onServer(
  url: string,
  create: (options: LuceneOptions) => VectorEngine,
): Promise<EngineUnderTest> {
  made += 1;
  const prefix = `keepsake-test-${Date.now().toString(36)}-${process.pid}-${made}`;
  const settings = { prefix, timeoutMs: 10_000, refreshMs: 20 };
  const engine = create({ ...settings, url });
  await engine.open();
  const { hostname, port, protocol } = new URL(url);
  return {
    engine,
    async second() {
      const other = create({ ...settings, url });
      await other.open();
      return other;
    },
    service: {
      host: hostname,
      port: Number(port || (protocol === "https:" ? 443 : 80)),
      protocol: "http",
      connect: (address, timeoutMs) => create({ ...settings, timeoutMs, url: through(url, address) }),
    },
    async cleanup() {
      await engine.close();
      const { username, password } = new URL(url);
      const headers = username === "" ? {} : { authorization: `Basic ${btoa(`${username}:${password}`)}` };
      const bare = new URL(`/${prefix}-vectors-*/_mapping?filter_path=*.mappings._meta`, url);
      bare.username = "";
      bare.password = "";
      const names = Object.keys((await (await fetch(bare, { headers })).json()) as object);
      for (const name of names) await fetch(new URL(`/${name}`, bare), { method: "DELETE", headers });
    },
  };
}
