import { S3ServiceException } from "@aws-sdk/client-s3";
import { KeepsakeError } from "../../../domain/index.js";

/* What a failed call means to whoever has to mend it. Names of errors: Amazon S3 API Reference, "Error responses". */

const REFUSED = new Set([
  ...["AccessDenied", "Forbidden", "InvalidAccessKeyId", "SignatureDoesNotMatch", "ExpiredToken", "InvalidToken"],
  ...["AccountProblem", "AllAccessDisabled", "403", "401", "Unauthorized"],
]);
const WRONG_REGION = new Set([
  "PermanentRedirect",
  "AuthorizationHeaderMalformed",
  "IllegalLocationConstraintException",
]);
const ABSENT = new Set(["NoSuchKey", "NotFound", "NoSuchVersion", "404"]);
const FULL = new Set(["QuotaExceeded", "XMinioStorageFull", "InsufficientStorage"]);

const named = (thrown: unknown): string => (thrown instanceof Error ? thrown.name : "");

function statusOf(thrown: unknown): number | undefined {
  return thrown instanceof S3ServiceException ? thrown.$metadata.httpStatusCode : undefined;
}

export function isAbsentObject(thrown: unknown): boolean {
  return ABSENT.has(named(thrown));
}

/** A server without this part of the API. */
export function isNotOffered(thrown: unknown): boolean {
  return ["NotImplemented", "MethodNotAllowed", "501", "405"].includes(named(thrown)) || statusOf(thrown) === 501;
}

function configInvalid(message: string, field: string, cause: unknown): KeepsakeError {
  return new KeepsakeError("CONFIG_INVALID", message, { field }, { cause });
}

/** `bucket` is told, keys and credentials never are. */
export function toBlobError(thrown: unknown, bucket: string): KeepsakeError {
  if (thrown instanceof KeepsakeError) return thrown;
  const name = named(thrown);
  const status = statusOf(thrown);
  if (name === "NoSuchBucket") {
    return configInvalid(`the bucket ${bucket} does not exist: make it, or mend blobs.bucket`, "blobs.bucket", thrown);
  }
  if (WRONG_REGION.has(name) || status === 301) {
    return configInvalid(`the bucket ${bucket} lies in another region: mend blobs.region`, "blobs.region", thrown);
  }
  if (name === "CredentialsProviderError") {
    const message = "no credential for S3 was found: set blobs.accessKeyId and blobs.accessKey";
    return configInvalid(message, "blobs.accessKeyId", thrown);
  }
  if (REFUSED.has(name) || status === 401 || status === 403) {
    const message = `S3 refuses access to the bucket ${bucket}: check the credential and its rights`;
    return configInvalid(message, "blobs.accessKeyId", thrown);
  }
  if (name === "EntityTooLarge") {
    return new KeepsakeError("TOO_LARGE", "the bucket takes nothing of this size", {}, { cause: thrown });
  }
  if (FULL.has(name) || status === 507) {
    return new KeepsakeError("STORE_FULL", `there is no room in the bucket ${bucket}`, {}, { cause: thrown });
  }
  if (status === undefined || status === 408 || status === 429 || status >= 500) {
    return new KeepsakeError("UNAVAILABLE", "S3 does not answer", {}, { cause: thrown });
  }
  return new KeepsakeError("INTERNAL", `S3 refused a request (${status})`, {}, { cause: thrown });
}
