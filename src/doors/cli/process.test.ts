import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const MAIN = fileURLToPath(new URL("../../main.ts", import.meta.url));

/** The command in a process of its own: what signals and pipes do cannot be seen from inside one. */
function start(words: readonly string[], stdout: "pipe" | number = "pipe"): ChildProcess {
  return spawn(process.execPath, ["--import", "tsx", MAIN, ...words], {
    env: {
      PATH: process.env.PATH ?? "",
      KEEPSAKE_STORAGE: "memory",
      KEEPSAKE_EMBEDDER: "fake",
      KEEPSAKE_DATA: mkdtempSync(join(tmpdir(), "keepsake-cli-")),
    },
    stdio: ["pipe", stdout, "pipe"],
  });
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.on("close", (code) => resolve(code));
  });
}

function firstChunk(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.once("data", (chunk: Buffer) => resolve(chunk.toString("utf8")));
    child.once("close", () => reject(new Error("it ended without a word")));
  });
}

describe("as a process", () => {
  it("ends quietly when its reader hangs up", async () => {
    const child = start(["config", "--json"]);
    let err = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      err += chunk.toString("utf8");
    });
    child.stdout?.destroy();
    expect(await ended(child)).toBe(0);
    expect(err).toBe("");
  });

  it.skipIf(!existsSync("/dev/full"))("says in one line that its answer could not be written", async () => {
    const full = openSync("/dev/full", "w");
    const child = start(["config", "--json"], full);
    let err = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      err += chunk.toString("utf8");
    });
    expect(await ended(child)).toBe(1);
    closeSync(full);
    expect(err).toBe("stdout: ENOSPC\n");
  });

  it("serves until it is told to stop, then ends with 0", async () => {
    const child = start(["serve", "--port", "0", "--grpc-port", "0", "--json"]);
    const end = ended(child);
    const { url, grpc } = JSON.parse(await firstChunk(child)) as { url: string; grpc: string };
    const health = await fetch(`http://${grpc}/grpc.health.v1.Health/Check`, {
      ...{ method: "POST", headers: { "content-type": "application/json" }, body: "{}" },
    });
    expect(await health.json()).toEqual({ status: "SERVING" });
    const put = await fetch(`${url}/v1/users/ada/state/s/k`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ value: "你好" }),
    });
    expect(put.status).toBe(200);
    child.kill("SIGTERM");
    expect(await end).toBe(0);
    await expect(fetch(`${url}/health/live`)).rejects.toThrow();
    await expect(fetch(`http://${grpc}/`)).rejects.toThrow();
  });
});
