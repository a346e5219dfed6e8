import { goesRed } from "../goes-red.js";
import { BROKEN_BLOBS } from "./broken-blobs.js";

goesRed("blob stores", new URL("./broken.suite.ts", import.meta.url), Object.keys(BROKEN_BLOBS));
