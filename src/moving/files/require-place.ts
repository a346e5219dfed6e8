import { KeepsakeError } from "../../domain/index.js";
import type { BlobStore } from "../../ports/index.js";

/** What is to become of files that a store keeps beside it. Absent: there is no place for any. `left`: they stay where they are. */
export type FilesAt = BlobStore | "left" | undefined;

/** @throws CONFIG_INVALID where files would have no place: nothing has been written then */
export function requirePlace(target: FilesAt, { files }: { readonly files: number }): void {
  if (target !== undefined || files === 0) return;
  throw new KeepsakeError("CONFIG_INVALID", `the target has no place for files, and there are ${files}`, {
    field: "--to-files",
    remedy: {
      en: "Name a place with --to-files (a folder, or s3 as configured), or leave them where they are with --without-files.",
      zh: "请用 --to-files 指定存放处（文件夹，或已配置的 s3），或用 --without-files 让附件留在原处。",
    },
  });
}
