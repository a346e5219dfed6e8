import { connect as connectHttp2 } from "node:http2";
import { Code, ConnectError } from "@connectrpc/connect";
import { compressionGzip, createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import { afterEach, describe, expect, it } from "vitest";
import {
  answerOf,
  call,
  closeAll,
  detail,
  detailOf,
  dynamicClient,
  errorOf,
  type Fields,
  open,
  plainClient,
  post,
  start,
} from "./grpc.scene.js";
import { PACKAGE, SERVICE } from "./schema/index.js";
import { BadRequestSchema, ErrorInfoSchema } from "./standard/messages.js";

afterEach(closeAll);

describe("errors", () => {
  it("carry the catalogue's status, the reader's language, every field at fault, and what to do", async () => {
    const client = plainClient(await start());
    const bad = errorOf(await call(client, "Recall", { user: "ada", query: "x", limit: 1_000 }));
    expect(bad).toMatchObject({ code: Code.InvalidArgument, details: expect.stringMatching(/^limit: /) as string });
    const info = detail(bad, ErrorInfoSchema)?.metadata as Fields;
    expect(info).toMatchObject({
      field: "limit",
      retryable: "false",
      remedy: expect.stringContaining("field") as string,
    });
    expect(String(info.traceId)).toMatch(/\w{8,}/);
    const two = errorOf(await call(client, "Recall", { user: "ada", limit: 0 }));
    const { fieldViolations } = detail(two, BadRequestSchema) as { fieldViolations: Fields[] };
    expect(fieldViolations.map((one) => one.field)).toEqual(["query", "limit"]);
    const chinese = errorOf(await call(client, "Recall", { user: "ada" }, { "accept-language": "zh-CN" }));
    expect(chinese.details).toMatch(/^query: .*[\u4e00-\u9fff]/u);
    const nowhere = errorOf(await call(client, "Get", { user: "ada", id: "mem_none" }));
    expect(nowhere.code).toBe(Code.NotFound);
    expect(detail(nowhere, ErrorInfoSchema)).toMatchObject({ reason: "NOT_FOUND" });
  });

  it("refuse fields that this server does not know, instead of answering another question", async () => {
    const address = await start();
    const raw = (bytes: readonly number[]): Promise<{ status: unknown; message: unknown }> => {
      const session = connectHttp2(`http://${address}`);
      return new Promise((resolve) => {
        const stream = session.request({
          ...{ ":method": "POST", ":path": `/${PACKAGE}.${SERVICE}/Stats`, "content-type": "application/grpc" },
        });
        stream.on("trailers", (trailers) => {
          session.destroy();
          resolve({ status: trailers["grpc-status"], message: trailers["grpc-message"] });
        });
        stream.resume().end(Buffer.from([0, 0, 0, 0, bytes.length, ...bytes]));
      });
    };
    const ada = [10, 3, 97, 100, 97];
    expect(await raw(ada)).toMatchObject({ status: "0" });
    expect(await raw([...ada, 0xa2, 0x3f, 1, 120])).toMatchObject({
      ...{ status: "3", message: expect.stringContaining("input: there is no field of number 1012") as string },
    });
    const json = await post(address, "Stats", { user: "ada", tenant: "acme" });
    expect([json.status, await json.text()]).toEqual([400, expect.stringContaining("tenant")]);
  });

  it("a fault outside every operation is logged under the trace id that the caller is given", async () => {
    const client = plainClient(await start());
    const { parts } = open[0]?.engine ?? {};
    if (parts === undefined) throw new Error("no engine");
    const logged: { event: string; traceId: unknown; cause: unknown }[] = [];
    parts.telemetry.log = (_level, event, { traceId, cause } = {}) => logged.push({ event, traceId, cause });
    parts.telemetry.observe = () => {
      throw new TypeError("the meter broke");
    };
    const fault = errorOf(await call(client, "Stats", { user: "ada" }));
    expect(fault.code).toBe(Code.Internal);
    expect(fault.details).not.toContain("meter");
    const traceId = (detail(fault, ErrorInfoSchema)?.metadata as Fields | undefined)?.traceId;
    expect(logged).toEqual([{ event: "grpc-failed", traceId, cause: "TypeError: the meter broke" }]);
  });
});

/** The head of a frame alone, byte by byte: the body that it promises never comes. */
async function frameInParts(address: string, length: number): Promise<unknown> {
  const session = connectHttp2(`http://${address}`);
  const stream = session.request({
    ...{ ":method": "POST", ":path": `/${PACKAGE}.${SERVICE}/Stats`, "content-type": "application/grpc" },
  });
  const status = new Promise((resolve) => {
    stream.on("trailers", (trailers) => resolve(trailers["grpc-status"])).resume();
  });
  const head = Buffer.alloc(5);
  head.writeUInt32BE(length, 1);
  for (const byte of head) await new Promise((written) => stream.write(Buffer.from([byte]), written));
  try {
    return await status;
  } finally {
    session.destroy();
  }
}

describe("limits", () => {
  it("refuses a message over the limit with the catalogue's error, also where only its frame says so", async () => {
    const address = await start({ maxBodyBytes: 4_096 });
    const client = plainClient(address);
    answerOf(await call(client, "Recall", { user: "ada", query: "x".repeat(3_000) }));
    const big = errorOf(await call(client, "Recall", { user: "ada", query: "x".repeat(5_000) }));
    expect(big.code).toBe(Code.InvalidArgument);
    expect(detail(big, ErrorInfoSchema)).toMatchObject({ reason: "TOO_LARGE" });
    const parts = await frameInParts(address, 5_000);
    expect(parts).toBe(String(Code.InvalidArgument));
    const json = await post(address, "Recall", { user: "ada", query: "x".repeat(5_000) });
    expect([json.status, await json.text()]).toEqual([400, expect.stringContaining("4096")]);
  });

  it("unpacks no more than the limit of what came compressed", async () => {
    const baseUrl = `http://${await start({ maxBodyBytes: 4_096 })}`;
    const sendCompression = compressionGzip;
    const client = dynamicClient(createGrpcTransport({ baseUrl, sendCompression, compressMinBytes: 0 }));
    await client.unary("recall", { user: "ada", query: "x".repeat(3_000) });
    const refused = await client.unary("recall", { user: "ada", query: "x".repeat(200_000) }).catch(ConnectError.from);
    expect(refused).toMatchObject({ code: Code.ResourceExhausted });
  });

  it("passes the caller's deadline inward: the wait ends, the status says so", async () => {
    const address = await start();
    const { storage } = open[0]?.engine.parts ?? {};
    if (storage === undefined) throw new Error("no store");
    storage.truth.read = () => new Promise(() => undefined);
    const error = await dynamicClient(createConnectTransport({ baseUrl: `http://${address}`, httpVersion: "1.1" }))
      .unary("stats", { user: "ada" }, { "connect-timeout-ms": "150" })
      .then(
        () => undefined,
        (thrown: unknown) => ConnectError.from(thrown),
      );
    expect(error?.code).toBe(Code.DeadlineExceeded);
    expect(error === undefined ? undefined : detailOf(error, ErrorInfoSchema)).toMatchObject({
      ...{ reason: "DEADLINE_EXCEEDED", metadata: { retryable: "true" } },
    });
  });

  it("ends a call whose request never comes to its end", async () => {
    const address = await start({ requestTimeoutMs: 200 });
    const session = connectHttp2(`http://${address}`);
    const stream = session.request({
      ...{ ":method": "POST", ":path": `/${PACKAGE}.${SERVICE}/Stats`, "content-type": "application/grpc" },
    });
    stream.write(Buffer.from([0, 0, 0, 0, 5]));
    const status = await new Promise((resolve) => {
      stream.on("trailers", (trailers) => resolve(trailers["grpc-status"])).resume();
    });
    expect(status).toBe(String(Code.DeadlineExceeded));
    session.destroy();
  });
});
