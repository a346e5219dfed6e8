import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";

/** What a program that awaits the client comes to, in a process that has nothing else to do. */
async function runProgram(program: string): Promise<{ code: unknown; out: string }> {
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  const [code] = await once(child, "close");
  return { code, out };
}

const CONNECT = `
  const { connectKeepsake } = await import(${JSON.stringify(new URL("index.ts", import.meta.url).href)});
  const client = connectKeepsake({ url: "http://127.0.0.1:9", backoff: { baseMs: 20, capMs: 40 } });
`;

it("P18 the process waits for the answer that a program awaits, also between two attempts", async () => {
  const program = `${CONNECT}
    await client.user("ada").list().catch(({ code }) => console.log(code));
    console.log("went on");
  `;
  expect(await runProgram(program)).toEqual({ code: 0, out: "UNAVAILABLE\nwent on\n" });
}, 60_000);

it("turns that wait in memory for a server keep no process alive", async () => {
  const program = `${CONNECT}
    const turns = [{ role: "user", text: "Tea." }];
    const { degraded } = await client.user("ada").record({ sessionId: "s", turns });
    console.log(degraded.length);
  `;
  expect(await runProgram(program)).toEqual({ code: 0, out: "1\n" });
}, 60_000);
