import { z } from "zod";
import { both, httpUrl, oneOf, type Setting, someText, wholeNumber } from "./setting.js";

const ENCRYPTIONS = ["AES256", "aws:kms"] as const;

/** What every kind has. */
const kept = {
  /** A session's turns are written there whole when it ends. */
  transcripts: z.boolean().default(false),
  /** Seals bytes and names before they leave this process. */
  encryptionKey: z.string().min(16).exactOptional(),
};

const s3 = z
  .strictObject({
    kind: z.literal("s3"),
    bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
    region: z.string().min(1).default("us-east-1"),
    /** Absent: that of AWS in the region. */
    url: z.url({ protocol: /^https?$/ }).exactOptional(),
    prefix: z
      .string()
      .regex(/^[a-z0-9][a-z0-9_-]{0,63}(\/[a-z0-9_-]{1,64}){0,3}$/)
      .default("keepsake"),
    /** Both absent: found where the official client looks. */
    accessKeyId: z.string().min(1).exactOptional(),
    accessKey: z.string().min(1).exactOptional(),
    sessionToken: z.string().min(1).exactOptional(),
    /** Absent: on where an address is given, since other servers than AWS want it. */
    pathStyle: z.boolean().exactOptional(),
    encryption: z.enum(ENCRYPTIONS).exactOptional(),
    kmsKeyId: z.string().min(1).exactOptional(),
    timeoutMs: z.int().min(100).max(600_000).default(10_000),
    ...kept,
  })
  .superRefine((value, context) => {
    const refuse = (path: string, message: string): void => context.addIssue({ code: "custom", path: [path], message });
    if ((value.accessKeyId === undefined) !== (value.accessKey === undefined)) {
      refuse(value.accessKeyId === undefined ? "accessKeyId" : "accessKey", "an access key has an id");
    }
    if (value.kmsKeyId !== undefined && value.encryption !== "aws:kms") {
      refuse("kmsKeyId", "it counts with encryption aws:kms");
    }
  });

/** Where attachments and transcripts rest. */
export const blobsSchema = z.discriminatedUnion("kind", [
  /** Beside the store: a folder beside SQLite's file, this process's memory beside a store there, nowhere beside a database server. */
  z.strictObject({ kind: z.literal("own").default("own"), ...kept }),
  z.strictObject({ kind: z.literal("none") }),
  z.strictObject({ kind: z.literal("folder"), path: z.string().min(1), ...kept }),
  s3,
]);

