import { goesRed } from "../goes-red.js";
import { BROKEN_STORAGES } from "./broken-storages.js";

goesRed("storages", new URL("./broken.suite.ts", import.meta.url), Object.keys(BROKEN_STORAGES));
