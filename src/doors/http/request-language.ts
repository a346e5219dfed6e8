import type { FastifyRequest } from "fastify";
import type { Language } from "../../config/index.js";
import { askedLanguage } from "../asked-language.js";

export function languageOf(request: FastifyRequest, fallback: Language): Language {
  return askedLanguage(request.headers["accept-language"], fallback);
}

/** Of a page, where a link may say it. */
export function pageLanguage(request: FastifyRequest, fallback: Language): Language {
  const { lang } = request.query as { readonly lang?: unknown };
  return lang === "zh" || lang === "en" ? lang : languageOf(request, fallback);
}
