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

/** The schema library's own messages; those of the table are in `inChinese`. */
const libraryChinese = z.locales.zhCN().localeError;

const chinese: typeof libraryChinese = (issue) => {
  const told = libraryChinese(issue);
  const message = typeof told === "string" ? told : told?.message;
  return message?.replace(TYPE, (word) => TYPES[word] ?? word);
};

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
  const parsed = schema.safeParse(value, language === "zh" ? { error: chinese } : {});
  if (parsed.success) return parsed.data;
  const problems = problemsOf(parsed.error, language);
  const message = problems.map((problem) => `${problem.field}: ${problem.message}`).join("; ");
  throw new KeepsakeError("INVALID_INPUT", message, { field: problems[0]?.field ?? "input", problems });
}
