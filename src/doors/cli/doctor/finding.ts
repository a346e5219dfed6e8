import type { KeepsakeConfig, Language } from "../../../config/index.js";
import { type Scope, toKeepsakeError } from "../../../domain/index.js";
import { inChinese } from "../../../operations/index.js";
import type { DoorEngine } from "../../engine.js";
import { errorRemedy } from "../../messages/error-texts.js";

export type Bilingual = Readonly<Record<Language, string>>;

/** `notice`: a choice that somebody should know of; `warning`: will trouble somebody; `failed`: mend it before anybody relies on it. */
export type FindingStatus = "ok" | "notice" | "warning" | "failed";

export interface Finding {
  readonly check: string;
  readonly status: FindingStatus;
  /** What was seen. */
  readonly what: Bilingual;
  /** How to mend it; absent where there is nothing to mend. */
  readonly remedy?: Bilingual;
}

export interface Patient {
  readonly config: KeepsakeConfig;
  readonly engine: DoorEngine;
  readonly tenants: readonly string[];
  readonly scopes: readonly Scope[];
}

export const both = (en: string, zh: string): Bilingual => ({ en, zh });

export function finding(check: string, status: FindingStatus, what: Bilingual, remedy?: Bilingual): Finding {
  return { check, status, what, ...(status === "ok" || remedy === undefined ? {} : { remedy }) };
}

/** What could not even be looked at. */
export function unmade(check: string, thrown: unknown): Finding {
  const { code, message } = toKeepsakeError(thrown);
  const what = both(`${code}: ${message}`, `${code}：${inChinese(message) ?? message}`);
  return finding(check, "failed", what, errorRemedy(code));
}
