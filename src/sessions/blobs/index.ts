export { alignBlobs, alignEntries, type BlobsEntry, isBlobsEntry, queueBlobs } from "./align-blobs.js";
export { addAttachment, getAttachment, listAttachments, removeAttachment } from "./attachments.js";
export { findReadable, UNREADABLE } from "./blob-parts.js";
export { ATTACHMENTS, digest, idOfKey, sessionOfKey } from "./session-keys.js";
