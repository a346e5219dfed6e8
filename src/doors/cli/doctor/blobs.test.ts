import { describe, expect, it } from "vitest";
import { KeepsakeError } from "../../../domain/index.js";
import { checkBlobs } from "./blobs.js";
import { type Patient, unmade } from "./finding.js";

type Store = NonNullable<Patient["engine"]["parts"]["blobs"]>["store"];

const HAN = /[\u4e00-\u9fff]/u;

function patientWith(examine: Store["examine"]): Patient {
  const blobs = { store: { name: "s3", examine }, keepsTranscripts: true };
  return { engine: { parts: { blobs } } } as unknown as Patient;
}

describe("10.2 what doctor says of attachments", () => {
  it("tells where they are, and nothing where there are none", async () => {
    const [found] = await checkBlobs(patientWith(async () => ({ summary: "s3://memories/keepsake · versioned" })));
    expect(found).toMatchObject({ check: "blobs", status: "ok" });
    expect(found?.what.en).toContain("s3://memories/keepsake");
    expect(found?.what.zh).toMatch(HAN);
    expect(await checkBlobs({ engine: { parts: {} } } as unknown as Patient)).toEqual([]);
  });

  it("tells in both languages what is wrong, and hides no other fault behind that", async () => {
    const message = "the bucket memories does not exist: make it, or mend blobs.bucket";
    const [found] = await checkBlobs(patientWith(() => Promise.reject(new KeepsakeError("CONFIG_INVALID", message))));
    expect(found).toMatchObject({ status: "failed" });
    expect(found?.what.en).toContain(message);
    expect(found?.what.zh).toMatch(/存储桶 memories 不存在/u);
    await expect(checkBlobs(patientWith(() => Promise.reject(new Error("odd"))))).rejects.toThrow("odd");
  });
});

describe("10.2 what could not be looked at", () => {
  it.each([
    "vectors.kind is qdrant, and the package @qdrant/js-client-rest is not installed: run `npm install @qdrant/js-client-rest@1`.",
    "storage.kind is postgres, and the package pg is not installed: run `npm install pg@8`.",
    "storage.kind is mariadb, and the package mysql2 is not installed: run `npm install mysql2@3`.",
    "redis.url is set, and the package ioredis is not installed: run `npm install ioredis@6`.",
    "blobs.kind is s3, and the package @aws-sdk/client-s3 is not installed: run `npm install @aws-sdk/client-s3@3`.",
  ])("says in Chinese which client is missing: %s", (message) => {
    const { what } = unmade("store-opens", new KeepsakeError("CONFIG_INVALID", message));
    expect(what.en).toContain(message);
    expect(what.zh).toMatch(/未安装|没有安装/u);
  });
});
