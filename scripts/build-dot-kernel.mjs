/**
 * Compiles the dot-product kernel from its text into a constant that a plain build carries along.
 * The compiler is not a dependency of the package: `node scripts/build-dot-kernel.mjs <folder where wabt 1.0.39 is installed>`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const folder = process.argv[2];
if (folder === undefined) throw new Error("say in which folder `npm install wabt@1.0.39` was run");
const wabt = await createRequire(resolve(folder, "package.json"))("wabt")();
const source = new URL("../src/adapters/storage/relational/vector-block/dot-kernel.wat", import.meta.url);
const target = new URL("../src/adapters/storage/relational/vector-block/dot-kernel.ts", import.meta.url);

const parsed = wabt.parseWat("dot-kernel.wat", readFileSync(source, "utf8"), { simd: true });
parsed.validate();
const base64 = Buffer.from(parsed.toBinary({}).buffer).toString("base64");
const lines = base64.match(/.{1,100}/g).map((line, index) => `${index === 0 ? "" : "    "}"${line}"`);
writeFileSync(
  target,
  `// Generated from dot-kernel.wat by \`node scripts/build-dot-kernel.mjs <folder of wabt>\`; edit that file, not this one.

/** A WebAssembly module, in base64: it is part of the code, so that no file has to be found at run time. */
export const DOT_KERNEL =
  ${lines.join(" +\n").replace(/\n {4}/g, "\n  ")};
`,
);
