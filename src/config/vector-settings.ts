import { z } from "zod";
import { both, oneOf, type Setting, someText, wholeNumber } from "./setting.js";

const terms = {
  /** Several installations may share one engine, each under a prefix of its own. */
  prefix: z
    .string()
    .regex(/^[a-z][a-z0-9]{0,19}$/)
    .default("keepsake"),
  /** What takes longer is not waited for. */
  timeoutMs: z.int().min(100).max(600_000).default(5_000),
};

const server = {
  url: z.url({ protocol: /^https?$/ }),
  apiKey: z.string().min(1).exactOptional(),
  ...terms,
};

/** What answers searches by vector: the store itself, or an engine beside it. */
export const vectorsSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("own").default("own") }),
  z.strictObject({ kind: z.literal("qdrant"), ...server }),
  z.strictObject({ kind: z.literal("chroma"), ...server }),
]);

export const VECTOR_SETTINGS: readonly Setting[] = [
  {
    path: "vectors.kind",
    variable: "KEEPSAKE_VECTORS",
    form: "text",
    about: both(
      "What answers searches by vector: the store's own index, or an engine beside it that is fed from the store.",
      "由谁回答向量检索：存储自带的索引，或由存储供数的外部向量引擎。",
    ),
    expected: oneOf("own", "qdrant", "chroma"),
    default: "own",
  },
  {
    path: "vectors.url",
    variable: "KEEPSAKE_VECTORS_URL",
    form: "text",
    about: both("Address of the vector engine.", "向量引擎的地址。"),
    expected: both("an http:// or https:// address", "http:// 或 https:// 开头的地址"),
    default: "",
  },
  {
    path: "vectors.apiKey",
    variable: "KEEPSAKE_VECTORS_KEY",
    form: "text",
    secret: true,
    about: both("Key of the vector engine.", "向量引擎的密钥。"),
    expected: someText,
    default: "",
  },
  {
    path: "vectors.prefix",
    variable: "KEEPSAKE_VECTORS_PREFIX",
    form: "text",
    about: both(
      "Stands before the name of every collection, so that installations can share an engine.",
      "所有集合名的前缀，便于多套部署共用一个引擎。",
    ),
    expected: both(
      "1 to 20 lower-case letters and digits, beginning with a letter",
      "1 到 20 个小写字母或数字，以字母开头",
    ),
    default: "keepsake",
  },
  {
    path: "vectors.timeoutMs",
    variable: "KEEPSAKE_VECTORS_TIMEOUT_MS",
    form: "number",
    about: both(
      "How long the engine is waited for, in milliseconds, before the store answers instead.",
      "等待引擎的时间（毫秒）；超时由存储代为回答。",
    ),
    expected: wholeNumber(100, 600_000),
    default: "5000",
  },
];
