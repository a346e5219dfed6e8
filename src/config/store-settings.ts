import { both, oneOf, type Setting, wholeNumber } from "./setting.js";

/** The kinds of store, and what stands beside it. */
export const STORE_SETTINGS: readonly Setting[] = [
  {
    path: "storage.busyTimeoutMs",
    variable: "KEEPSAKE_BUSY_TIMEOUT_MS",
    form: "number",
    about: both(
      "How long a write waits for another one, in milliseconds (sqlite, postgres, mariadb).",
      "写入等待其他写入的时间（毫秒；sqlite、postgres 与 mariadb）。",
    ),
    expected: wholeNumber(0, 600_000),
    default: "10000",
  },
  {
    path: "storage.hotScopeBytes",
    variable: "KEEPSAKE_HOT_SCOPE_BYTES",
    form: "number",
    about: both(
      "Memory of this process, in bytes, for the indexes of users in use; who was used longest ago leaves first (sqlite, postgres).",
      "本进程为正在使用的用户索引所用的内存（字节）；最久未用的先移出（sqlite 与 postgres）。",
    ),
    expected: wholeNumber(0, 1_099_511_627_776),
    default: "536870912 (sqlite), 268435456 (postgres)",
  },
  {
    path: "storage.encryptionKey",
    variable: "KEEPSAKE_ENCRYPTION_KEY",
    form: "text",
    secret: true,
    about: both(
      "Encrypts the store at rest (sqlite). A lost key cannot be recovered.",
      "静态加密密钥（sqlite）；遗失后无法恢复。",
    ),
    expected: both("a text of at least 8 characters", "至少 8 个字符的文本"),
    default: "",
  },
  {
    path: "storage.url",
    variable: "KEEPSAKE_POSTGRES_URL",
    kind: "postgres",
    form: "text",
    about: both(
      "Address of the database, with its credentials (postgres). PgBouncer in transaction mode may stand before it.",
      "数据库地址，含账号密码（postgres）；前面可以有事务模式的 PgBouncer。",
    ),
    expected: both(
      "a postgres:// address: postgres://user:password@host:5432/database",
      "postgres:// 开头的地址：postgres://用户:密码@主机:5432/数据库",
    ),
    default: "",
  },
  {
    path: "storage.schema",
    variable: "KEEPSAKE_POSTGRES_SCHEMA",
    form: "text",
    about: both(
      "Schema that holds the tables; made when absent (postgres).",
      "存放数据表的 schema，不存在时自动创建（postgres）。",
    ),
    expected: both(
      "1 to 48 lower-case letters, digits and underscores, not beginning with a digit",
      "1 到 48 个小写字母、数字或下划线，不以数字开头",
    ),
    default: "keepsake",
  },
  {
    path: "storage.maxConnections",
    variable: "KEEPSAKE_POSTGRES_MAX_CONNECTIONS",
    kind: "postgres",
    form: "number",
    about: both(
      "Connections that this process opens at most, half for writing and half for reading (postgres).",
      "本进程最多打开的连接数，读写各半（postgres）。",
    ),
    expected: wholeNumber(2, 1_000),
    default: "20",
  },
  {
    path: "storage.statementTimeoutMs",
    variable: "KEEPSAKE_POSTGRES_STATEMENT_TIMEOUT_MS",
    kind: "postgres",
    form: "number",
    about: both(
      "A statement that takes longer is ended, in milliseconds (postgres).",
      "单条语句超过此时间即被终止（毫秒；postgres）。",
    ),
    expected: wholeNumber(100, 600_000),
    default: "30000",
  },
  {
    path: "storage.partitions",
    variable: "KEEPSAKE_POSTGRES_PARTITIONS",
    form: "number",
    about: both(
      "Into how many parts the tables are split by tenant; counts when the schema is made and cannot be changed later (postgres).",
      "数据表按租户分成多少个分区；仅在建表时生效，之后不可更改（postgres）。",
    ),
    expected: wholeNumber(1, 256),
    default: "16",
  },
  {
    path: "storage.url",
    variable: "KEEPSAKE_MARIADB_URL",
    kind: "mariadb",
    form: "text",
    about: both(
      "Address of the database, with its credentials (mariadb). The database must exist, and holds this one store.",
      "数据库地址，含账号密码（mariadb）；数据库须已存在，且只存放这一个存储。",
    ),
    expected: both(
      "a mysql:// or mariadb:// address: mysql://user:password@host:3306/database",
      "mysql:// 或 mariadb:// 开头的地址：mysql://用户:密码@主机:3306/数据库",
    ),
    default: "",
  },
  {
    path: "storage.maxConnections",
    variable: "KEEPSAKE_MARIADB_MAX_CONNECTIONS",
    kind: "mariadb",
    form: "number",
    about: both(
      "Connections that this process opens at most, half for writing and half for reading (mariadb).",
      "本进程最多打开的连接数，读写各半（mariadb）。",
    ),
    expected: wholeNumber(2, 1_000),
    default: "20",
  },
  {
    path: "storage.statementTimeoutMs",
    variable: "KEEPSAKE_MARIADB_STATEMENT_TIMEOUT_MS",
    kind: "mariadb",
    form: "number",
    about: both(
      "A statement that takes longer is ended, in milliseconds (mariadb).",
      "单条语句超过此时间即被终止（毫秒；mariadb）。",
    ),
    expected: wholeNumber(100, 600_000),
    default: "30000",
  },
  {
    path: "redis.url",
    variable: "KEEPSAKE_REDIS_URL",
    form: "text",
    about: both(
      "Address of a Redis that carries hints between processes, and copies of working memory where sessions.kind is redis. Its loss costs time, never data.",
      "Redis 地址：在进程间传递提示；sessions.kind 为 redis 时还存放工作状态的副本。丢失它只会变慢，不会丢数据。",
    ),
    expected: both(
      "a redis:// or rediss:// address (needed where sessions.kind is redis)",
      "redis:// 或 rediss:// 开头的地址（sessions.kind 为 redis 时必填）",
    ),
    default: "",
  },
  {
    path: "redis.keyPrefix",
    variable: "KEEPSAKE_REDIS_PREFIX",
    form: "text",
    about: both(
      "Stands before every key and channel, so that installations can share a Redis.",
      "所有键与频道的前缀，便于多套部署共用一个 Redis。",
    ),
    expected: both(
      "1 to 64 letters, digits, dots, hyphens and underscores",
      "1 到 64 个字母、数字、点、连字符或下划线",
    ),
    default: "keepsake",
  },
  {
    path: "redis.cluster",
    variable: "KEEPSAKE_REDIS_CLUSTER",
    form: "switch",
    about: both(
      "Whether the address is that of a node of a Redis cluster, from which the others are found.",
      "该地址是否为 Redis 集群中的一个节点，其余节点由它发现。",
    ),
    expected: oneOf("on", "off"),
    default: "off",
  },
  {
    path: "redis.timeoutMs",
    variable: "KEEPSAKE_REDIS_TIMEOUT_MS",
    form: "number",
    about: both(
      "How long Redis is waited for, in milliseconds, before the store is asked instead.",
      "等待 Redis 的时间（毫秒）；超时改问存储。",
    ),
    expected: wholeNumber(10, 60_000),
    default: "500",
  },
  {
    path: "sessions.kind",
    variable: "KEEPSAKE_SESSIONS",
    form: "text",
    about: both(
      "Where working memory is read from: the store, or copies in Redis. It rests in the store either way.",
      "工作状态从哪里读取：存储，或 Redis 中的副本。两种方式都以存储为准。",
    ),
    expected: oneOf("storage", "redis"),
    default: "storage",
  },
  {
    path: "moving.fromEncryptionKey",
    variable: "KEEPSAKE_FROM_ENCRYPTION_KEY",
    form: "text",
    secret: true,
    about: both(
      "Key of the encrypted folder that `migrate` or `backup` reads, where it is not storage.encryptionKey.",
      "`migrate` 或 `backup` 所读加密文件夹的密钥；与 storage.encryptionKey 不同时才需设置。",
    ),
    expected: both("a text of at least 8 characters", "至少 8 个字符的文本"),
    default: "",
  },
  {
    path: "moving.toEncryptionKey",
    variable: "KEEPSAKE_TO_ENCRYPTION_KEY",
    form: "text",
    secret: true,
    about: both(
      "Key with which the folder that `migrate` or `restore` writes is encrypted, where it is not storage.encryptionKey.",
      "`migrate` 或 `restore` 写入的文件夹所用的加密密钥；与 storage.encryptionKey 不同时才需设置。",
    ),
    expected: both("a text of at least 8 characters", "至少 8 个字符的文本"),
    default: "",
  },
  {
    path: "moving.fromFilesKey",
    variable: "KEEPSAKE_FROM_FILES_KEY",
    form: "text",
    secret: true,
    about: both(
      "Key with which the files that `migrate` or `backup` reads are sealed, where it is not blobs.encryptionKey.",
      "`migrate` 或 `backup` 所读附件的密钥；与 blobs.encryptionKey 不同时才需设置。",
    ),
    expected: both("a text of at least 8 characters", "至少 8 个字符的文本"),
    default: "",
  },
  {
    path: "moving.toFilesKey",
    variable: "KEEPSAKE_TO_FILES_KEY",
    form: "text",
    secret: true,
    about: both(
      "Key with which the files that `migrate` or `restore` writes are sealed, where it is not blobs.encryptionKey.",
      "`migrate` 或 `restore` 写入附件时所用的密钥；与 blobs.encryptionKey 不同时才需设置。",
    ),
    expected: both("a text of at least 8 characters", "至少 8 个字符的文本"),
    default: "",
  },
  {
    path: "moving.backupPassphrase",
    variable: "KEEPSAKE_BACKUP_PASSPHRASE",
    form: "text",
    secret: true,
    about: both(
      "Encrypts backups, and opens them again. A lost passphrase cannot be recovered.",
      "用于加密备份并重新打开；口令遗失后无法恢复。",
    ),
    expected: both("a text of at least 8 characters", "至少 8 个字符的文本"),
    default: "",
  },
  {
    path: "moving.backupKeyFile",
    variable: "KEEPSAKE_BACKUP_KEY_FILE",
    form: "text",
    about: both(
      "File of at least 32 bytes that backups are encrypted with, in place of a passphrase.",
      "代替口令、用于加密备份的密钥文件，至少 32 字节。",
    ),
    expected: both("a file path", "文件路径"),
    default: "",
  },
];
