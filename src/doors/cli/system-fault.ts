import type { Language } from "../../config/index.js";

/** What the operating system says of files, in Chinese. */
const CHINESE: Readonly<Record<string, string>> = {
  ENOENT: "没有这个文件或文件夹",
  EACCES: "没有权限",
  EPERM: "没有权限",
  EEXIST: "文件已存在",
  EISDIR: "这是文件夹",
  ENOTDIR: "路径中有一段不是文件夹",
  ENOSPC: "磁盘已满",
  EROFS: "该处只读",
};

const ENGLISH: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EACCES: "no permission",
  EPERM: "no permission",
  EEXIST: "it is there already",
  EISDIR: "that is a folder",
  ENOTDIR: "a part of the path is no folder",
  ENOSPC: "the disk is full",
  EROFS: "it can only be read there",
};

/** Why a file could not be used, for the reader. */
export function systemFault(error: unknown, language: Language): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (language === "zh") return CHINESE[code] ?? code;
  return ENGLISH[code] ?? (error instanceof Error ? error.message : String(error));
}
