import { limitSettings, pauseSetting } from "./service-settings.js";
import { both, httpUrl, oneOf, type Setting, someText, wholeNumber } from "./setting.js";

const SERVING: readonly Setting[] = [
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
    path: "embedder.timeoutMs",
    variable: "KEEPSAKE_EMBEDDER_TIMEOUT_MS",
    form: "number",
    about: both(
      "Time limit of one call to the embedding service, in milliseconds.",
      "单次调用向量服务的时限（毫秒）。",
    ),
    expected: wholeNumber(100, 600_000),
    default: "30000",
  },
  ...limitSettings(
    { path: "embedder", variable: "KEEPSAKE_EMBEDDER" },
    both("embedding service", "向量服务"),
    both(
      "Questions and texts to be stored take turns. Where none is free within half of embedder.timeoutMs, recall goes by keywords, and texts get their vectors later.",
      "提问与待存文本轮流。在 embedder.timeoutMs 的一半时间内等不到位置时，回忆改用关键词，文本稍后补做向量。",
    ),
  ),
  pauseSetting(
    { path: "embedder", variable: "KEEPSAKE_EMBEDDER" },
    both(
      "The longest pause after an embedding service failed several times in a row, in seconds; it begins with one and doubles.",
      "向量服务接连失败后的最长暂停（秒）；从一秒开始，逐次加倍。",
    ),
  ),
];

/** The same of the model that is to take over; its kind must be named. */
const NEXT: readonly Setting[] = SERVING.map((setting) => ({
  ...setting,
  path: setting.path.replace("embedder.", "nextEmbedder."),
  variable: setting.variable.replace("KEEPSAKE_EMBEDDER", "KEEPSAKE_NEXT_EMBEDDER"),
  about: both(
    `Of the embedder that is to take over (\`keepsake reindex\`): ${setting.about.en}`,
    `将要接替的向量模型（\`keepsake reindex\`）：${setting.about.zh}`,
  ),
  ...(setting.path === "embedder.kind" ? { default: "" } : {}),
}));

/** It reads texts, not vectors: it goes with any embedder. */
const READER: readonly Setting[] = [
  {
    path: "reader.kind",
    variable: "KEEPSAKE_READER",
    form: "text",
    about: both(
      "What reads two texts at once and says how the later stands to the earlier. With `none`, rules and vectors decide.",
      "由什么同时阅读两段文字，判断后者与前者的关系；设为 `none` 时由规则与向量判断。",
    ),
    expected: oneOf("bundled", "none"),
    default: "bundled (none beside the fake embedder)",
  },
  {
    path: "reader.runtime",
    variable: "KEEPSAKE_READER_RUNTIME",
    form: "text",
    about: both("ONNX runtime of the bundled reader.", "内置阅读模型所用的 ONNX 运行时。"),
    expected: oneOf("auto", "native", "wasm"),
    default: "auto",
  },
  {
    path: "reader.threads",
    variable: "KEEPSAKE_READER_THREADS",
    form: "number",
    about: both("Threads of the bundled reader.", "内置阅读模型的线程数。"),
    expected: wholeNumber(1, 64),
    default: "1",
  },
];

export const EMBEDDER_SETTINGS: readonly Setting[] = [...SERVING, ...NEXT, ...READER];
