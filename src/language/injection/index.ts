export { isInjectedContext } from "./context.js";
export { findInjection } from "./find.js";
export type { InjectionKind, InjectionMark } from "./mark.js";
export { injectionSigns } from "./signs.js";
export { suspicionOf } from "./suspicious.js";
