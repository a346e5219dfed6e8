import type { Language } from "../config/index.js";

/** The language that `accept-language` asks for first, Chinese or else English; undefined where it asks for none. */
export function namedLanguage(header: string | null | undefined): Language | undefined {
  const asked = header?.trim().toLowerCase() ?? "";
  if (asked === "" || asked.startsWith("*")) return undefined;
  return asked.startsWith("zh") ? "zh" : "en";
}

/** As `namedLanguage`; `fallback` where it asks for none. */
export function askedLanguage(header: string | null | undefined, fallback: Language): Language {
  return namedLanguage(header) ?? fallback;
}
