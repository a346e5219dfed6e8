export type { S3Options } from "./options.js";
export { createS3Blobs } from "./s3-blobs.js";
