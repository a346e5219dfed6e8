import { z } from "zod";

/** The chat proxy: where it passes chats on to, and how long memory may keep them. */
export const proxySchema = z.strictObject({
  /** With its path, e.g. `https://api.openai.com/v1`. */
  upstreamUrl: z.url({ protocol: /^https?$/ }),
  /** Absent: the client's own. */
  upstreamKey: z.string().min(1).exactOptional(),
  /** 0 takes a free one. */
  port: z.int().min(0).max(65_535).default(7_412),
  /** Then the chat goes on without memory. */
  memoryTimeoutMs: z.int().min(10).max(60_000).default(1_500),
  /** Most that memory adds to a prompt. */
  contextTokens: z.int().min(50).max(100_000).default(1_000),
  /** To the first byte of the upstream's answer. */
  upstreamTimeoutMs: z.int().min(1_000).max(3_600_000).default(600_000),
  maxBodyBytes: z
    .int()
    .min(1_024)
    .max(256 * 1_048_576)
    .default(32 * 1_048_576),
});

/** As the table of settings shows them. */
export const PROXY_SETTINGS = [
  {
    path: "proxy.upstreamUrl",
    variable: "KEEPSAKE_PROXY_UPSTREAM",
    form: "text",
    about: {
      en: "Base address of the OpenAI-compatible service behind the chat proxy, e.g. https://api.openai.com/v1. With it `keepsake serve` opens the proxy.",
      zh: "聊天代理背后兼容 OpenAI 的服务的基础地址，如 https://api.openai.com/v1。设置后 `keepsake serve` 会开启代理。",
    },
    expected: { en: "an http:// or https:// address", zh: "http:// 或 https:// 开头的地址" },
    default: "none",
  },
  {
    path: "proxy.upstreamKey",
    variable: "KEEPSAKE_PROXY_UPSTREAM_KEY",
    form: "text",
    secret: true,
    about: {
      en: "Key that the proxy uses there; absent: the client's own.",
      zh: "代理访问该服务所用的密钥；不填则使用客户端自己的。",
    },
    expected: { en: "a non-empty text", zh: "非空文本" },
    default: "",
  },
  {
    path: "proxy.port",
    variable: "KEEPSAKE_PROXY_PORT",
    form: "number",
    about: {
      en: "Port of the chat proxy, on http.host; 0 takes a free one.",
      zh: "聊天代理的端口（监听 http.host）；0 表示任取空闲端口。",
    },
    expected: { en: "a whole number from 0 to 65535", zh: "0 到 65535 的整数" },
    default: "7412",
  },
  {
    path: "proxy.memoryTimeoutMs",
    variable: "KEEPSAKE_PROXY_MEMORY_TIMEOUT_MS",
    form: "number",
    about: {
      en: "How long a chat waits for memory before it goes on without, in milliseconds.",
      zh: "聊天等待记忆的时间（毫秒）；超过则不带记忆继续。",
    },
    expected: { en: "a whole number from 10 to 60000", zh: "10 到 60000 的整数" },
    default: "1500",
  },
  {
    path: "proxy.contextTokens",
    variable: "KEEPSAKE_PROXY_CONTEXT_TOKENS",
    form: "number",
    about: { en: "Most tokens that memory adds to a prompt.", zh: "记忆最多为提示增加多少词元。" },
    expected: { en: "a whole number from 50 to 100000", zh: "50 到 100000 的整数" },
    default: "1000",
  },
  {
    path: "proxy.upstreamTimeoutMs",
    variable: "KEEPSAKE_PROXY_UPSTREAM_TIMEOUT_MS",
    form: "number",
    about: {
      en: "How long the upstream may take to begin its answer, in milliseconds.",
      zh: "上游服务开始应答的时限（毫秒）。",
    },
    expected: { en: "a whole number from 1000 to 3600000", zh: "1000 到 3600000 的整数" },
    default: "600000",
  },
  {
    path: "proxy.maxBodyBytes",
    variable: "KEEPSAKE_PROXY_MAX_BODY_BYTES",
    form: "number",
    about: { en: "Largest request body of the proxy, in bytes.", zh: "代理请求体的上限（字节）。" },
    expected: { en: "a whole number from 1024 to 268435456", zh: "1024 到 268435456 的整数" },
    default: "33554432",
  },
] as const;
