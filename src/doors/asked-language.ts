import type { Language } from "../config/index.js";

/** The language that `accept-language` asks for first, Chinese or else English; `fallback` where it asks for none. */
export function askedLanguage(header: string | null | undefined, fallback: Language): Language {
  const asked = header?.trim().toLowerCase() ?? "";
  if (asked === "" || asked.startsWith("*")) return fallback;
  return asked.startsWith("zh") ? "zh" : "en";
}
