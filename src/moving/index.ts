export type { ArchiveSecret } from "./archive/archive-key.js";
export type { ArchivedFiles } from "./archive/file-lines.js";
export type { ArchiveReport } from "./archive/read-archive.js";
export type { ArchiveContent } from "./archive/write-archive.js";
export { backUp, type Progressed, type RestoreReport, restoreBackup, verifyBackup } from "./backup.js";
export { type FilePlace, nameOfFile } from "./files/file-sum.js";
export type { CountedPlaces, FilesToMove, MovedFiles } from "./files/move-files.js";
export type { FilesAt } from "./files/require-place.js";
export {
  type CountedSides,
  countBoth,
  type MigrationReport,
  migrate,
  releaseStore,
} from "./migrate.js";
export type { TableFigures } from "./table-sum.js";
export { type FailedTry, isFilling, requireWhole } from "./unfinished.js";
