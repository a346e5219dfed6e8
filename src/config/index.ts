export { type DescribedSetting, describeConfig } from "./describe.js";
export { type LoadConfigOptions, languageOfEnvironment, loadConfig } from "./load.js";
export { type ConfigProblem, renderProblems } from "./problems.js";
export {
  type ApiKeyConfig,
  configSchema,
  type KeepsakeConfig,
  type KeepsakeConfigInput,
  type Language,
} from "./schema.js";
export { FILE_NAME, FILE_VARIABLE, SETTINGS, type Setting } from "./settings.js";
