import type { Language } from "../../config/index.js";
import { ERROR_CATALOGUE, type ErrorCode } from "../../domain/index.js";
import {
  inputJsonSchema,
  type JsonObject,
  type Operation,
  outputJsonSchema,
  REMOTE_OPERATIONS,
} from "../../operations/index.js";
import { errorRemedy, errorTitle } from "../messages/error-texts.js";
import { packageVersion } from "../version.js";
import { pathFields } from "./read-input.js";
import { REFERENCE_STYLE } from "./reference-style.js";

const WORDS = {
  en: {
    title: "HTTP reference",
    other: "中文",
    intro:
      "Every call is about one user, named in the path and checked against the API key (<code>Authorization: Bearer …</code>). Instants are ISO 8601 with <code>Z</code> or an offset. Unknown fields are errors.",
    fields: "Fields",
    field: "Field",
    form: "Form",
    meaning: "Meaning",
    required: "required",
    inPath: "in the path",
    example: "Example",
    answer: "Answer (JSON Schema)",
    permission: "Permission",
    errors: "Errors",
    errorsTitle: "Error codes",
    status: "Status",
    remedy: "What to do",
    document: "OpenAPI 3.1 document",
    any: "any JSON",
  },
  zh: {
    title: "HTTP 参考",
    other: "English",
    intro:
      "每次调用都针对路径中的一位用户，并与 API 密钥核对（<code>Authorization: Bearer …</code>）。时刻为带 <code>Z</code> 或时差的 ISO 8601。未知字段一律报错。",
    fields: "字段",
    field: "字段",
    form: "形式",
    meaning: "含义",
    required: "必填",
    inPath: "在路径中",
    example: "示例",
    answer: "返回（JSON Schema）",
    permission: "权限",
    errors: "错误",
    errorsTitle: "错误码",
    status: "状态码",
    remedy: "处理办法",
    document: "OpenAPI 3.1 文档",
    any: "任意 JSON",
  },
} as const;

type Words = (typeof WORDS)[Language];

function html(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function formOf(schema: JsonObject, words: Words): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => `<code>${html(String(value))}</code>`).join(" ");
  if (schema.const !== undefined) return `<code>${html(String(schema.const))}</code>`;
  if (schema.type === "array") return `${isObject(schema.items) ? formOf(schema.items, words) : ""} []`;
  if (schema.format === "date-time") return "ISO 8601";
  const range = [schema.minimum ?? schema.minLength, schema.maximum ?? schema.maxLength].filter(
    (part) => part !== undefined,
  );
  const bounds = range.length === 2 ? ` ${range.join("–")}` : "";
  return `${html(String(schema.type ?? words.any))}${bounds}`;
}

function fieldRows(schema: JsonObject, inPath: readonly string[], words: Words, prefix = ""): string {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return Object.entries(isObject(schema.properties) ? schema.properties : {})
    .map(([name, part]) => {
      const property = isObject(part) ? part : {};
      const marks = [required.has(name) ? words.required : "", inPath.includes(name) ? words.inPath : ""].filter(
        (mark) => mark !== "",
      );
      const label = `<code>${html(prefix + name)}</code> <span class="required">${marks.join(" · ")}</span>`;
      const row = `<tr><td>${label}</td><td class="soft">${formOf(property, words)}</td><td>${html(String(property.description ?? ""))}</td></tr>`;
      const items = isObject(property.items) ? property.items : undefined;
      return items?.properties === undefined ? row : row + fieldRows(items, [], words, `${prefix}${name}[].`);
    })
    .join("");
}

function sampleOf(name: string, schema: JsonObject): unknown {
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  switch (schema.type) {
    case "array":
      return [sampleOf(name, isObject(schema.items) ? schema.items : {})];
    case "object":
      return sampleBody(schema, []);
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return true;
    default:
      return schema.format === "date-time"
        ? "2026-05-01T09:30:00+08:00"
        : name === "text"
          ? "I moved to Hangzhou"
          : name;
  }
}

function sampleBody(schema: JsonObject, leaveOut: readonly string[]): Record<string, unknown> {
  const required = (Array.isArray(schema.required) ? schema.required : [])
    .map(String)
    .filter((name) => !leaveOut.includes(name));
  const properties = isObject(schema.properties) ? schema.properties : {};
  return Object.fromEntries(
    required.map((name) => [name, sampleOf(name, isObject(properties[name]) ? properties[name] : {})]),
  );
}

