#!/usr/bin/env node
import { existsSync } from "node:fs";

const main = new URL("../dist/src/main.js", import.meta.url);
if (existsSync(main)) await import(main.href);
else {
  process.stderr.write(
    "Keepsake is not built yet: run `npm ci` and `npm run build` first.\n尚未构建：请先运行 `npm ci` 和 `npm run build`。\n",
  );
  process.exitCode = 1;
}
