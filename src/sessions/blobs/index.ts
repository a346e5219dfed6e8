export { alignBlobs, alignEntries, type BlobsEntry, isBlobsEntry, queueBlobs } from "./align-blobs.js";
export { addAttachment, getAttachment, listAttachments, removeAttachment } from "./attachments.js";
export { ATTACHMENTS } from "./session-keys.js";