export const BLOB_SETTINGS: readonly Setting[] = [
  {
    path: "blobs.kind",
    variable: "KEEPSAKE_BLOBS",
    form: "text",
    about: both(
      "Where attachments and transcripts rest. `own`: the folder `blobs` in the data folder beside SQLite, memory beside `memory`, and nowhere beside a database server, whose processes share no disk; `none`: there are none.",
      "附件与会话全文存放在何处。`own`：SQLite 用数据文件夹中的 `blobs`，`memory` 用内存；数据库服务器没有共用磁盘，故不存；`none`：不存。",
    ),
    expected: oneOf("own", "none", "folder", "s3"),
    default: "own",
  },
  {
    path: "blobs.path",
    variable: "KEEPSAKE_BLOBS_PATH",
    form: "text",
    about: both(
      "Of `folder`: the folder; every process must see the same one.",
      "`folder` 的文件夹；所有进程须看到同一个。",
    ),
    expected: both("a folder path", "文件夹路径"),
    default: "",
  },
  {
    path: "blobs.bucket",
    variable: "KEEPSAKE_BLOBS_BUCKET",
    form: "text",
    about: both("Of `s3`: the bucket. It is not made by Keepsake.", "`s3` 的存储桶；Keepsake 不会创建它。"),
    expected: both(
      "a bucket's name: 3 to 63 lower-case letters, digits, dots and hyphens",
      "存储桶名：3 到 63 个小写字母、数字、点和连字符",
    ),
    default: "",
  },
  {
    path: "blobs.region",
    variable: "KEEPSAKE_BLOBS_REGION",
    form: "text",
    about: both("Of `s3`: the bucket's region.", "`s3` 存储桶所在区域。"),
    expected: someText,
    default: "us-east-1",
  },
  {
    path: "blobs.url",
    variable: "KEEPSAKE_BLOBS_URL",
    form: "text",
    about: both(
      "Of `s3`: the address of another server with this API (MinIO, Ceph, Aliyun OSS, Tencent COS…). Absent: AWS.",
      "`s3`：其他兼容服务（MinIO、Ceph、阿里云 OSS、腾讯云 COS 等）的地址；不设则为 AWS。",
    ),
    expected: httpUrl,
    default: "",
  },
  {
    path: "blobs.prefix",
    variable: "KEEPSAKE_BLOBS_PREFIX",
    form: "text",
    about: both(
      "Of `s3`: stands before every key, so that installations can share a bucket.",
      "`s3`：所有对象键的前缀，便于多套部署共用一个存储桶。",
    ),
    expected: both(
      "1 to 4 parts of lower-case letters, digits, - and _, joined by /",
      "1 到 4 段，由小写字母、数字、- 与 _ 组成，以 / 相连",
    ),
    default: "keepsake",
  },
  {
    path: "blobs.accessKeyId",
    variable: "KEEPSAKE_BLOBS_ACCESS_KEY_ID",
    form: "text",
    about: both(
      "Of `s3`: id of the access key. Absent: the credential is found where the official client looks (environment, profile, role of the machine).",
      "`s3` 访问密钥的编号；不设则由官方客户端自行查找凭据（环境变量、配置文件、机器角色）。",
    ),
    expected: both("a non-empty text, with accessKey", "非空文本，须与 accessKey 一同设置"),
    default: "",
  },
  {
    path: "blobs.accessKey",
    variable: "KEEPSAKE_BLOBS_ACCESS_KEY",
    form: "text",
    secret: true,
    about: both("Of `s3`: the access key itself.", "`s3` 访问密钥本身。"),
    expected: both("a non-empty text, with accessKeyId", "非空文本，须与 accessKeyId 一同设置"),
    default: "",
  },
  {
    path: "blobs.sessionToken",
    variable: "KEEPSAKE_BLOBS_SESSION_TOKEN",
    form: "text",
    secret: true,
    about: both("Of `s3`: of a temporary credential.", "`s3` 临时凭据的令牌。"),
    expected: someText,
    default: "",
  },
  {
    path: "blobs.pathStyle",
    variable: "KEEPSAKE_BLOBS_PATH_STYLE",
    form: "switch",
    about: both(
      "Of `s3`: whether the bucket stands in the path instead of the host's name.",
      "`s3`：存储桶是否写在路径中而非主机名中。",
    ),
    expected: oneOf("on", "off"),
    default: "on where blobs.url is set",
  },
  {
    path: "blobs.encryption",
    variable: "KEEPSAKE_BLOBS_ENCRYPTION",
    form: "text",
    about: both(
      "Of `s3`: encryption at rest that each write asks for. Absent: what the bucket does by itself.",
      "`s3`：每次写入要求的静态加密方式；不设则按存储桶自身的设置。",
    ),
    expected: oneOf(...ENCRYPTIONS),
    default: "",
  },
  {
    path: "blobs.kmsKeyId",
    variable: "KEEPSAKE_BLOBS_KMS_KEY",
    form: "text",
    about: both("Of `aws:kms`: the key; absent, the account's own.", "`aws:kms` 所用的密钥；不设则用账户自带的。"),
    expected: both("a key's id, with encryption aws:kms", "密钥编号，须配合 encryption 为 aws:kms"),
    default: "",
  },
  {
    path: "blobs.timeoutMs",
    variable: "KEEPSAKE_BLOBS_TIMEOUT_MS",
    form: "number",
    about: both(
      "Of `s3`: time limit of one call, retries included, in milliseconds.",
      "`s3`：单次调用（含重试）的时限（毫秒）。",
    ),
    expected: wholeNumber(100, 600_000),
    default: "10000",
  },
  {
    path: "blobs.encryptionKey",
    variable: "KEEPSAKE_BLOBS_ENCRYPTION_KEY",
    form: "text",
    secret: true,
    about: both(
      "Seals contents and names (AES-256-GCM) before they leave this process. Absent with `own`: storage.encryptionKey. A lost key cannot be recovered.",
      "内容与文件名离开本进程前以此密钥加密（AES-256-GCM）；`own` 未设时用 storage.encryptionKey。密钥遗失后无法恢复。",
    ),
    expected: both("a text of at least 16 characters", "至少 16 个字符的文本"),
    default: "",
  },
  {
    path: "blobs.transcripts",
    variable: "KEEPSAKE_TRANSCRIPTS",
    form: "switch",
    about: both(
      "Whether a conversation is written there whole, as JSON lines, when it ends; the store keeps its turns all the same.",
      "会话结束时是否将其全文以 JSON 行写入该处；存储中的发言照常保留。",
    ),
    expected: oneOf("on", "off"),
    default: "off",
  },
];
