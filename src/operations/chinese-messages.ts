import { ENGINE_MESSAGES } from "./chinese-engine-messages.js";
import { translator } from "./message-templates.js";

/*
 * What the engine says in English, in Chinese. `{}` stands for what differs: names, figures, ids; `{1}`, `{2}` put them in their places,
 * in the order in which they came. A test walks every operation's refusals and finds what is missing here.
 */
const MESSAGES: readonly (readonly [english: string, chinese: string])[] = [
  // fields
  ["must be an ISO 8601 instant with Z or an offset, such as {}", "须为带 Z 或时差的 ISO 8601 时刻，例如 {1}"],
  ["{}: must be an ISO 8601 instant with Z or an offset, such as {}", "{1}：须为带 Z 或时差的 ISO 8601 时刻，例如 {2}"],
  ["{}: must be an IANA time zone such as {}", "{1}：须为 IANA 时区名，例如 {2}"],
  ["must be an IANA time zone such as {}", "须为 IANA 时区名，例如 {1}"],
  ["must be 1 to 64 letters, digits or any of _ . @ -", "须为 1–64 个字母、数字或 _ . @ -"],
  ["is required", "必须给出"],
  ["must be the 64 hexadecimal digits of a head that was kept", "须为此前保存的链头散列：64 位十六进制数字"],
  [
    "{} lies before 1974: instants are milliseconds, and this looks like seconds",
    "{1} 早于 1974 年：时刻以毫秒计，这看来是秒",
  ],
  ["a part of the path is longer than {} characters", "路径中有一段超过 {1} 个字符"],
  ["it holds control characters or broken Unicode", "含有控制字符或不完整的 Unicode"],
  ["it is longer than {} characters", "超过 {1} 个字符"],
  ["it must be a non-empty string", "须为非空文本"],
  ["{} holds control characters or broken Unicode", "{1} 含有控制字符或不完整的 Unicode"],
  ["{} is longer than {} characters", "{1} 超过 {2} 个字符"],
  ["{} must be a non-empty string", "{1} 须为非空文本"],
  ["{} has {} characters; at most {} are taken", "{1} 有 {2} 个字符，最多接受 {3} 个"],
  ["{} has {} bytes; at most {} are taken", "{1} 有 {2} 字节，最多接受 {3} 字节"],
  ["{} holds {}; at most {} are taken", "{1} 有 {2} 项，最多接受 {3} 项"],
  ["{} is empty", "{1} 为空"],
  ["{} is not an IANA time zone", "{1} 不是 IANA 时区名"],
  ["{} must be one of {}", "{1} 须为以下之一：{2}"],
  ["{} must be a string", "{1} 须为文本"],
  ["{} must be an object", "{1} 须为对象"],
  ["{} must be JSON", "{1} 须为 JSON"],
  ["{} must be a whole number from {} to {}", "{1} 须为 {2} 到 {3} 的整数"],
  ["{} must be a whole number of at least {}", "{1} 须为不小于 {2} 的整数"],
  ["{} must be a whole number of milliseconds since 1970", "{1} 须为自 1970 年起的毫秒数（整数）"],
  ["{} must be a whole number of milliseconds", "{1} 须为毫秒数（整数）"],
  ["{} must be above 0 and at most {}", "{1} 须大于 0 且不超过 {2}"],
  ["{} must be between {} and {}", "{1} 须在 {2} 与 {3} 之间"],
  ["{} must be from {} to {}", "{1} 须在 {2} 到 {3} 之间"],
  ["{} must be before {}", "{1} 须早于 {2}"],
  ["turns must hold at least one turn", "turns 至少要有一次发言"],
  [
    "{} lies before 1970: seconds since 1970 must be given as milliseconds",
    "{1} 早于 1970 年：自 1970 年起的秒数须换算为毫秒",
  ],
  ["{} lies more than a year ahead ({})", "{1} 在一年之后（{2}）"],
  ["{}: lies in the past", "{1}：已经过去"],
  ["{}: is given twice, in the {} and elsewhere", "{1}：给出了两次"],
  ["user: is given twice, in the request and as {}", "user：给出了两次，在请求中与 {1} 中"],
  ["{} is given twice", "{1} 给出了两次"],
  ["{} names a turn that was recorded {}", "{1} 与一次已记录的发言同名"],
  ["user: says whose memory it is, and is missing", "缺少 user：须说明是谁的记忆"],
  ["whose memory it is must be said in {}", "须在 {1} 中说明是谁的记忆"],
  ["whose memory it is was not said", "没有说明是谁的记忆"],
  ["cursor was not made by this listing", "cursor 不是由此列表给出的"],
  ["the filter names nothing", "筛选条件没有指明任何内容"],
  [
    "name exactly one of id, text, sessionId, everything, or a filter of kinds, tags, from and to (got {})",
    "id、text、sessionId、everything 或 kinds、tags、from、to 的筛选条件须恰选其一",
  ],
  ["name exactly one of {} (got {})", "以下须恰选其一：{1}（现为 {2}）"],
  ["name exactly one of {}", "以下须恰选其一：{1}"],
  ["by must be one of {}, not {}", "by 须为以下之一：{1}（现为 {2}）"],
  [
    "only a memory can be wrong; an episode is what was said: forget it, or correct the memory taken from it",
    "只有记忆可以有误；片段是说过的原话：请忘记它，或更正由它得出的记忆",
  ],
  // two embedding models, and engines beside the store
  ["--repair needs --yes or --dry-run", "--repair 须同时给出 --yes 或 --dry-run"],
  ["two embedding models are configured, and both are written", "配置了两个向量模型，写入时两者都写"],
  [
    "going back needs both models: name the one to go back to as embedder, and the other as nextEmbedder",
    "退回需要两个模型：把要退回的写在 KEEPSAKE_EMBEDDER*，另一个写在 KEEPSAKE_NEXT_EMBEDDER*",
  ],
  ["embedder and nextEmbedder are the same model.", "KEEPSAKE_EMBEDDER 与 KEEPSAKE_NEXT_EMBEDDER 是同一个模型。"],
  ["the embedding model beside the serving one gave no vector", "并列的另一个向量模型没有给出向量"],
  ["{} items change faster than {} takes them", "{1} 项的变化快于 {2} 的接收"],
  ["the collection has {} dimensions, not {}", "集合为 {1} 维，而不是 {2} 维"],
  ["storage.kind has no outbox: {} cannot stand beside it", "该 storage.kind 没有发件箱，{1} 不能与之并用"],
  ["{} refuses the credential ({}): check vectors.apiKey", "{1} 拒绝了凭据（{2}）：请检查 vectors.apiKey"],
  ["the store was closed while its engine was filled", "引擎填充期间存储被关闭"],
  ["{} takes no id as long as this", "{1} 不接受这么长的标识"],
  ["{} knows no such index or namespace", "{1} 中没有这个索引或命名空间"],
  ["{} refused with HTTP {}, {}", "{1} 拒绝了请求（HTTP {2}，{3}）"],
  ["{} cannot serve now: HTTP {}, {}", "{1} 现在不能服务（HTTP {2}，{3}）"],
  ["{} did not answer in time", "{1} 没有及时回答"],
  ["{} cannot be reached ({})", "{1} 连接不上（{2}）"],
  ["the server is no {} that this client knows ({})", "该服务不是此客户端所认识的 {1}（{2}）"],
  [
    "{} does not say how far its index has come (no {}): a serverless index is needed",
    "{1} 没有说明其索引进行到何处（缺少 {2}）：需要无服务器索引",
  ],
  ["the server's answer has no {}", "服务的回答中没有 {1}"],
  ["the search was cut short by its time", "检索因超时被中断"],
  ["{} still shows {} of what was removed", "{1} 中仍能看到 {2} 项已删除的内容"],
  ["{} is not open", "{1} 没有打开"],
  // MariaDB
  [
    "a statement is longer than the server takes (max_allowed_packet = {})",
    "语句长度超过服务所能接受（max_allowed_packet = {1}）",
  ],
  ["a value is too long for the table", "值太长，表放不下"],
  ["another process has been changing the schema for too long", "另一进程更改表结构的时间过长"],
  ["the database holds tables, but not Keepsake's", "数据库中有表，但不是 Keepsake 的"],
  ["the server only reads: it is a replica, or was told to", "服务器只读：它是副本，或被设为只读"],
  ["the database user may not do this", "数据库用户无权这样做"],
  // moving and keeping
  ["{}: the place of a row is taken by another", "{1}：一行的位置已被另一行占用"],
  ["{} while it is moved elsewhere", "{1}：正在迁移到别处"],
  ["the head of the backup cannot be read", "备份的头部无法读取"],
  ["the backup asks for more work than any of ours", "备份要求的计算量超过本产品所写的任何备份"],
  ["this kind of store can be neither moved nor kept by a command", "这种存储不能用命令迁移或备份"],
  ["the store is not whole: it is still being filled", "存储尚不完整：仍在填充之中"],
  ["the store is held while it is moved elsewhere", "存储正在迁移到别处，暂停写入"],
  ["the target is being filled from somewhere else", "目标正由另一来源填充"],
  ["the target holds data", "目标中已有数据"],
  ["the backup is encrypted, and no key is given", "备份已加密，但没有给出密钥"],
  ["the backup is encrypted by a passphrase, not by a key file", "备份是用口令加密的，不是密钥文件"],
  ["the backup is encrypted by a key file, not by a passphrase", "备份是用密钥文件加密的，不是口令"],
  ["a key file has at least {} bytes", "密钥文件至少 {1} 字节"],
  ["the backup {} cannot be opened ({})", "备份 {1} 无法打开（{2}）"],
  [
    "the backup cannot be read: the key is not the backup's own, or the file was altered",
    "备份无法读取：密钥不对，或文件被改动过",
  ],
  ["the backup cannot be read: the file was altered", "备份无法读取：文件被改动过"],
  ["the backup cannot be read: it is cut off", "备份无法读取：文件不完整"],
  ["the backup cannot be read: {}", "备份无法读取（{1}）"],
  ["the backup has format {}; this release reads format {}", "备份的格式为 {1}；本版本可读取的格式为 {2}"],
  ["the backup holds other columns of {} than this release knows", "备份中 {1} 的列与本版本所知的不同"],
  ["the file is no backup of Keepsake", "该文件不是 Keepsake 的备份"],
  ["a file does not come back as it was written", "有文件读回的内容与写入的不同"],
  ["the target has no place for files, and there are {}", "目标没有附件的存放处，而附件有 {1} 个"],
  ["the target's place for files holds some already", "目标的附件存放处已有文件"],
  ["{} files of the source cannot be read", "来源有 {1} 个文件无法读取"],
  [
    "no bucket is configured: set KEEPSAKE_BLOBS=s3 and its settings",
    "没有配置存储桶：请设置 KEEPSAKE_BLOBS=s3 及其各项",
  ],
  ["counts or checksums differ afterwards: {}", "完成后行数或校验和不一致：{1}"],
  ["the address of the database cannot be read", "数据库地址无法识别"],
  ["there is no such kind of store", "没有这种存储"],
  ["no store is named", "没有指明存储"],
  ["{} is not set", "{1} 没有设置"],
  // what is not there, or may not be
  ["There is no memory {}.", "没有记忆 {1}。"],
  ["no memory {}", "没有记忆 {1}"],
  ["There is nothing of the id {}.", "没有编号为 {1} 的内容。"],
  ["No such state, or it has expired.", "没有这一状态，或已过期。"],
  ["there is no such session", "没有这个会话"],
  ["the user has no such session", "该用户没有这个会话"],
  [
    "the session has no summary: it is unknown, or has neither ended nor outgrown its budget",
    "该会话没有摘要：会话不存在，或既未结束也未超出预算",
  ],
  ["there is no API key {}", "没有 API 密钥 {1}"],
  ["the API key {} was revoked", "API 密钥 {1} 已被吊销"],
  ["the API key {} was replaced already", "API 密钥 {1} 已被替换"],
  ["the tenant has a live key named {} already", "该租户已有名为 {1} 的有效密钥"],
  ["tenant {} does not exist", "租户 {1} 不存在"],
  ["there is no tool named {}", "没有名为 {1} 的工具"],
  ["there is no resource {}", "没有资源 {1}"],
  ["there is no prompt {}", "没有提示词 {1}"],
  ["{} needs the permission {}", "{1} 需要 {2} 权限"],
  ["{} is not for a credential that is bound to a user", "{1} 不能用限定到一位用户的凭据调用"],
  ["the credential is bound to another user", "该凭据限定于另一位用户"],
  ["{} was given more arguments than it takes", "{1} 收到的参数多于它接受的"],
  ["{} takes dryRun in its second argument", "{1} 的 dryRun 须写在第二个参数中"],
  ["the second argument of {} must hold dryRun alone, a boolean", "{1} 的第二个参数只接受 dryRun 一项，且须为布尔值"],
  ["there is no such field; the words of a turn stand in `text`", "没有这个字段；发言的文字写在 `text` 中"],
  ["the credential may not give what it may not do itself: {}", "凭据不能授予它自己没有的权限：{1}"],
  [
    "the credential is bound to an agent and makes keys of that agent only",
    "该凭据限定于一个智能体，只能创建同一智能体的密钥",
  ],
  ["the credential expires and makes no key that lives longer", "该凭据会过期，不能创建比它更久的密钥"],
  ["there is no API key in the request", "请求中没有 API 密钥"],
  ["the credential is not known, or no longer valid", "凭据未知，或已失效"],
  ["the request was not authenticated", "请求未通过身份验证"],
  ["the call was not authenticated", "调用未通过身份验证"],
  ["The credential could not be checked in time.", "未能及时核对凭据。"],
  ["calls from pages of another origin are not answered", "不回应来自其他来源网页的调用"],
  [
    "without API keys only calls from this machine, by a loopback name, are answered",
    "没有设置 API 密钥时，只回应本机经回环地址发来的调用",
  ],
  ["more than {} calls of the tenant are running", "该租户正在进行的调用超过 {1} 个"],
  ["the tenant made more than {} calls at a time", "该租户一时的调用超过 {1} 次"],
  // changed meanwhile
  ["memory {} has revision {}, not {}", "记忆 {1} 的修订号是 {2}，不是 {3}"],
  ["memory {} is {}; correct the current version", "记忆 {1} 的状态为 {2}：请更正当前版本"],
  ["this idempotency key was used with another body", "该幂等键曾用于另一份内容"],
  ["{} is at revision {}, not {}", "{1} 的修订号是 {2}，不是 {3}"],
  // budgets and time
  [
    "The query alone takes {} tokens and maxTokens is {}: allow more tokens or shorten the query.",
    "仅查询就占 {1} 个词元，而 maxTokens 为 {2}：请放宽词元数或缩短查询。",
  ],
  [
    "The system prompt and the query take {} tokens and maxTokens is {}: allow more tokens or shorten the system prompt, which is never cut.",
    "系统提示与查询共占 {1} 个词元，而 maxTokens 为 {2}：请放宽词元数或缩短系统提示（它不会被截断）。",
  ],
  ["The call took longer than it was allowed to.", "调用超过了允许的时间。"],
  ["the request did not arrive in time", "请求未能及时到达"],
  ["turns still wait to be digested after {} ms", "{1} 毫秒之后仍有发言等待处理"],
  ["{} did not answer in time.", "{1} 未能及时应答。"],
  // bodies and addresses
  ["the body is larger than {} bytes", "请求体超过 {1} 字节"],
  ["the message is larger than {} bytes", "消息超过 {1} 字节"],
  ["the body is nested more than {} levels deep", "请求体嵌套超过 {1} 层"],
  ["the body must be a JSON object", "请求体须为 JSON 对象"],
  ["the body must be JSON", "请求体须为 JSON"],
  ["the body is not UTF-8", "请求体不是 UTF-8"],
  [
    "the body is not JSON: {} at position {} (line {} column {})",
    "请求体不是 JSON：第 {2} 个字符处（第 {3} 行第 {4} 列）有误",
  ],
  ["the body is not JSON: {} at position {}", "请求体不是 JSON：第 {2} 个字符处有误"],
  ["the body is not JSON: Unexpected token '{}', {}", "请求体不是 JSON：不应出现“{1}”"],
  ["the body is not JSON: Unexpected end of JSON input", "请求体不是 JSON：在中途结束"],
  ["the body is not JSON: {}", "请求体不是 JSON"],
  ["packed bodies are not accepted", "不接受压缩的请求体"],
  ["Content-Length is not the length of the body", "Content-Length 与请求体的长度不符"],
  ["the path is not well-formed percent-encoded UTF-8", "路径不是正确的百分号编码 UTF-8"],
  ["the address is not well-formed", "地址格式不正确"],
  ["the address and the headers are larger than 16 KiB together", "地址与请求头合计超过 16 KiB"],
  ["the extensions of a chunk are too large", "分块的扩展部分过大"],
  ["this is not a request of HTTP/1.1", "不是 HTTP/1.1 请求"],
  ["If-Match must be one revision in quotes, such as {}", "If-Match 须为一个带引号的修订号，例如 {1}"],
  ["{}: there is no field of number {}", "{1}：没有编号为 {2} 的字段"],
  ["{}: is no JSON value", "{1}：不是 JSON 值"],
  ["there is no {} {}; it takes {}", "没有 {1} {2}；该路径只接受 {3}"],
  ["there is no {} {}", "没有 {1} {2}"],
  ["{} {} is not passed on", "{1} {2} 不予转发"],
  ["Something failed inside Keepsake.", "Keepsake 内部出错。"],
  // sources of an import
  ["the JSON document is too large to be read in one piece", "JSON 文档过大，无法整份读取"],
  ["the JSON ends in the middle", "JSON 在中途结束"],
  ["the content is neither text nor a list of parts", "content 既不是文本，也不是分段列表"],
  ["the conversation leads in a circle", "会话的顺序成环"],
  ["the conversation leads to a node that is not there", "会话指向不存在的节点"],
  ["the date lies before 1970", "日期早于 1970 年"],
  ["the date lies in the future", "日期在未来"],
  ["the exchange has neither query nor response", "这一轮既无提问也无回答"],
  ["the message has a time but no day is given above it", "消息有时间，但其上没有日期"],
  ["the message has no date, nor has its session", "消息没有日期，其会话也没有"],
  ["the message has no role", "消息没有角色"],
  ["the text is not a string", "text 不是文本"],
  ["the turn has no speaker", "发言没有说话人"],
  ["there is no message in it", "其中没有消息"],
  ["there is no session_1", "没有 session_1"],
  ["there is nothing in it", "其中没有内容"],
  ["there is text before anyone speaks", "在任何人说话之前就有文字"],
  ["this is not valid JSON", "不是有效的 JSON"],
  ["this looks like none of the formats that can be read", "不像任何可读取的格式"],
  ["no line has the form “Name: text”", "没有任何一行形如“名称: 文本”"],
  ["none of the people in the file was picked", "没有选中文件中的任何人"],
  ["{} is not a date", "{1} 不是日期"],
  ["{} is not a list", "{1} 不是列表"],
  ["{} is not an object", "{1} 不是对象"],
  ["the line is longer than {} characters", "该行超过 {1} 个字符"],
  ["unknown format {}", "未知格式 {1}"],
  ["unknown role {}", "未知角色 {1}"],
  ["unknown time zone {}", "未知时区 {1}"],
];

