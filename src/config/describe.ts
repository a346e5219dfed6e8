import type { KeepsakeConfig } from "./schema.js";
import { kindPathOf } from "./setting.js";
import { SETTINGS } from "./settings.js";

const HIDDEN = "********";

interface DescribedSetting {
  readonly path: string;
  readonly variable: string;
  /** Absent: not set. Secrets are shown as stars, whatever their length. */
  readonly value?: string | number | boolean;
  readonly about: { readonly en: string; readonly zh: string };
}

function valueAt(config: KeepsakeConfig, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (at, part) => (typeof at === "object" && at !== null ? (at as Record<string, unknown>)[part] : undefined),
      config,
    );
}

/** Credentials inside an address (`https://user:password@host`, `?password=`) are secrets too. */
function withoutCredentials(value: string): string {
  if (!/^(https?|postgres(ql)?|mysql|mariadb|rediss?):\/\//.test(value)) return value;
  const url = new URL(value);
  const secrets = [...url.searchParams.keys()].filter((name) => /password|passphrase|secret|token|key$/i.test(name));
  if (url.username === "" && url.password === "" && secrets.length === 0) return value;
  url.username = "";
  url.password = "";
  for (const name of secrets) url.searchParams.delete(name);
  return url.toString();
}

function shown(value: unknown): string | number | boolean | undefined {
  if (typeof value === "object" && value !== null) {
    const parts = Array.isArray(value)
      ? value.map(String)
      : Object.entries(value).map(([name, part]) => `${name}=${part}`);
    return parts.length === 0 ? undefined : parts.join(",");
  }
  if (typeof value === "string") return withoutCredentials(value);
  if (typeof value === "number" || typeof value === "boolean") return value;
  return undefined;
}

/** The effective configuration, setting by setting, fit for a screen or a bug report. */
export function describeConfig(config: KeepsakeConfig): readonly DescribedSetting[] {
  return SETTINGS.map(({ path, variable, kind, secret, about }) => {
    const isOfAnother = kind !== undefined && kind !== valueAt(config, kindPathOf(path));
    const value = isOfAnother ? undefined : valueAt(config, path);
    if (path === "http.apiKeys") {
      const names = config.http.apiKeys.map((key) => `${key.name}:${HIDDEN}`).join(",");
      return names === "" ? { path, variable, about } : { path, variable, about, value: names };
    }
    const text = secret === true && value !== undefined ? HIDDEN : shown(value);
    return text === undefined ? { path, variable, about } : { path, variable, about, value: text };
  });
}
