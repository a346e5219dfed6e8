import { goesRed } from "../goes-red.js";
import { BROKEN_ENGINES } from "./broken-engines.js";

goesRed("vector engines", new URL("./broken.suite.ts", import.meta.url), Object.keys(BROKEN_ENGINES));
