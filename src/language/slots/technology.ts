import { foldText } from "../analyzer.js";

const CLASSES: Readonly<Record<string, string>> = {
  database:
    "postgresql|postgres|mysql|mariadb|sqlite|oracle|sql server|mssql|mongodb|mongo|redis|cassandra|scylladb|dynamodb|cockroachdb|cockroach|tidb|oceanbase|达梦|达梦数据库|人大金仓|clickhouse|duckdb|snowflake|bigquery|elasticsearch|opensearch|neo4j|influxdb|timescaledb|couchdb|spanner|aurora|db2|高斯|gaussdb|polardb|hbase|doris|starrocks|supabase|firestore",
  editor:
    "vim|neovim|nvim|emacs|vs code|vscode|visual studio code|intellij|intellij idea|idea|pycharm|webstorm|goland|sublime|sublime text|nano|helix|zed|cursor|xcode|eclipse|android studio|notepad++|记事本",
  language:
    "python|java|javascript|typescript|go|golang|rust|c++|c#|ruby|php|kotlin|swift|scala|elixir|erlang|haskell|clojure|zig|perl|lua|dart|ocaml|julia",
  framework:
    "react|vue|angular|svelte|next.js|nuxt|django|flask|fastapi|rails|spring|spring boot|express|nestjs|laravel|phoenix|gin|pytest|jest|vitest",
  "operating system":
    "linux|ubuntu|debian|fedora|arch|arch linux|macos|windows|windows 11|windows 10|centos|alpine|freebsd|麒麟|统信|ios|android|harmonyos|鸿蒙",
  cloud: "aws|gcp|google cloud|azure|阿里云|腾讯云|华为云|aliyun|hetzner|digitalocean|fly.io|vercel|heroku|cloudflare",
  queue: "kafka|rabbitmq|pulsar|rocketmq|nats|sqs|celery|activemq",
  shell: "zsh|bash|fish|powershell",
  browser: "chrome|firefox|safari|edge|brave|opera|arc",
  "message tool":
    "slack|teams|wecom|企业微信|企微|钉钉|飞书|discord|telegram|whatsapp|微信|wechat|email|e-mail|邮件|短信|sms",
};

const BY_NAME = new Map<string, string>();
for (const [name, words] of Object.entries(CLASSES)) for (const word of words.split("|")) BY_NAME.set(word, name);

/** What sort of technology a value names ("Postgres 15" → `database`); undefined where it is none that is known. */
export function technologyClass(value: string): string | undefined {
  const folded = foldText(value).replace(/[。.!！,，]+$/u, "");
  const direct = BY_NAME.get(folded);
  if (direct !== undefined) return direct;
  const bare = folded.replace(/\s*(?:v?\d+(?:\.\d+)*|数据库|database|db|server)$/u, "").trim();
  const shorter = BY_NAME.get(bare) ?? BY_NAME.get(bare.replace(/\s*(?:v?\d+(?:\.\d+)*)$/u, "").trim());
  return shorter ?? BY_NAME.get(bare.split(" ")[0] ?? "");
}
