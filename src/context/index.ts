export { assembleContext } from "./assemble-context.js";
export { traceContext } from "./trace-context.js";
