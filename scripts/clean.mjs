// Removes what a build wrote, so that a file deleted from the source does not live on in the package.
import { rmSync } from "node:fs";

for (const folder of process.argv.slice(2))
  rmSync(new URL(`../${folder}`, import.meta.url), { recursive: true, force: true });
