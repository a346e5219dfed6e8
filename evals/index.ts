export { type EvalIo, runEvalCli } from "./cli/commands.js";
