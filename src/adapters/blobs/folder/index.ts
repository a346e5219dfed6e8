export { createFolderBlobs } from "./folder-blobs.js";
