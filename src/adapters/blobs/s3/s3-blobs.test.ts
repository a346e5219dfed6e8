import { createServer, type IncomingHttpHeaders } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { makeScope } from "../../../domain/index.js";
import { expectError } from "../../../testing/storage/harness.js";
import { createS3Blobs, type S3Options } from "./index.js";

/* What goes out, and what refusals mean: a server that answers as it is told, in the form of the S3 API's error responses. */

interface Told {
  readonly status: number;
  readonly code?: string;
}

interface Answering {
  readonly options: S3Options;
  readonly asked: { readonly method: string; readonly url: string; readonly headers: IncomingHttpHeaders }[];
}

const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

/** The first answers in turn; the last one for all that come after. */
async function answering(...answers: readonly Told[]): Promise<Answering> {
  const asked: Answering["asked"] = [];
  const server = createServer((request, response) => {
    const { status, code } = answers[Math.min(asked.length, answers.length - 1)] ?? { status: 200 };
    asked.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers });
    request.resume().on("end", () => {
      response.writeHead(status, { "content-type": "application/xml" });
      response.end(code === undefined ? "" : `<Error><Code>${code}</Code><Message>no</Message></Error>`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  closings.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  const options: S3Options = {
    ...{ url: `http://127.0.0.1:${address.port}`, region: "eu-central-1", bucket: "memories", prefix: "test" },
    ...{ credentials: { accessKeyId: "id", secretAccessKey: "key of the tests" }, pathStyle: true, timeoutMs: 5_000 },
  };
  return { options, asked };
}

const scope = makeScope("acme", "ada");
const blob = { bytes: Uint8Array.of(1, 2, 3), facts: { name: "计划.txt" } };

describe("8.3 requests to a bucket", () => {
  it("9.4 ask for encryption, carry a checksum, and are signed for the region; no name and no key is in them", async () => {
    const { options, asked } = await answering({ status: 200 });
    const blobs = createS3Blobs({ ...options, encryption: "aws:kms", kmsKeyId: "key-1" });
    await blobs.put(scope, "attachments/a", blob);
    const { method, url, headers } = asked[0] ?? { method: "", url: "", headers: {} };
    expect(`${method} ${url}`).toMatch(/^PUT \/memories\/test\/acme\/~[0-9a-f]{64}\/attachments\/a\?/);
    expect(headers).toMatchObject({
      "x-amz-server-side-encryption": "aws:kms",
      "x-amz-server-side-encryption-aws-kms-key-id": "key-1",
      "x-amz-checksum-sha256": "A5BYxvLAy0ksUzsKTRTvd8wPeKvMztUofYShogEc+4E=",
    });
    expect(headers.authorization).toContain("/eu-central-1/s3/aws4_request");
    expect(JSON.stringify(asked)).not.toMatch(/计划|key of the tests|ada/);
    await blobs.close();
  });

  it.each([
    [{ status: 404, code: "NoSuchBucket" }, "CONFIG_INVALID", "blobs.bucket"],
    [{ status: 403, code: "AccessDenied" }, "CONFIG_INVALID", "blobs.accessKeyId"],
    [{ status: 403, code: "SignatureDoesNotMatch" }, "CONFIG_INVALID", "blobs.accessKeyId"],
    [{ status: 403, code: "InvalidAccessKeyId" }, "CONFIG_INVALID", "blobs.accessKeyId"],
    [{ status: 301, code: "PermanentRedirect" }, "CONFIG_INVALID", "blobs.region"],
    [{ status: 400, code: "EntityTooLarge" }, "TOO_LARGE", undefined],
    [{ status: 507, code: "QuotaExceeded" }, "STORE_FULL", undefined],
  ] as const)("refused with %j are %s, and not repeated", async (told, code, field) => {
    const { options, asked } = await answering(told);
    const blobs = createS3Blobs(options);
    const failure = await blobs.put(scope, "k", blob).catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({ code, details: field === undefined ? {} : { field } });
    expect(String(failure)).not.toContain("key of the tests");
    if (told.status < 500) expect(asked).toHaveLength(1);
    await blobs.close();
  });

  it("P07 are repeated when the server is busy, and say UNAVAILABLE when it stays so", async () => {
    const busy = { status: 503, code: "SlowDown" };
    const once = await answering(busy, { status: 200 });
    const blobs = createS3Blobs(once.options);
    await blobs.put(scope, "k", blob);
    expect(once.asked).toHaveLength(2);
    await blobs.close();
    const always = await answering(busy);
    const others = createS3Blobs(always.options);
    await expectError(others.put(scope, "k", blob), "UNAVAILABLE");
    expect(always.asked).toHaveLength(3);
    await others.close();
  });

  it("opened: a server that is down is opened all the same, a bucket that may not be used is not", async () => {
    const down = createS3Blobs((await answering({ status: 503, code: "ServiceUnavailable" })).options);
    await down.open();
    await down.close();
    const denied = createS3Blobs((await answering({ status: 403 })).options);
    await expectError(denied.open(), "CONFIG_INVALID");
    await denied.close();
  });
});
