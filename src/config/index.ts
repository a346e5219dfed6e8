export { describeConfig } from "./describe.js";
export { languageOfEnvironment, loadConfig } from "./load.js";
export { type ConfigProblem, renderProblems } from "./problems.js";
export {
  type ApiKeyConfig,
  configSchema,
  type KeepsakeConfig,
  type KeepsakeConfigInput,
  type Language,
  type ServingRole,
} from "./schema.js";
export { FILE_NAME, FILE_VARIABLE } from "./setting.js";
export { SETTINGS } from "./settings.js";
export { configOfAddress } from "./store-address.js";
