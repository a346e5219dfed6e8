import { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addressOf } from "../../../../test/services/addresses.js";
import { makeScope } from "../../../domain/index.js";
import { blobConformance } from "../../../testing/blobs/index.js";
import { expectError } from "../../../testing/storage/harness.js";
import { openTcpProxy } from "../../../testing/tcp-proxy.js";
import { scopeFolder } from "../keys/index.js";
import { sealedBlobs } from "../sealed/index.js";
import { createS3Blobs } from "./index.js";
import { makeBucket, optionsAt, type TestBucket } from "./s3.scene.js";

// `scripts/services.sh up` starts a server; the address of any other does as well: http://ACCESS_KEY:SECRET@host:port
const address = addressOf("KEEPSAKE_TEST_S3_URL");

for (const kind of ["plain", "versioned"] as const) {
  blobConformance(`s3, a ${kind} bucket`, async () => {
    const bucket = await makeBucket(address, kind);
    const open = () => createS3Blobs(optionsAt(address, bucket.name));
    const blobs = open();
    await blobs.open();
    return {
      blobs,
      second: async () => open(),
      remains: (scope) => bucket.held(`test/${scopeFolder(scope)}/`),
      async corrupt(scope, key) {
        const named = { Bucket: bucket.name, Key: `test/${scopeFolder(scope)}/${key}` };
        const { Metadata = {} } = await bucket.client.send(new HeadObjectCommand(named));
        await bucket.client.send(new PutObjectCommand({ ...named, Body: "something else", Metadata }));
      },
      async cleanup() {
        await blobs.close();
        await emptied(bucket);
        await bucket.remove();
      },
    };
  });
}

/** Tests of the suite leave blobs of their own scopes; each is erased as the adapter would, by version. */
async function emptied({ client, name }: TestBucket): Promise<void> {
  const { ListObjectVersionsCommand } = await import("@aws-sdk/client-s3");
  for (;;) {
    const { Versions = [], DeleteMarkers = [] } = await client.send(new ListObjectVersionsCommand({ Bucket: name }));
    const left = [...Versions, ...DeleteMarkers];
    if (left.length === 0) return;
    for (const { Key, VersionId } of left) await client.send(new DeleteObjectCommand({ Bucket: name, Key, VersionId }));
  }
}

describe("8.3 a bucket of any S3 API", () => {
  const scope = makeScope("acme", "ada");
  const bytes = new TextEncoder().encode("the words of the letter");
  let bucket: TestBucket;
  beforeAll(async () => {
    bucket = await makeBucket(address, "versioned");
  });
  afterAll(async () => {
    await emptied(bucket);
    await bucket.remove();
  });

  it("P21 9.2 erases what somebody else's delete only hid: old versions and the marker", async () => {
    const blobs = createS3Blobs(optionsAt(address, bucket.name));
    await blobs.put(scope, "t/one", { bytes, facts: {} });
    await bucket.client.send(new DeleteObjectCommand({ Bucket: bucket.name, Key: `test/${scopeFolder(scope)}/t/one` }));
    expect(await blobs.find(scope, "t/one")).toBeUndefined();
    expect(await bucket.held(`test/${scopeFolder(scope)}/`)).toBe(2);
    expect(await blobs.clear(scope, "")).toBe(1);
    expect(await bucket.held(`test/${scopeFolder(scope)}/`)).toBe(0);
    await blobs.close();
  });

  it("erases more versions than one request names", async () => {
    const blobs = createS3Blobs(optionsAt(address, bucket.name));
    const many = makeScope("acme", "many");
    const Prefix = `test/${scopeFolder(many)}/`;
    const one = (index: number) =>
      bucket.client.send(new PutObjectCommand({ Bucket: bucket.name, Key: `${Prefix}k/${index}`, Body: "x" }));
    for (let at = 0; at < 1_050; at += 50) await Promise.all(Array.from({ length: 50 }, (_, each) => one(at + each)));
    expect(await blobs.clear(many, "k")).toBe(1_050);
    expect(await bucket.held(Prefix)).toBe(0);
    await blobs.close();
  }, 60_000);

  it("9.4 sends a checksum that the server compares; what is sealed shows the bucket neither contents nor names", async () => {
    const blobs = createS3Blobs(optionsAt(address, bucket.name, { encryption: "AES256" }));
    await blobs.put(scope, "t/two", { bytes, facts: { name: "信.txt" } });
    const named = { Bucket: bucket.name, Key: `test/${scopeFolder(scope)}/t/two` };
    const head = await bucket.client.send(new HeadObjectCommand({ ...named, ChecksumMode: "ENABLED" }));
    expect(head.ChecksumSHA256).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    expect((await blobs.examine()).summary).toContain("versioned");
    await blobs.close();
    const sealed = sealedBlobs(createS3Blobs(optionsAt(address, bucket.name)), "a key of the tests");
    await sealed.put(scope, "t/two", { bytes, facts: { name: "letter.txt" } });
    const { Body, Metadata } = await bucket.client.send(new GetObjectCommand(named));
    expect(`${await Body?.transformToString("latin1")}${JSON.stringify(Metadata)}`).not.toMatch(/letter/);
    expect(await sealed.find(scope, "t/two")).toEqual({ bytes, facts: { name: "letter.txt" } });
    await sealed.clear(scope, "");
    await sealed.close();
  });

  it("keys begin with tenant and user, and name no user", async () => {
    expect(scopeFolder(scope)).toMatch(/^acme\/~[0-9a-f]{64}$/);
    expect(scopeFolder(makeScope("Acme & Co", "ada"))).toMatch(/^~[0-9a-f]{64}\/~[0-9a-f]{64}$/);
  });

  it("says what is missing: bucket, rights, and a server that does not answer", async () => {
    const absent = createS3Blobs(optionsAt(address, "keepsake-no-such-bucket"));
    await expectError(absent.open(), "CONFIG_INVALID");
    await expectError(absent.put(scope, "k", { bytes, facts: {} }), "CONFIG_INVALID");
    await expectError(absent.examine(), "CONFIG_INVALID");
    await absent.close();
    const { hostname: host, port } = new URL(address);
    const way = await openTcpProxy({ host, port: Number(port) });
    const url = `http://127.0.0.1:${way.port}`;
    const blobs = createS3Blobs(optionsAt(address, bucket.name, { url, timeoutMs: 1_500 }));
    try {
      way.hang();
      await blobs.open();
      const calls = [
        () => blobs.put(scope, "k", { bytes, facts: {} }),
        () => blobs.find(scope, "k"),
        () => blobs.list(scope, "", { limit: 1 }),
        () => blobs.clear(scope, ""),
      ];
      for (const call of calls) await expectError(call(), "UNAVAILABLE");
      way.mend();
      await blobs.put(scope, "k", { bytes, facts: {} });
      way.cut();
      await expectError(blobs.find(scope, "k"), "UNAVAILABLE");
      way.mend();
      expect((await blobs.find(scope, "k"))?.bytes).toEqual(bytes);
      await blobs.clear(scope, "");
    } finally {
      await blobs.close();
      await way.close();
    }
  }, 60_000);
});