function curlOf(operation: Operation, schema: JsonObject): string {
  const { method, path } = operation.http;
  const url = path
    .replace("{user}", "ada")
    .replace(/\{(\w+)\}/g, (_match, name: string) => (name === "id" ? "mem_01" : name));
  const body = sampleBody(schema, pathFields(operation));
  const takesBody = method === "POST" || method === "PUT";
  const data = operation.name === "forget" ? { id: "mem_01" } : body;
  const tail = takesBody ? ` \\\n  -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(data)}'` : "";
  return `curl -X ${method} http://127.0.0.1:7411${url} \\\n  -H 'Authorization: Bearer …'${tail}`;
}

function errorLinks(codes: readonly ErrorCode[]): string {
  return [...new Set(codes)].map((code) => `<a href="#${code}"><code>${code}</code></a>`).join(" ");
}

function section(operation: Operation, language: Language): string {
  const words = WORDS[language];
  const schema = inputJsonSchema(operation, language);
  const rows = fieldRows(schema, pathFields(operation), words);
  const fields =
    rows === ""
      ? ""
      : `<h3>${words.fields}</h3><table><thead><tr><th>${words.field}</th><th>${words.form}</th><th>${words.meaning}</th></tr></thead><tbody>${rows}</tbody></table>`;
  return `<section id="${operation.name}"><h2>${html(operation.title[language])}</h2>
<div class="route"><span class="method ${operation.http.method}">${operation.http.method}</span><code>${html(operation.http.path)}</code></div>
<p>${html(operation.description[language])}</p>
<p class="soft">${words.permission} <code>${operation.permission}</code></p>
${fields}
<h3>${words.example}</h3><pre><code>${html(curlOf(operation, schema))}</code></pre>
<details><summary>${words.answer}</summary><pre><code>${html(JSON.stringify(outputJsonSchema(operation, language), null, 2))}</code></pre></details>
<h3>${words.errors}</h3><p>${errorLinks(operation.errors)}</p></section>`;
}

function errorTable(language: Language): string {
  const words = WORDS[language];
  const rows = (Object.keys(ERROR_CATALOGUE) as ErrorCode[])
    .map((code) => {
      const title = html(errorTitle(code)[language]);
      const remedy = html(errorRemedy(code)[language]);
      return `<tr id="${code}"><td><code>${code}</code></td><td>${ERROR_CATALOGUE[code].http}</td><td>${title}</td><td>${remedy}</td></tr>`;
    })
    .join("");
  return `<section id="errors"><h2>${words.errorsTitle}</h2><table><thead><tr><th>${words.field}</th><th>${words.status}</th><th>${words.meaning}</th><th>${words.remedy}</th></tr></thead><tbody>${rows}</tbody></table></section>`.replace(
    `<th>${words.field}</th>`,
    "<th></th>",
  );
}

/** The browsable reference: one page, no script, nothing fetched from elsewhere. */
export function referencePage(language: Language): string {
  const words = WORDS[language];
  const other = language === "en" ? "zh" : "en";
  const links = REMOTE_OPERATIONS.map(
    ({ name, title, http }) =>
      `<li><a href="#${name}"><span class="method ${http.method}">${http.method}</span>${html(title[language])}</a></li>`,
  ).join("");
  return `<!doctype html><html lang="${language === "zh" ? "zh-CN" : "en"}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>Keepsake · ${words.title}</title><style>${REFERENCE_STYLE}</style></head>
<body><div class="page"><nav><h1>Keepsake</h1><div class="version">${words.title} · ${html(packageVersion())}</div>
<p><a href="/reference?lang=${other}" lang="${other}">${words.other}</a> · <a href="/openapi.json?lang=${language}">${words.document}</a></p>
<ul>${links}<li><a href="#errors">${words.errorsTitle}</a></li></ul></nav>
<main><h1>${words.title}</h1><p>${words.intro}</p>${REMOTE_OPERATIONS.map((operation) => section(operation, language)).join("\n")}${errorTable(language)}</main></div></body></html>`;
}
