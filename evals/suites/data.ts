import { DataError } from "../readers/data-error.js";
import type { DataFile } from "../readers/files.js";
import { readDataFile } from "../readers/files.js";
import type { RunContext } from "./suite.js";

/** The file named by --data. DataError when none was named. @param what completes "This suite reads …" */
export async function readNamedData(context: Pick<RunContext, "dataPath">, what: string): Promise<DataFile> {
  if (context.dataPath === undefined) throw new DataError(`This suite reads ${what}. Name it with --data PATH.`);
  return await readDataFile(context.dataPath);
}
