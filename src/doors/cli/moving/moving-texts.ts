import type { Language } from "../../../config/index.js";

const EN = {
  steps: { reading: "reading", writing: "writing", comparing: "comparing", files: "files" },
  table: "TABLE",
  rows: "ROWS",
  checksum: "SHA-256",
  source: "SOURCE",
  target: "TARGET",
  total: "total",
  address: "a folder, postgres://…?schema=NAME, mysql://…, or env:VARIABLE that holds one of them",
  keyFile:
    "file of at least 32 bytes to encrypt with (default: KEEPSAKE_BACKUP_KEY_FILE, or KEEPSAKE_BACKUP_PASSPHRASE)",
  filesPlace: "own, a folder, s3, s3://bucket/prefix, or none",
  fromFiles: (place: string) => `where the source's files lie: ${place} (default: as configured)`,
  toFiles: (place: string) => `where the target's files are to lie: ${place} (default: as configured)`,
  withoutFiles: "leave attachments and transcripts where they are",
  files: (files: number, bytes: number) =>
    `Attachments and transcripts: ${files} files, ${bytes} bytes, compared byte for byte.`,
  filesShared: (files: number, bytes: number) =>
    `Attachments and transcripts: ${files} files, ${bytes} bytes, stay where they are: both sides use the same place.`,
  filesLeft: "Attachments and transcripts were left where they are.",
  filesOnBoth: (files: number, bytes: number, there: number, thereBytes: number) =>
    `Attachments and transcripts: ${files} files, ${bytes} bytes on the side of the source; ${there} files, ${thereBytes} bytes on the side of the target.`,
  filesDamaged: (count: number) =>
    `${count} files cannot be read and are not in the copy: they were changed or cut where they lie, or their key is another one (KEEPSAKE_FROM_FILES_KEY):`,
  filesGone: (count: number) => `${count} files were erased while they were read.`,
  filesOther: (count: number) =>
    `${count} other files of these users lie there, which the backup does not know; they were left alone (\`keepsake doctor\` tells which belong to nothing).`,
  filesWithout: "The backup holds no files.",
  filesElsewhere: (folder: string) => `files lie in ${folder}, which is not the configured place`,
  noStores: "this program opens no stores by themselves",
  noSource: (folder: string) => `there is no store in ${folder}`,
  sameStore: "source and target are the same store",
  missing: (option: string) => `${option} is missing`,
  exists: (file: string) => `${file} is there already`,
  cannotWrite: (file: string, why: string) => `${file} cannot be written (${why})`,
  cannotReadKey: (file: string, why: string) => `the key file ${file} cannot be read (${why})`,

  backupTitle: "Keep a copy of the whole store in one file",
  backupAbout:
    "Writes everything of one instant, attachments and transcripts included, into one compressed file, from which `keepsake restore` makes a store of any kind. The store may be in use. The file is encrypted where a passphrase (KEEPSAKE_BACKUP_PASSPHRASE) or a key file is given; without, it can be read by whoever has it.",
  backupTo: "file to make, or a folder for a file named by the time",
  backupFrom: (address: string) => `which store: ${address} (default: the configured one)`,
  backupVerify: "read the file back and compare counts and checksums",
  backedUp: (rows: number, file: string) => `Kept ${rows} rows in ${file}.`,
  readBack: "Read back: counts and checksums are those of the store.",
  open: "Not encrypted: whoever has the file can read it. Set KEEPSAKE_BACKUP_PASSPHRASE, or give --key-file.",

  restoreTitle: "Make a store from a backup",
  restoreAbout:
    "Fills an empty store from a file that `keepsake backup` made, whichever kind of store it came from. The file is read to its end before anything is written, and the store is compared with it afterwards. When it was cut off, run it again.",
  restoreFrom: "the backup",
  restoreTo: (address: string) => `which store: ${address} (default: the configured one)`,
  restoreVerify: "only read the file and check counts and checksums; write nothing",
  restoreForce: "where the folder holds a store already, restore into a new folder inside it",
  verified: (rows: number, at: string) => `Whole: ${rows} rows, kept at ${at}.`,
  restored: (rows: number, name: string) =>
    `Restored ${rows} rows into ${name}; counts and checksums are those of the backup.`,

  migrateTitle: "Move everything to another store",
  migrateAbout:
    "Copies everything from one store into another, empty one, of whatever kind, and compares counts and checksums. The source may be in use: run it as often as you like, each run catches up with what changed. With --final writers are held off the source for the last look; then the target is complete, and the source stays read-only. When it was cut off, run it again.",
  migrateFrom: (address: string) => `source: ${address}`,
  migrateTo: (address: string) => `target: ${address}`,
  migrateDryRun: "only count what is on both sides",
  migrateFinal: "hold writers off the source and complete the move; the source stays read-only",
  migrateRelease: "let a source that is held be written to again; no target is needed",
  released: "The store may be written to again.",
  wouldMove: "Nothing was copied.",
  copied: (written: number, removed: number, rounds: number) =>
    `Wrote ${written} rows and took out ${removed}, in ${rounds} looks at the source. Counts and checksums are equal, as of the last look.`,
  goesOn: "What is written from now on is not there yet: run it again with --final to complete the move.",
  complete:
    "The move is complete. Point every process at the target; the source is read-only (--release opens it again).",
};

export type MovingTexts = typeof EN;

