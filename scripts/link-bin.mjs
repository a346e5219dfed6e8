// npm links the commands of dependencies, not a package's own: with this link `npx keepsake` works in a clone, at once.
import { existsSync, mkdirSync, symlinkSync } from "node:fs";

const folder = new URL("../node_modules/.bin/", import.meta.url);
const link = new URL("keepsake", folder);
mkdirSync(folder, { recursive: true });
if (process.platform !== "win32" && !existsSync(link)) symlinkSync("../../bin/keepsake.js", link);
