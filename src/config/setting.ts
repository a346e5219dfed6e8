export interface Bilingual {
  readonly en: string;
  readonly zh: string;
}

/** How the text of an environment variable becomes a value of the schema. */
type VariableForm = "text" | "number" | "switch" | "keys" | "list" | "amounts";

/** One setting as people see it: the table of the reference, of `keepsake config`, and of error messages. */
export interface Setting {
  readonly path: string;
  readonly variable: string;
  readonly form: VariableForm;
  /** Of which kind of its owner (`storage.kind`) it is, where several kinds have a setting of this path, each with its own variable. */
  readonly kind?: string;
  readonly secret?: true;
  readonly about: Bilingual;
  readonly expected: Bilingual;
  /** Shown in the reference; computed defaults are described instead. */
  readonly default: string;
}

/** The path of the kind that decides whether a setting is there. */
export const kindPathOf = (path: string): string => `${path.split(".")[0]}.kind`;

/** Names the configuration file; the one variable that is not a setting. */
export const FILE_VARIABLE = "KEEPSAKE_CONFIG";
/** Of the tests' own: no settings, and no slips of the finger either. */
export const TEST_VARIABLES = "KEEPSAKE_TEST_";
export const FILE_NAME = "keepsake.config.json";

export const both = (en: string, zh: string): Bilingual => ({ en, zh });
export const oneOf = (...values: readonly string[]): Bilingual =>
  both(`one of ${values.join(", ")}`, `以下之一：${values.join("、")}`);
export const wholeNumber = (from: number, to: number): Bilingual =>
  both(`a whole number from ${from} to ${to}`, `${from} 到 ${to} 的整数`);
export const amount = both("an amount from 0 to 1000000", "0 到 1000000 的金额");
export const idText = both(
  "a text of 1 to 256 characters without control characters",
  "1 到 256 个字符的文本，不含控制字符",
);
export const idList = both("user ids parted by commas, or a JSON list of them", "以逗号分隔的用户编号，或其 JSON 列表");
export const httpUrl = both("an http:// or https:// address", "http:// 或 https:// 开头的地址");
export const someText = both("a non-empty text", "非空文本");
