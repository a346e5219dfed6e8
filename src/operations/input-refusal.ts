import { z } from "zod";
import { KeepsakeError } from "../domain/index.js";
import { inChinese } from "./chinese-messages.js";

export type MessageLanguage = "en" | "zh";

/** What is wrong with one field. */
interface InputProblem {
  readonly field: string;
  readonly message: string;
}

/** What the schema library leaves in English within its Chinese messages. */
const TYPES: Readonly<Record<string, string>> = {
  string: "文本",
  number: "数",
  int: "整数",
  boolean: "布尔值",
  array: "列表",
  object: "对象",
  record: "对象",
  undefined: "未给出",
  null: "空值",
  NaN: "非数",
};
const TYPE = new RegExp(`(?<![\\w"“])(?:${Object.keys(TYPES).join("|")})(?![\\w"”])`, "gu");

/** The same kinds in English, as a person says them. */
const KINDS: Readonly<Record<string, string>> = {
  ...{ string: "text", number: "a number", int: "a whole number", boolean: "true or false", array: "a list" },
  ...{ object: "an object", record: "an object", null: "null", NaN: "no number" },
};

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Number.isNaN(value)) return "NaN";
  return Array.isArray(value) ? "array" : typeof value;
}

type Told = Parameters<z.core.$ZodErrorMap>[0];

/** What is said of a field of the wrong kind; the schema library speaks of its own types there. */
function wrongKind(issue: Told, language: MessageLanguage): string | undefined {
  if (issue.code !== "invalid_type") return undefined;
  const zh = language === "zh";
  if (issue.input === undefined) return zh ? "必须给出" : "is required";
  const given = kindOf(issue.input);
  if (zh) return `须为${TYPES[issue.expected] ?? issue.expected}，收到的是${TYPES[given] ?? given}`;
  return `must be ${KINDS[issue.expected] ?? issue.expected}, not ${KINDS[given] ?? given}`;
}

/** The schema library's own messages; those of the table are in `inChinese`. */
const libraryChinese = z.locales.zhCN().localeError;

const chinese: z.core.$ZodErrorMap = (issue) => {
  const told = wrongKind(issue, "zh") ?? libraryChinese(issue);
  const message = typeof told === "string" ? told : told?.message;
  return message?.replace(TYPE, (word) => TYPES[word] ?? word);
};

const english: z.core.$ZodErrorMap = (issue) => wrongKind(issue, "en");

const IDENTITY = new Set(["user", "userid", "user_id", "tenant", "tenantid", "tenant_id", "scope"]);

/** `turns[3].at`; `input` for the whole. */
function fieldPath(path: readonly PropertyKey[]): string {
  const text = path.reduce<string>((so, part) => {
    if (typeof part === "number") return `${so}[${part}]`;
    return so === "" ? String(part) : `${so}.${String(part)}`;
  }, "");
  return text === "" ? "input" : text;
}

function unknownField(field: string, key: string, language: MessageLanguage): InputProblem {
  // P09: whose memory it is comes from the credential; a body that names a user is refused, not obeyed and not ignored.
  if (IDENTITY.has(key.toLowerCase())) {
    const message =
      language === "zh"
        ? "用户与租户取自凭据，不可写在输入中"
        : "user and tenant come from the credential, never from the input";
    return { field, message };
  }
  // what other interfaces call the words of a turn
  if (/^turns\[\d+\]\.(?:content|message|parts)$/u.test(field)) {
    const message =
      language === "zh"
        ? "没有这个字段；发言的文字写在 `text` 中"
        : "there is no such field; the words of a turn stand in `text`";
    return { field, message };
  }
  return { field, message: language === "zh" ? "没有这个字段" : "there is no such field" };
}

function problemsOf(error: z.ZodError, language: MessageLanguage): InputProblem[] {
  return error.issues.flatMap((issue): InputProblem[] => {
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => unknownField(fieldPath([...issue.path, key]), key, language));
    }
    const message = language === "zh" ? (inChinese(issue.message) ?? issue.message) : issue.message;
    return [{ field: fieldPath(issue.path), message }];
  });
}

/**
 * Reads an untrusted value by a schema.
 * @throws INVALID_INPUT with the first field at fault in `details.field` and all of them in `details.problems`
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  language: MessageLanguage = "en",
): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: language === "zh" ? chinese : english });
  if (parsed.success) return parsed.data;
  const problems = problemsOf(parsed.error, language);
  const message = problems.map((problem) => `${problem.field}: ${problem.message}`).join("; ");
  throw new KeepsakeError("INVALID_INPUT", message, { field: problems[0]?.field ?? "input", problems });
}
