import { ACCESS_ROLES } from "../domain/index.js";
import { PROXY_SETTINGS } from "./proxy.js";
import { KEY_PERMISSIONS } from "./schema.js";

interface Bilingual {
  readonly en: string;
  readonly zh: string;
}

/** How the text of an environment variable becomes a value of the schema. */
type VariableForm = "text" | "number" | "switch" | "keys" | "list" | "amounts";

/** One setting as people see it: the table of the reference, of `keepsake config`, and of error messages. */
export interface Setting {
  readonly path: string;
  readonly variable: string;
  readonly form: VariableForm;
  readonly secret?: true;
  readonly about: Bilingual;
  readonly expected: Bilingual;
  /** Shown in the reference; computed defaults are described instead. */
  readonly default: string;
}

/** Names the configuration file; the one variable that is not a setting. */
export const FILE_VARIABLE = "KEEPSAKE_CONFIG";
export const FILE_NAME = "keepsake.config.json";

const both = (en: string, zh: string): Bilingual => ({ en, zh });
const oneOf = (...values: readonly string[]): Bilingual =>
  both(`one of ${values.join(", ")}`, `以下之一：${values.join("、")}`);
const wholeNumber = (from: number, to: number): Bilingual =>
  both(`a whole number from ${from} to ${to}`, `${from} 到 ${to} 的整数`);
const amount = both("an amount from 0 to 1000000", "0 到 1000000 的金额");
const idText = both("a text of 1 to 256 characters without control characters", "1 到 256 个字符的文本，不含控制字符");
const idList = both("user ids parted by commas, or a JSON list of them", "以逗号分隔的用户编号，或其 JSON 列表");
const httpUrl = both("an http:// or https:// address", "http:// 或 https:// 开头的地址");
const someText = both("a non-empty text", "非空文本");

