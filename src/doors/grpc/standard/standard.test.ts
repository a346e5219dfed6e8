import { Code } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { afterEach, describe, expect, it } from "vitest";
import { closeAll, dynamicClient, type Fields, JSON_HEADERS, KEY, open, start } from "../grpc.scene.js";
import { PACKAGE, SERVICE } from "../schema/index.js";
import { HealthService, ReflectionServices } from "./messages.js";

afterEach(closeAll);

describe("health and reflection", () => {
  it("P35 health says whether the store answers, to anyone, and tells watchers of the end", async () => {
    const address = await start({ apiKeys: [{ name: "app", key: KEY }] });
    const entry = open[0];
    if (entry === undefined) throw new Error("no server");
    const health = dynamicClient(createGrpcTransport({ baseUrl: `http://${address}` }), HealthService);
    expect(await health.unary("check", {})).toMatchObject({ status: 1 });
    expect(await health.unary("check", { service: `${PACKAGE}.${SERVICE}` })).toMatchObject({ status: 1 });
    const json = await fetch(`http://${address}/grpc.health.v1.Health/Check`, {
      ...{ method: "POST", headers: JSON_HEADERS, body: "{}" },
    });
    expect(await json.json()).toEqual({ status: "SERVING" });
    await expect(health.unary("check", { service: "nothing" })).rejects.toMatchObject({ code: Code.NotFound });
    const seen: number[] = [];
    const watching = (async () => {
      for await (const { status } of health.stream("watch", {})) {
        seen.push(Number(status));
        if (seen.length === 1) void entry.server.close();
      }
    })();
    await watching;
    expect(seen).toEqual([1, 2]);
  });

  it("is not serving when the store does not answer", async () => {
    const address = await start();
    await open[0]?.engine.parts.storage.close();
    const health = dynamicClient(createGrpcTransport({ baseUrl: `http://${address}` }), HealthService);
    expect(await health.unary("check", {})).toMatchObject({ status: 2 });
  });

  it.each(ReflectionServices.map((desc) => [desc.typeName, desc] as const))(
    "%s lists and describes",
    async (_name, desc) => {
      const address = await start();
      const client = dynamicClient(createGrpcTransport({ baseUrl: `http://${address}` }), desc);
      const ask = async (asked: Fields): Promise<Fields> => {
        async function* requests(): AsyncGenerator<Fields> {
          yield { messageRequest: asked };
        }
        for await (const { messageResponse } of client.stream("serverReflectionInfo", requests())) {
          return messageResponse as Fields;
        }
        throw new Error("no answer");
      };
      const listed = await ask({ case: "listServices", value: "" });
      expect((listed.value as { service: Fields[] }).service.map(({ name }) => name)).toEqual([
        ...["keepsake.v1.KeepsakeService", "grpc.health.v1.Health"],
        ...["grpc.reflection.v1.ServerReflection", "grpc.reflection.v1alpha.ServerReflection"],
      ]);
      for (const symbol of [
        "keepsake.v1.KeepsakeService",
        "keepsake.v1.KeepsakeService.Recall",
        "keepsake.v1.Memory",
      ]) {
        const file = await ask({ case: "fileContainingSymbol", value: symbol });
        expect((file.value as { fileDescriptorProto: unknown[] }).fileDescriptorProto, symbol).toHaveLength(2);
      }
      expect(await ask({ case: "fileByFilename", value: "google/protobuf/struct.proto" })).toMatchObject({
        case: "fileDescriptorResponse",
      });
      expect(await ask({ case: "fileContainingSymbol", value: "no.Such" })).toMatchObject({
        ...{ case: "errorResponse", value: { errorCode: Code.NotFound } },
      });
    },
  );
});