const HAN = /\p{Script=Han}/u;
/** Where in a source something is wrong, and what. */
const PLACED = /^(?:the source|(?:line (\d+))?(?:, )?(\S+)?): (.+?)\.?$/su;

const MODELS: Readonly<Record<string, string>> = {
  "chat model": "对话模型",
  "embedding model": "嵌入模型",
  reranker: "重排模型",
};

/** What differs is a name or a figure, mostly; a model is named with its address, and a reason is a message of its own. */
function valueInChinese(value: string): string {
  const [, kind = "", name = "", url = ""] =
    /^(chat model|embedding model|reranker) (.+) at (\S+)$/su.exec(value) ?? [];
  if (value === "none") return "无";
  return kind === "" ? (fromTable(value) ?? value) : `${url} 的${MODELS[kind]} ${name}`;
}

const fromTable = translator([...MESSAGES, ...ENGINE_MESSAGES], valueInChinese);

/** The message in Chinese; undefined where nobody has said it so far. What is Chinese already stays. */
export function inChinese(message: string): string | undefined {
  if (HAN.test(message)) return message;
  const whole = fromTable(message);
  if (whole !== undefined) return whole;
  const [, line, field, problem = ""] = PLACED.exec(message) ?? [];
  const told = fromTable(problem);
  if (told === undefined) return undefined;
  const place = [line === undefined ? "" : `第 ${line} 行`, field ?? ""].filter((part) => part !== "").join("，");
  return `${place === "" ? "来源" : place}：${told}。`;
}
