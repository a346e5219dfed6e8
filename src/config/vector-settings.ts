import { z } from "zod";
import { both, httpUrl, oneOf, type Setting, someText, wholeNumber } from "./setting.js";

const CLOUDS = ["aws", "gcp", "azure"] as const;

const terms = {
  /** Several installations may share one engine, each under a prefix of its own. */
  prefix: z
    .string()
    .regex(/^[a-z][a-z0-9]{0,19}$/)
    .default("keepsake"),
  /** What takes longer is not waited for. */
  timeoutMs: z.int().min(100).max(600_000).default(5_000),
};

const url = z.url({ protocol: /^https?$/ });
const text = z.string().min(1);
const keyed = { url, apiKey: text.exactOptional(), ...terms };

/** What answers searches by vector: the store itself, or an engine beside it. */
export const vectorsSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("own").default("own") }),
  z.strictObject({ kind: z.literal("qdrant"), ...keyed }),
  z.strictObject({ kind: z.literal("chroma"), ...keyed }),
  /** User and password stand in the address. */
  z.strictObject({ kind: z.literal("opensearch"), url, ...terms }),
  z.strictObject({ kind: z.literal("elasticsearch"), ...keyed }),
  z.strictObject({
    kind: z.literal("milvus"),
    ...{ url, token: text.exactOptional(), database: text.exactOptional() },
    ...terms,
  }),
  z.strictObject({
    kind: z.literal("pinecone"),
    /** Absent: Pinecone's own. */
    url: url.exactOptional(),
    apiKey: text,
    /** Where indexes are made: nobody but the operator says where the vectors may lie. */
    cloud: z.enum(CLOUDS),
    region: text,
    ...terms,
  }),
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
    expected: oneOf("own", "qdrant", "chroma", "opensearch", "elasticsearch", "milvus", "pinecone"),
    default: "own",
  },
  {
    path: "vectors.url",
    variable: "KEEPSAKE_VECTORS_URL",
    form: "text",
    about: both(
      "Address of the vector engine, with user and password where it asks for them; Pinecone has its own.",
      "向量引擎的地址，需要时包含用户名与密码；Pinecone 无需填写。",
    ),
    expected: httpUrl,
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
    path: "vectors.token",
    variable: "KEEPSAKE_VECTORS_TOKEN",
    form: "text",
    secret: true,
    about: both("Of Milvus: `user:password`, or an API key.", "Milvus 的 `用户名:密码` 或 API 密钥。"),
    expected: someText,
    default: "",
  },
  {
    path: "vectors.database",
    variable: "KEEPSAKE_VECTORS_DATABASE",
    form: "text",
    about: both("Of Milvus: the database; absent, its default one.", "Milvus 的数据库；不填则用其默认数据库。"),
    expected: someText,
    default: "",
  },
  {
    path: "vectors.cloud",
    variable: "KEEPSAKE_VECTORS_CLOUD",
    form: "text",
    about: both("Of Pinecone: the cloud in which indexes are made.", "Pinecone 建立索引所在的云。"),
    expected: oneOf(...CLOUDS),
    default: "",
  },
  {
    path: "vectors.region",
    variable: "KEEPSAKE_VECTORS_REGION",
    form: "text",
    about: both("Of Pinecone: the cloud's region, e.g. us-east-1.", "Pinecone 所在云的区域，例如 us-east-1。"),
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
