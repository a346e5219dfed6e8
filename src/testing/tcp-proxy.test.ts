import { connect, createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTcpProxy, type TcpProxy } from "./tcp-proxy.js";

describe("a way to a service that can be broken", () => {
  let service: Server;
  let proxy: TcpProxy;
  let received = "";
  const open = new Set<Socket>();

  beforeEach(async () => {
    received = "";
    service = createServer((socket) => {
      open.add(socket);
      socket.on("error", () => undefined);
      socket.on("data", (chunk: Buffer) => {
        received += chunk.toString();
        socket.write(`got ${chunk.toString()}`);
      });
    });
    await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
    const address = service.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    proxy = await openTcpProxy({ host: "127.0.0.1", port: address.port });
  });
  afterEach(async () => {
    await proxy.close();
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => service.close(resolve));
  });

  /** Says it on a connection of its own: what is answered, or `cut` where the connection ended first. */
  const say = (text: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(proxy.port, "127.0.0.1", () => socket.write(text));
      socket.on("data", (chunk: Buffer) => {
        resolve(chunk.toString());
        socket.destroy();
      });
      socket.on("error", () => undefined);
      socket.on("close", () => resolve("cut"));
    });

  it("passes everything, until it is cut, and again when it is mended", async () => {
    expect(await say("one")).toBe("got one");
    proxy.cut();
    expect(await say("two")).toBe("cut");
    proxy.mend();
    expect(await say("three")).toBe("got three");
    expect(received).toBe("onethree");
  });

  it("gives half of a piece, and only of as many as were planned", async () => {
    proxy.halve(1);
    expect(await say("abcdef")).toBe("cut");
    await expect.poll(() => received).toBe("abc");
    expect(await say("ghi")).toBe("got ghi");
  });

  it("ends where a caller says a word: before the service has it, or before the caller has the answer", async () => {
    proxy.cutAt("COMMIT", "request", 1);
    expect(await say("BEGIN")).toBe("got BEGIN");
    expect(await say("COMMIT")).toBe("cut");
    expect(received).toBe("BEGIN");
    proxy.cutAt("COMMIT", "answer", 1);
    expect(await say("COMMIT")).toBe("cut");
    expect(received).toBe("BEGINCOMMIT");
    expect(await say("COMMIT")).toBe("got COMMIT");
  });

  it("lets pieces come late and in order, also those that come when it is mended", async () => {
    const socket = connect(proxy.port, "127.0.0.1");
    socket.on("error", () => undefined);
    await new Promise((resolve) => socket.once("connect", resolve));
    proxy.delay(40);
    socket.write("one ");
    await new Promise((resolve) => setTimeout(resolve, 10));
    proxy.mend();
    socket.write("two ");
    await expect.poll(() => received).toBe("one two ");
    expect(await say("three")).toBe("got three");
    socket.destroy();
  });
});