const ZH: MovingTexts = {
  steps: { reading: "读取", writing: "写入", comparing: "核对", files: "附件" },
  table: "表",
  rows: "行数",
  checksum: "SHA-256",
  source: "来源",
  target: "目标",
  total: "合计",
  address: "文件夹、postgres://…?schema=名称、mysql://…，或内容为其一的 env:变量名",
  keyFile: "用于加密的密钥文件，至少 32 字节（默认取 KEEPSAKE_BACKUP_KEY_FILE 或 KEEPSAKE_BACKUP_PASSPHRASE）",
  filesPlace: "own、文件夹、s3、s3://存储桶/前缀，或 none",
  fromFiles: (place) => `来源的附件存放处：${place}（默认按配置）`,
  toFiles: (place) => `目标的附件存放处：${place}（默认按配置）`,
  withoutFiles: "附件与会话全文留在原处",
  files: (files, bytes) => `附件与会话全文：${files} 个文件，${bytes} 字节，已逐字节核对。`,
  filesShared: (files, bytes) => `附件与会话全文：${files} 个文件，${bytes} 字节，留在原处：两边使用同一存放处。`,
  filesLeft: "附件与会话全文留在原处。",
  filesOnBoth: (files, bytes, there, thereBytes) =>
    `附件与会话全文：来源 ${files} 个文件，${bytes} 字节；目标 ${there} 个文件，${thereBytes} 字节。`,
  filesDamaged: (count) =>
    `${count} 个文件无法读取，未包含在内：可能在存放处被改动或截断，或密钥不同（KEEPSAKE_FROM_FILES_KEY）：`,
  filesGone: (count) => `${count} 个文件在读取期间被抹除。`,
  filesOther: (count) =>
    `该处另有这些用户的 ${count} 个文件，备份中没有；未作改动（\`keepsake doctor\` 会指出其中无主的）。`,
  filesWithout: "备份中没有附件。",
  filesElsewhere: (folder) => `${folder} 中有文件，而它不是所配置的存放处`,
  noStores: "本程序不能单独打开存储",
  noSource: (folder) => `${folder} 中没有存储`,
  sameStore: "来源与目标是同一个存储",
  missing: (option) => `缺少 ${option}`,
  exists: (file) => `${file} 已经存在`,
  cannotWrite: (file, why) => `无法写入 ${file}（${why}）`,
  cannotReadKey: (file, why) => `无法读取密钥文件 ${file}（${why}）`,

  backupTitle: "把整个存储备份为一个文件",
  backupAbout:
    "把某一时刻的全部内容（包括附件与会话全文）写入一个压缩文件；`keepsake restore` 可用它重建任意种类的存储。备份期间存储可照常使用。给出口令（KEEPSAKE_BACKUP_PASSPHRASE）或密钥文件时文件会加密；否则拿到文件的人都能读取。",
  backupTo: "要生成的文件，或一个文件夹（文件按时间命名）",
  backupFrom: (address) => `哪个存储：${address}（默认为所配置的存储）`,
  backupVerify: "写完后读回文件，核对行数与校验和",
  backedUp: (rows, file) => `已将 ${rows} 行备份到 ${file}。`,
  readBack: "已读回：行数与校验和同存储一致。",
  open: "未加密：拿到该文件的人都能读取。请设置 KEEPSAKE_BACKUP_PASSPHRASE，或用 --key-file 指定密钥文件。",

  restoreTitle: "从备份重建存储",
  restoreAbout:
    "用 `keepsake backup` 制作的文件填充一个空的存储，无论备份来自哪一种存储。先把文件完整读一遍再写入，写完后再与之核对。若中途中断，再次运行即可。",
  restoreFrom: "备份文件",
  restoreTo: (address) => `哪个存储：${address}（默认为所配置的存储）`,
  restoreVerify: "只读取文件并核对行数与校验和，不写入任何内容",
  restoreForce: "若文件夹中已有存储，则恢复到其中新建的文件夹",
  verified: (rows, at) => `完好：共 ${rows} 行，备份于 ${at}。`,
  restored: (rows, name) => `已将 ${rows} 行恢复到 ${name}；行数与校验和同备份一致。`,

  migrateTitle: "把全部内容迁移到另一个存储",
  migrateAbout:
    "把一个存储的全部内容复制到另一个空的存储（种类不限），并核对行数与校验和。来源可照常使用：可运行任意多次，每次都会补上期间的变化。使用 --final 时，最后一次复制期间来源不可写入；完成后目标即完整，来源保持只读。若中途中断，再次运行即可。",
  migrateFrom: (address) => `来源：${address}`,
  migrateTo: (address) => `目标：${address}`,
  migrateDryRun: "只统计两边的行数",
  migrateFinal: "停止来源的写入并完成迁移；来源保持只读",
  migrateRelease: "让被停止写入的来源重新可写；不需要目标",
  released: "该存储可以重新写入。",
  wouldMove: "未复制任何内容。",
  copied: (written, removed, rounds) =>
    `共查看来源 ${rounds} 次，写入 ${written} 行，移除 ${removed} 行。截至最后一次查看，行数与校验和一致。`,
  goesOn: "此后写入的内容尚未复制：请加上 --final 再次运行以完成迁移。",
  complete: "迁移完成。请让所有进程改用目标存储；来源已为只读（--release 可重新开放）。",
};

export function movingTextsOf(language: Language): MovingTexts {
  return language === "zh" ? ZH : EN;
}
