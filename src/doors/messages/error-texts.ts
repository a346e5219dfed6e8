import { ERROR_CATALOGUE, type ErrorCode } from "../../domain/index.js";
import type { Bilingual } from "../../operations/index.js";

interface ErrorText {
  readonly title: Bilingual;
  /** The Chinese side of the catalogue's remedy. */
  readonly remedyZh: string;
}

const TEXTS: Readonly<Record<ErrorCode, ErrorText>> = {
  INVALID_INPUT: { title: { en: "Invalid input", zh: "输入有误" }, remedyZh: "请更正所指的字段后重试。" },
  UNAUTHENTICATED: {
    title: { en: "Not authenticated", zh: "未通过身份验证" },
    remedyZh:
      "请提供有效的 API 密钥。若已无可用密钥，请在存储所在的机器上执行 `keepsake keys create 名称 --role owner` 新建一个。",
  },
  FORBIDDEN: { title: { en: "Not permitted", zh: "没有权限" }, remedyZh: "请改用具有所述权限的凭据。" },
  NOT_FOUND: { title: { en: "Not found", zh: "未找到" }, remedyZh: "请核对编号；它可能属于其他用户，或已被抹除。" },
  UNKNOWN_TENANT: { title: { en: "Unknown tenant", zh: "未知租户" }, remedyZh: "请先创建该租户。" },
  CONFLICT: { title: { en: "Conflict", zh: "发生冲突" }, remedyZh: "内容已被他人更改：请读取当前版本后重试。" },
  IDEMPOTENCY_MISMATCH: {
    title: { en: "Idempotency key reused", zh: "幂等键被重复使用" },
    remedyZh: "该幂等键曾用于另一份内容：请换用新键。",
  },
  TOO_LARGE: { title: { en: "Too large", zh: "超过上限" }, remedyZh: "请拆分输入；上限可用 `keepsake config` 查看。" },
  RATE_LIMITED: {
    title: { en: "Too many calls", zh: "调用过于频繁" },
    remedyZh: "请按 Retry-After 所示时间等待后重试。",
  },
  DEADLINE_EXCEEDED: { title: { en: "Out of time", zh: "超时" }, remedyZh: "请重试，或放宽时限。" },
  STORE_BUSY: { title: { en: "Store is busy", zh: "存储正忙" }, remedyZh: "另一进程正占用存储：请稍后重试。" },
  STORE_CORRUPT: {
    title: { en: "Store is damaged", zh: "存储已损坏" },
    remedyZh: "请从备份恢复；文件保持原样，未被改动。",
  },
  STORE_NEWER: {
    title: { en: "Store is of a newer version", zh: "存储版本较新" },
    remedyZh: "该存储由更新的 Keepsake 写成：请升级本程序。",
  },
  STORE_READ_ONLY: {
    title: { en: "Store cannot be written", zh: "存储不可写" },
    remedyZh: "请给进程数据文件夹的写权限，或用 --data 指定其他文件夹。",
  },
  STORE_FULL: {
    title: { en: "No space left", zh: "磁盘空间不足" },
    remedyZh: "请清理磁盘；被拒的写入未留下任何内容。",
  },
  MODEL_UNAVAILABLE: {
    title: { en: "Model does not answer", zh: "模型无应答" },
    remedyZh: "请用 `keepsake config` 检查模型的地址、密钥与限额。",
  },
  MODEL_INVALID_OUTPUT: {
    title: { en: "Model answered out of form", zh: "模型输出不合格式" },
    remedyZh: "请重试，或改用其他模型。",
  },
  CONFIG_INVALID: { title: { en: "Invalid configuration", zh: "配置有误" }, remedyZh: "请更正所列的设置。" },
  UNSUPPORTED_FORMAT: {
    title: { en: "Unsupported format", zh: "不支持的格式" },
    remedyZh: "请用 --format 指明格式，或先转换文件。",
  },
  UNAVAILABLE: {
    title: { en: "Server does not answer", zh: "服务无响应" },
    remedyZh: "服务没有响应：请检查地址以及服务是否在运行，然后重试。",
  },
  CLOSED: { title: { en: "Engine is closed", zh: "引擎已关闭" }, remedyZh: "请重新打开引擎。" },
  INTERNAL: { title: { en: "Internal fault", zh: "内部故障" }, remedyZh: "这是程序自身的问题：请附上追踪编号反馈。" },
};

export function errorTitle(code: ErrorCode): Bilingual {
  return TEXTS[code].title;
}

export function errorRemedy(code: ErrorCode): Bilingual {
  return { en: ERROR_CATALOGUE[code].remedy, zh: TEXTS[code].remedyZh };
}
