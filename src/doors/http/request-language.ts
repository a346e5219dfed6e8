import type { FastifyRequest } from "fastify";
import type { Language } from "../../config/index.js";
import { askedLanguage, namedLanguage } from "../asked-language.js";

export function languageOf(request: FastifyRequest, fallback: Language): Language {
  return askedLanguage(request.headers["accept-language"], fallback);
}

/** What the caller asked for, for the work itself. */
export function namedIn(request: FastifyRequest): { readonly language?: Language } {
  const language = namedLanguage(request.headers["accept-language"]);
  return language === undefined ? {} : { language };
}

/** Of a page, where a link may say it. */
export function pageLanguage(request: FastifyRequest, fallback: Language): Language {
  const { lang } = request.query as { readonly lang?: unknown };
  return lang === "zh" || lang === "en" ? lang : languageOf(request, fallback);
}
