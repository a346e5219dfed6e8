export { assembleContext } from "./assemble-context.js";
