import type { ReadResourceResult, Resource, ResourceTemplateType } from "@modelcontextprotocol/server";
import type { Language } from "../../config/index.js";
import { KeepsakeError } from "../../domain/index.js";
import { type Caller, operationNamed, runOperation } from "../../operations/index.js";
import type { DoorEngine } from "../engine.js";
import type { CallTerms } from "./call-terms.js";

/*
 * Memory as things to look at: what a person attaches to a conversation by hand. Each is an operation of the table under an address, so that
 * permission, scope and audit are those of the tools.
 */

interface Kind {
  readonly name: string;
  readonly operation: string;
  /** Where the address names one thing, `{}` is its id. */
  readonly pattern: string;
  readonly field?: string;
  readonly title: Readonly<Record<Language, string>>;
  readonly about: Readonly<Record<Language, string>>;
}

const MIME = "application/json";

const KINDS: readonly Kind[] = [
  {
    name: "profile",
    operation: "profile",
    pattern: "keepsake://profile",
    title: { en: "Profile of the user", zh: "用户画像" },
    about: {
      en: "What currently holds about the user, grouped by kind, most important first.",
      zh: "当前关于用户的各类陈述，按类别分组、按重要程度排列。",
    },
  },
  {
    name: "memory",
    operation: "get",
    pattern: "keepsake://memories/{}",
    field: "id",
    title: { en: "A memory", zh: "一条记忆" },
    about: { en: "One statement with its evidence and its times.", zh: "一条陈述，含原话与时间。" },
  },
  {
    name: "session-summary",
    operation: "summary-get",
    pattern: "keepsake://sessions/{}/summary",
    field: "sessionId",
    title: { en: "Summary of a conversation", zh: "会话摘要" },
    about: { en: "What was said and decided in one conversation.", zh: "一段会话的要点与决定。" },
  },
];

export function listResources(language: Language): Resource[] {
  return KINDS.filter((kind) => kind.field === undefined).map(({ name, pattern, title, about }) => ({
    ...{ uri: pattern, name, title: title[language], description: about[language], mimeType: MIME },
  }));
}

export function listResourceTemplates(language: Language): ResourceTemplateType[] {
  return KINDS.filter((kind) => kind.field !== undefined).map(({ name, pattern, field, title, about }) => ({
    ...{ uriTemplate: pattern.replace("{}", `{${field}}`), name },
    ...{ title: title[language], description: about[language], mimeType: MIME },
  }));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new KeepsakeError("INVALID_INPUT", "the address is not well-formed", { field: "uri" }, { cause });
  }
}

/** The operation behind an address and its input. */
function resolve(uri: string): { readonly operation: string; readonly input: Record<string, string> } {
  for (const { operation, pattern, field } of KINDS) {
    const [before = "", after] = pattern.split("{}");
    if (field === undefined || after === undefined) {
      if (uri === pattern) return { operation, input: {} };
      continue;
    }
    const id = uri.slice(before.length, uri.length - after.length);
    const fits = uri.startsWith(before) && uri.endsWith(after) && id !== "" && !id.includes("/");
    if (fits) return { operation, input: { [field]: decode(id) } };
  }
  throw new KeepsakeError("NOT_FOUND", `there is no resource ${JSON.stringify(uri)}`, { field: "uri" });
}

/** @throws KeepsakeError of the operation behind the address; NOT_FOUND for an address that names nothing */
export async function readResource(
  engine: DoorEngine,
  caller: Caller,
  { uri, ...terms }: CallTerms & { readonly uri: string },
  language: Language,
): Promise<ReadResourceResult> {
  const { operation: name, input } = resolve(uri);
  const operation = operationNamed(name);
  const output = await runOperation(operation, { parts: engine.parts, caller, ...terms }, input, language);
  return { contents: [{ uri, mimeType: MIME, text: JSON.stringify(output) }] };
}
