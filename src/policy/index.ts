export { DEFAULT_POLICY } from "./default-policy.js";
