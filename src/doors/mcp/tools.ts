import type { CallToolResult, Tool } from "@modelcontextprotocol/server";
import type { Language } from "../../config/index.js";
import { KeepsakeError } from "../../domain/index.js";
import {
  type Caller,
  findOperation,
  inputJsonSchema,
  OPERATIONS,
  type Operation,
  outputJsonSchema,
  runOperation,
} from "../../operations/index.js";
import type { DoorEngine } from "../engine.js";
import { reportError } from "../error-report.js";
import type { CallTerms } from "./call-terms.js";

type ToolSchema = Tool["inputSchema"];

function toolOf(operation: Operation, language: Language): Tool {
  const { readOnly, destructive, idempotent } = operation.hints;
  return {
    name: operation.name,
    title: operation.title[language],
    description: operation.description[language],
    inputSchema: inputJsonSchema(operation, language) as ToolSchema,
    outputSchema: outputJsonSchema(operation, language) as ToolSchema,
    annotations: {
      title: operation.title[language],
      readOnlyHint: readOnly,
      destructiveHint: destructive,
      idempotentHint: idempotent,
      // The store is closed: no tool reaches beyond the user's own memory.
      openWorldHint: false,
    },
  };
}

/** The operations that are offered as tools, in the table's order. */
export function listTools(language: Language): Tool[] {
  return OPERATIONS.filter((operation) => operation.mcp).map((operation) => toolOf(operation, language));
}

function failure(thrown: unknown, language: Language): CallToolResult {
  const error = reportError(thrown, language);
  return { isError: true, content: [{ type: "text", text: JSON.stringify({ error }) }] };
}

/**
 * Runs one tool. Whatever goes wrong comes back as a tool result with `isError`, so that the model can read it and mend its call.
 * Structured content is the operation's answer; the text block is the same as JSON, for clients of older revisions.
 */
export async function callTool(
  engine: DoorEngine,
  caller: Caller,
  { name, arguments: given, ...terms }: CallTerms & { readonly name: string; readonly arguments?: unknown },
  language: Language,
): Promise<CallToolResult> {
  try {
    const operation = findOperation(name);
    if (operation?.mcp !== true) {
      throw new KeepsakeError("NOT_FOUND", `there is no tool named ${JSON.stringify(name)}`, {
        field: "name",
        remedy: { en: "tools/list says which tools there are.", zh: "可用的工具见 tools/list。" },
      });
    }
    // English is what nobody chose: an answer then speaks the language of its query
    const told = language === "zh" ? { language } : {};
    const output = await runOperation(
      operation,
      { parts: engine.parts, caller, ...told, ...terms },
      given ?? {},
      language,
    );
    return {
      content: [{ type: "text", text: JSON.stringify(output) }],
      structuredContent: output as Record<string, unknown>,
    };
  } catch (thrown) {
    return failure(thrown, language);
  }
}