export const SETTINGS: readonly Setting[] = [
  {
    path: "dataFolder",
    variable: "KEEPSAKE_DATA",
    form: "text",
    about: both("Folder that holds everything Keepsake stores.", "存放全部数据的文件夹。"),
    expected: both("a folder path", "文件夹路径"),
    default: "~/.keepsake",
  },
  {
    path: "tenant",
    variable: "KEEPSAKE_TENANT",
    form: "text",
    about: both("The company or team whose memories these are.", "这些记忆所属的公司或团队（租户）。"),
    expected: idText,
    default: "default",
  },
  {
    path: "user",
    variable: "KEEPSAKE_USER",
    form: "text",
    about: both("The user of commands that do not name one with --user.", "命令未用 --user 指明用户时采用的用户。"),
    expected: idText,
    default: "",
  },
  {
    path: "language",
    variable: "KEEPSAKE_LANGUAGE",
    form: "text",
    about: both(
      "Language of messages and help. Memories keep the language they were said in.",
      "消息与帮助的语言；记忆保持原来的语言。",
    ),
    expected: oneOf("zh", "en"),
    default: "from LC_ALL, LC_MESSAGES or LANG, else en",
  },
  {
    path: "defaultTimeZone",
    variable: "KEEPSAKE_TIMEZONE",
    form: "text",
    about: both(
      "Zone in which “yesterday” is read where a call names none.",
      "调用未指明时区时，“昨天”等说法按此时区理解。",
    ),
    expected: both("an IANA time zone such as Asia/Shanghai", "IANA 时区名，例如 Asia/Shanghai"),
    default: "the system's zone",
  },
  {
    path: "storage.kind",
    variable: "KEEPSAKE_STORAGE",
    form: "text",
    about: both("Where memories rest; `memory` forgets everything on exit.", "存储方式；`memory` 在退出后全部丢失。"),
    expected: oneOf("sqlite", "memory"),
    default: "sqlite",
  },
  {
    path: "storage.busyTimeoutMs",
    variable: "KEEPSAKE_BUSY_TIMEOUT_MS",
    form: "number",
    about: both("How long a write waits for another process, in milliseconds.", "写入等待其他进程的时间（毫秒）。"),
    expected: wholeNumber(0, 600_000),
    default: "10000",
  },
  {
    path: "storage.encryptionKey",
    variable: "KEEPSAKE_ENCRYPTION_KEY",
    form: "text",
    secret: true,
    about: both("Encrypts the store at rest. A lost key cannot be recovered.", "静态加密密钥；遗失后无法恢复。"),
    expected: both("a text of at least 8 characters", "至少 8 个字符的文本"),
    default: "",
  },
  {
    path: "embedder.kind",
    variable: "KEEPSAKE_EMBEDDER",
    form: "text",
    about: both("What turns text into vectors.", "把文本变成向量的模型来源。"),
    expected: oneOf("bundled", "folder", "openai-compatible", "fake"),
    default: "bundled",
  },
  {
    path: "embedder.runtime",
    variable: "KEEPSAKE_EMBEDDER_RUNTIME",
    form: "text",
    about: both("ONNX runtime of a bundled or folder embedder.", "内置或文件夹模型所用的 ONNX 运行时。"),
    expected: oneOf("auto", "native", "wasm"),
    default: "auto",
  },
  {
    path: "embedder.threads",
    variable: "KEEPSAKE_EMBEDDER_THREADS",
    form: "number",
    about: both("Threads of a bundled or folder embedder.", "内置或文件夹模型的线程数。"),
    expected: wholeNumber(1, 64),
    default: "1",
  },
  {
    path: "embedder.path",
    variable: "KEEPSAKE_EMBEDDER_FOLDER",
    form: "text",
    about: both(
      "Folder with model.onnx, tokenizer.json and a manifest (kind folder).",
      "含 model.onnx、tokenizer.json 与清单的文件夹（kind 为 folder 时）。",
    ),
    expected: both("a folder path", "文件夹路径"),
    default: "",
  },
  {
    path: "embedder.url",
    variable: "KEEPSAKE_EMBEDDER_URL",
    form: "text",
    about: both("Base address of an OpenAI-compatible embedding service.", "兼容 OpenAI 的向量服务的基础地址。"),
    expected: httpUrl,
    default: "",
  },
  {
    path: "embedder.apiKey",
    variable: "KEEPSAKE_EMBEDDER_KEY",
    form: "text",
    secret: true,
    about: both("Key of the embedding service.", "向量服务的密钥。"),
    expected: someText,
    default: "",
  },
  {
    path: "embedder.model",
    variable: "KEEPSAKE_EMBEDDER_MODEL",
    form: "text",
    about: both("Model name at the embedding service.", "向量服务中的模型名。"),
    expected: someText,
    default: "",
  },
  {
    path: "embedder.dimension",
    variable: "KEEPSAKE_EMBEDDER_DIMENSION",
    form: "number",
    about: both("Length of the service's vectors.", "向量的维数。"),
    expected: wholeNumber(1, 8_192),
    default: "",
  },
  {
    path: "chatModel.url",
    variable: "KEEPSAKE_MODEL_URL",
    form: "text",
    about: both(
      "Base address of an OpenAI-compatible chat model that refines extraction. Absent: rules only.",
      "兼容 OpenAI 的对话模型的基础地址，用于改进抽取；不设则只用规则。",
    ),
    expected: httpUrl,
    default: "",
  },
  {
    path: "chatModel.apiKey",
    variable: "KEEPSAKE_MODEL_KEY",
    form: "text",
    secret: true,
    about: both("Key of the chat model.", "对话模型的密钥。"),
    expected: someText,
    default: "",
  },
  {
    path: "chatModel.model",
    variable: "KEEPSAKE_MODEL_NAME",
    form: "text",
    about: both("Name of the chat model.", "对话模型的名称。"),
    expected: someText,
    default: "",
  },
  {
    path: "chatModel.timeoutMs",
    variable: "KEEPSAKE_MODEL_TIMEOUT_MS",
    form: "number",
    about: both("Time limit of one call to the chat model, in milliseconds.", "单次调用对话模型的时限（毫秒）。"),
    expected: wholeNumber(100, 600_000),
    default: "30000",
  },
  {
    path: "chatModel.structuredOutputs",
    variable: "KEEPSAKE_MODEL_STRUCTURED",
    form: "switch",
    about: both(
      "Whether the server takes a JSON schema as `response_format`. Off: the schema is told in words, and plain JSON mode is asked for.",
      "服务是否接受以 `response_format` 给出的 JSON Schema；off 时以文字说明结构，并使用普通 JSON 模式。",
    ),
    expected: oneOf("on", "off"),
    default: "off",
  },
  {
    path: "chatModel.inputPrice",
    variable: "KEEPSAKE_MODEL_INPUT_PRICE",
    form: "number",
    about: both(
      "Price of a million input tokens, in the currency of your bill; for `usage` and the cap on cost.",
      "每百万输入词元的价格（按账单的货币），用于 `usage` 与费用上限。",
    ),
    expected: amount,
    default: "0",
  },
  {
    path: "chatModel.outputPrice",
    variable: "KEEPSAKE_MODEL_OUTPUT_PRICE",
    form: "number",
    about: both("Price of a million output tokens.", "每百万输出词元的价格。"),
    expected: amount,
    default: "0",
  },
  {
    path: "chatModel.maxTokensPerDay",
    variable: "KEEPSAKE_MODEL_MAX_TOKENS_PER_DAY",
    form: "number",
    about: both(
      "Tokens that each tenant may use of the chat model in a day (UTC). Over it, rules alone extract, and the turns are read again the day after.",
      "每个租户每天（UTC）可用的对话模型词元数；超出后只用规则抽取，次日再由模型补读。",
    ),
    expected: wholeNumber(0, 1_000_000_000_000),
    default: "no cap",
  },
  {
    path: "chatModel.maxCostPerDay",
    variable: "KEEPSAKE_MODEL_MAX_COST_PER_DAY",
    form: "number",
    about: both(
      "Money that each tenant may spend on the chat model in a day (UTC), in the currency of the prices.",
      "每个租户每天（UTC）可在对话模型上花费的金额，货币同价格。",
    ),
    expected: both(
      "an amount from 0 to 1000000; it needs inputPrice or outputPrice",
      "0 到 1000000 的金额；需同时设置 inputPrice 或 outputPrice",
    ),
    default: "no cap",
  },
  {
    path: "reranker.kind",
    variable: "KEEPSAKE_RERANKER",
    form: "text",
    about: both(
      "What orders the best candidates of a recall anew: a rerank service, or the chat model. Absent: nothing.",
      "由什么对回忆的最佳候选重新排序：重排服务，或对话模型；不设则不重排。",
    ),
    expected: oneOf("service", "chat-model"),
    default: "",
  },
  {
    path: "reranker.url",
    variable: "KEEPSAKE_RERANKER_URL",
    form: "text",
    about: both(
      "Address of a rerank service (Cohere, Jina, vLLM, TEI); `/rerank` is added where it is missing.",
      "重排服务（Cohere、Jina、vLLM、TEI）的地址；末尾缺 `/rerank` 时自动补上。",
    ),
    expected: httpUrl,
    default: "",
  },
  {
    path: "reranker.apiKey",
    variable: "KEEPSAKE_RERANKER_KEY",
    form: "text",
    secret: true,
    about: both("Key of the rerank service.", "重排服务的密钥。"),
    expected: someText,
    default: "",
  },
  {
    path: "reranker.model",
    variable: "KEEPSAKE_RERANKER_MODEL",
    form: "text",
    about: both("Model name at the rerank service.", "重排服务中的模型名。"),
    expected: someText,
    default: "",
  },
  {
    path: "reranker.protocol",
    variable: "KEEPSAKE_RERANKER_PROTOCOL",
    form: "text",
    about: both(
      "`cohere`: Cohere, Jina, vLLM and others; `tei`: Hugging Face Text Embeddings Inference.",
      "`cohere`：Cohere、Jina、vLLM 等；`tei`：Hugging Face Text Embeddings Inference。",
    ),
    expected: oneOf("cohere", "tei"),
    default: "cohere",
  },
  {
    path: "reranker.timeoutMs",
    variable: "KEEPSAKE_RERANKER_TIMEOUT_MS",
    form: "number",
    about: both(
      "Time limit of one reranking, in milliseconds; then the fused order stands.",
      "单次重排的时限（毫秒）；超时则沿用融合后的次序。",
    ),
    expected: wholeNumber(10, 600_000),
    default: "1500 (service), 8000 (chat-model)",
  },
  {
    path: "reranker.maxDocuments",
    variable: "KEEPSAKE_RERANKER_MAX_DOCUMENTS",
    form: "number",
    about: both("How many of the best candidates are reranked.", "对多少条最佳候选重排。"),
    expected: wholeNumber(2, 100),
    default: "30 (service), 20 (chat-model)",
  },
  {
    path: "tokens.encoding",
    variable: "KEEPSAKE_TOKEN_ENCODING",
    form: "text",
    about: both("Tokenizer in which the budgets of `context` are counted.", "计算 `context` 预算所用的分词编码。"),
    expected: oneOf("o200k_base", "cl100k_base"),
    default: "o200k_base",
  },
  {
    path: "review.protectedUsers",
    variable: "KEEPSAKE_PROTECTED_USERS",
    form: "list",
    about: both(
      "Users whose memory changes only after a person accepted it (`keepsake review`).",
      "受保护的用户：其记忆的每次变更都须经人工审核（`keepsake review`）才生效。",
    ),
    expected: idList,
    default: "none",
  },
  {
    path: "review.sharedUsers",
    variable: "KEEPSAKE_SHARED_USERS",
    form: "list",
    about: both(
      "Users that stand for a team: what is written there waits for review too.",
      "代表团队的共享用户：写入其中的内容同样须经审核。",
    ),
    expected: idList,
    default: "none",
  },
  {
    path: "review.belowConfidence",
    variable: "KEEPSAKE_REVIEW_BELOW_CONFIDENCE",
    form: "number",
    about: both(
      "Statements of less confidence wait for review. The default lets all through.",
      "可信度低于此值的陈述须经审核；默认值不拦下任何陈述。",
    ),
    expected: both("a number from 0 to 1", "0 到 1 的数字"),
    default: "0.5",
  },
  {
    path: "review.expiryDays",
    variable: "KEEPSAKE_REVIEW_EXPIRY_DAYS",
    form: "number",
    about: both("Days after which what waits for review is rejected.", "待审核内容超过多少天视为拒绝。"),
    expected: wholeNumber(1, 3_650),
    default: "30",
  },
  {
    path: "authority",
    variable: "KEEPSAKE_AGENT_AUTHORITY",
    form: "amounts",
    about: both(
      "Source priority of agents, as `agent=number` pairs parted by commas. An agent that is not named has 0; a lower one's change of what a higher one wrote waits for review.",
      "各智能体的来源优先级：以逗号分隔的 `智能体=数字`；未列出的为 0。较低者改动较高者写入的内容时须经审核。",
    ),
    expected: both("numbers from 0 to 1000 by agent id", "按智能体编号给出的 0 到 1000 的数字"),
    default: "none",
  },
  {
    path: "redaction.actions",
    variable: "KEEPSAKE_REDACTION",
    form: "amounts",
    about: both(
      "What is done with sensitive values by kind, as `kind=action` pairs parted by commas: drop, mask, vault (a reference that is the same for the same value; without a key it drops) or allow. A kind that is not named is dropped; address is allowed.",
      "按种类处理敏感信息：以逗号分隔的 `种类=动作`，动作为 drop（只留标记）、mask（留末位）、vault（同值同引用的标记，未配密钥时同 drop）或 allow（保留）。未列出的一律 drop，address 为 allow。",
    ),
    expected: both("drop, mask, vault or allow by kind", "按种类给出的 drop、mask、vault 或 allow"),
    default: "none",
  },
  {
    path: "redaction.vaultKey",
    variable: "KEEPSAKE_VAULT_KEY",
    form: "text",
    secret: true,
    about: both(
      "Key of the references that `vault` leaves. With another key the same value gets another one.",
      "`vault` 引用所用的密钥；换密钥后同一敏感值会得到另一引用。",
    ),
    expected: both("a text of at least 16 characters", "至少 16 个字符的文本"),
    default: "",
  },
  {
    path: "http.host",
    variable: "KEEPSAKE_HTTP_HOST",
    form: "text",
    about: both(
      "Address that the HTTP server binds to. Other than loopback needs API keys.",
      "HTTP 服务监听的地址；非回环地址必须配置 API 密钥。",
    ),
    expected: both("a host name or an IP address", "主机名或 IP 地址"),
    default: "127.0.0.1",
  },
  {
    path: "http.port",
    variable: "KEEPSAKE_HTTP_PORT",
    form: "number",
    about: both("Port of the HTTP server; 0 takes a free one.", "HTTP 服务的端口；0 表示任取空闲端口。"),
    expected: wholeNumber(0, 65_535),
    default: "7411",
  },
  {
    path: "http.apiKeys",
    variable: "KEEPSAKE_API_KEYS",
    form: "keys",
    secret: true,
    about: both(
      "API keys of the HTTP server: `name:key` pairs parted by commas, or a JSON list of {name, key, permissions, tenant, user}.",
      "HTTP 服务的 API 密钥：以逗号分隔的 `名称:密钥`，或 {name, key, permissions, tenant, user} 的 JSON 列表。",
    ),
    expected: both(
      `keys of at least 16 characters with distinct names; permissions among ${KEY_PERMISSIONS.join(", ")}`,
      `密钥至少 16 个字符，名称互不相同；权限取自 ${KEY_PERMISSIONS.join("、")}`,
    ),
    default: "none",
  },
  {
    path: "http.publicUrl",
    variable: "KEEPSAKE_HTTP_PUBLIC_URL",
    form: "text",
    about: both(
      "Address under which callers reach the server, where a proxy stands before it.",
      "前置代理时，调用方访问本服务的地址。",
    ),
    expected: httpUrl,
    default: "",
  },
  {
    path: "http.maxBodyBytes",
    variable: "KEEPSAKE_HTTP_MAX_BODY_BYTES",
    form: "number",
    about: both("Largest request body, in bytes.", "请求体的上限（字节）。"),
    expected: wholeNumber(1_024, 67_108_864),
    default: "1048576",
  },
  {
    path: "http.limits.requestsPerSecond",
    variable: "KEEPSAKE_HTTP_REQUESTS_PER_SECOND",
    form: "number",
    about: both(
      "Calls a second that a tenant may make in the long run, per process.",
      "每个租户在每个进程上长期允许的每秒请求数。",
    ),
    expected: both("a number from 0.1 to 1000000", "0.1 到 1000000 的数"),
    default: "500",
  },
  {
    path: "http.limits.burst",
    variable: "KEEPSAKE_HTTP_BURST",
    form: "number",
    about: both("Calls that a tenant may make at a time before the rate counts.", "限速前允许一次性发出的请求数。"),
    expected: wholeNumber(1, 1_000_000),
    default: "1000",
  },
  {
    path: "http.limits.concurrent",
    variable: "KEEPSAKE_HTTP_CONCURRENT",
    form: "number",
    about: both("Calls of a tenant that may run at the same time.", "每个租户可同时进行的请求数。"),
    expected: wholeNumber(1, 100_000),
    default: "128",
  },
  {
    path: "http.requestTimeoutMs",
    variable: "KEEPSAKE_HTTP_REQUEST_TIMEOUT_MS",
    form: "number",
    about: both("Time limit of one request, in milliseconds.", "单个请求的时限（毫秒）。"),
    expected: wholeNumber(100, 600_000),
    default: "30000",
  },
  {
    path: "http.drainTimeoutMs",
    variable: "KEEPSAKE_HTTP_DRAIN_TIMEOUT_MS",
    form: "number",
    about: both(
      "How long running requests may take to end when the server stops, in milliseconds.",
      "停止服务时等待进行中请求的时间（毫秒）。",
    ),
    expected: wholeNumber(0, 600_000),
    default: "10000",
  },
  {
    path: "grpc.port",
    variable: "KEEPSAKE_GRPC_PORT",
    form: "number",
    about: both(
      "Port of the gRPC server (gRPC-web and Connect too), at the address of the HTTP server; 0 takes a free one, unset serves none.",
      "gRPC 服务（含 gRPC-web 与 Connect）的端口，地址同 HTTP 服务；0 表示任取空闲端口，未设置则不启动。",
    ),
    expected: wholeNumber(0, 65_535),
    default: "",
  },
  ...PROXY_SETTINGS,
  {
    path: "auth.jwt.issuer",
    variable: "KEEPSAKE_JWT_ISSUER",
    form: "text",
    about: both(
      "Issuer that signed tokens must name; with it tokens are accepted beside API keys.",
      "签名令牌必须注明的签发者；设置后除 API 密钥外也接受令牌。",
    ),
    expected: someText,
    default: "none",
  },
  {
    path: "auth.jwt.audience",
    variable: "KEEPSAKE_JWT_AUDIENCE",
    form: "text",
    about: both("Audience that tokens must be made for.", "令牌必须面向的受众。"),
    expected: someText,
    default: "",
  },
  {
    path: "auth.jwt.jwksUrl",
    variable: "KEEPSAKE_JWT_JWKS_URL",
    form: "text",
    about: both("Where the public keys of the issuer are fetched (JWKS).", "获取签发者公钥（JWKS）的地址。"),
    expected: httpUrl,
    default: "",
  },
  {
    path: "auth.jwt.publicKey",
    variable: "KEEPSAKE_JWT_PUBLIC_KEY",
    form: "text",
    about: both("The public key itself: PEM, JWK or JWK set.", "公钥本身：PEM、JWK 或 JWK 集合。"),
    expected: someText,
    default: "",
  },
  {
    path: "auth.jwt.sharedKey",
    variable: "KEEPSAKE_JWT_SHARED_KEY",
    form: "text",
    secret: true,
    about: both("Key shared with the issuer, for HMAC-signed tokens.", "HMAC 签名令牌的共享密钥。"),
    expected: both("a text of at least 32 characters", "至少 32 个字符的文本"),
    default: "",
  },
  {
    path: "auth.jwt.algorithms",
    variable: "KEEPSAKE_JWT_ALGORITHMS",
    form: "list",
    about: both("Signature algorithms that are accepted.", "接受的签名算法。"),
    expected: both(
      "names such as RS256, ES256, EdDSA (or HS256 with a shared key), parted by commas",
      "RS256、ES256、EdDSA 等（配共享密钥时为 HS256），以逗号分隔",
    ),
    default: "RS256, ES256, EdDSA; HS256 with a shared key",
  },
  {
    path: "auth.jwt.claims.user",
    variable: "KEEPSAKE_JWT_USER_CLAIM",
    form: "text",
    about: both(
      "Claim that names the user whose memory a token opens.",
      "令牌中指明可打开哪位用户记忆的声明（claim）。",
    ),
    expected: someText,
    default: "sub",
  },
  {
    path: "auth.jwt.defaultRole",
    variable: "KEEPSAKE_JWT_DEFAULT_ROLE",
    form: "text",
    about: both(
      "Role of tokens without a role claim; absent: they are refused.",
      "无角色声明的令牌的角色；不填则拒绝。",
    ),
    expected: oneOf(...ACCESS_ROLES),
    default: "none",
  },
  {
    path: "worker.enabled",
    variable: "KEEPSAKE_WORKER",
    form: "switch",
    about: both("Whether this process digests recorded turns.", "本进程是否处理已记录的对话。"),
    expected: oneOf("on", "off"),
    default: "on",
  },
  {
    path: "log.level",
    variable: "KEEPSAKE_LOG_LEVEL",
    form: "text",
    about: both("Least serious log line that is written (to stderr).", "写出的日志的最低级别（写到 stderr）。"),
    expected: oneOf("debug", "info", "warn", "error", "silent"),
    default: "warn",
  },
];
