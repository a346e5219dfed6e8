export type { ArchiveSecret } from "./archive/archive-key.js";
export type { ArchiveReport } from "./archive/read-archive.js";
export { backUp, type Progressed, restoreBackup, verifyBackup } from "./backup.js";
export { type CountedTable, countBoth, type MigrationReport, migrate, releaseStore } from "./migrate.js";
export type { TableFigures } from "./table-sum.js";
export { requireWhole } from "./unfinished.js";
