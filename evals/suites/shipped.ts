import { join } from "node:path";
import type { DataFile } from "../readers/files.js";
import { readDataFile } from "../readers/files.js";
import { goldenFolder } from "./golden.js";
import type { RunContext } from "./suite.js";

/** The file named by --data, else the one that ships in a folder of the golden set. */
export async function readShipped(context: Pick<RunContext, "dataPath">, name: string): Promise<DataFile> {
  if (context.dataPath !== undefined) return await readDataFile(context.dataPath);
  const file = await readDataFile(join(goldenFolder(), name));
  return { ...file, path: `evals/golden/${name}` };
}
