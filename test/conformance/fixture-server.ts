import {
  type CallToolResult,
  type ContentBlock,
  type GetPromptResult,
  MissingRequiredClientCapabilityError,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  Server,
  type ServerContext,
  type Tool,
} from "@modelcontextprotocol/server";

/*
 * What the official runner looks for behind an endpoint: tools, resources and prompts of its own names. Served through the door's address in
 * place of the product's, it shows what that address lets through: every kind of content, messages in the midst of a call, errors.
 */

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8Dwn4EIAAAwIQMBeH3SVAAAAABJRU5ErkJggg==";
/** A head of 44 bytes and not one sample. */
const SILENCE = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=";

const NO_INPUT: Tool["inputSchema"] = { type: "object" };
const DIALECT = "https://json-schema.org/draft/2020-12/schema";

const text = (words: string): ContentBlock => ({ type: "text", text: words });
const image: ContentBlock = { type: "image", data: PIXEL, mimeType: "image/png" };
const embedded = (uri: string, mimeType: string, words: string): ContentBlock => ({
  type: "resource",
  resource: { uri, mimeType, text: words },
});

type Call = (context: ServerContext) => Promise<CallToolResult>;

const shows =
  (...content: ContentBlock[]): Call =>
  async () => ({ content });

async function tellProgress({ mcpReq }: ServerContext): Promise<CallToolResult> {
  const progressToken = mcpReq._meta?.progressToken;
  for (const progress of [0, 50, 100]) {
    if (progressToken === undefined) continue;
    await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total: 100 } });
  }
  return { content: [text("The work is done.")] };
}

async function tellLog({ mcpReq }: ServerContext): Promise<CallToolResult> {
  for (const data of ["begun", "under way", "ended"]) {
    await mcpReq.notify({ method: "notifications/message", params: { level: "info", data } });
  }
  return { content: [text("The work is done.")] };
}

/** What a tool says that needs the client's model, to a client that lends none. */
async function needsModel(): Promise<CallToolResult> {
  throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
}

const TOOLS: Readonly<Record<string, Call>> = {
  test_simple_text: shows(text("Some words.")),
  test_image_content: shows(image),
  test_audio_content: shows({ type: "audio", data: SILENCE, mimeType: "audio/wav" }),
  test_embedded_resource: shows(embedded("test://embedded-resource", "text/plain", "Words within.")),
  test_multiple_content_types: shows(
    text("Several kinds."),
    image,
    embedded("test://mixed-content-resource", "application/json", '{"value":1}'),
  ),
  test_tool_with_logging: tellLog,
  test_tool_with_progress: tellProgress,
  test_error_handling: async () => ({ isError: true, content: [text("This call is meant to fail.")] }),
  json_schema_2020_12_tool: shows(text("Nothing to do.")),
  test_missing_capability: needsModel,
};

const SCHEMAS: Readonly<Record<string, Tool["inputSchema"]>> = {
  json_schema_2020_12_tool: {
    $schema: DIALECT,
    type: "object",
    $defs: {
      address: {
        $anchor: "address",
        type: "object",
        properties: { street: { type: "string" }, city: { type: "string" } },
      },
    },
    properties: { name: { type: "string" }, address: { $ref: "#/$defs/address" } },
    allOf: [{ anyOf: [{ required: ["name"] }, { required: ["address"] }] }],
    if: { required: ["address"] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ["name"] },
    else: {},
    additionalProperties: false,
  },
};

const listTools = (): Tool[] =>
  Object.keys(TOOLS).map((name) => ({ name, description: name, inputSchema: SCHEMAS[name] ?? NO_INPUT }));

const RESOURCES: readonly Resource[] = [
  { uri: "test://static-text", name: "static-text", description: "Words", mimeType: "text/plain" },
  { uri: "test://static-binary", name: "static-binary", description: "A picture", mimeType: "image/png" },
];

function readResource(uri: string): ReadResourceResult {
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? [];
  if (id !== undefined) return { contents: [{ uri, mimeType: "application/json", text: JSON.stringify({ id }) }] };
  const known = RESOURCES.find((resource) => resource.uri === uri);
  if (known === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "no such resource", { uri });
  const mimeType = known.mimeType ?? "text/plain";
  return { contents: [{ uri, mimeType, ...(mimeType === "text/plain" ? { text: "Words." } : { blob: PIXEL }) }] };
}

type Arguments = Readonly<Record<string, string>>;

const says = (...content: ContentBlock[]): GetPromptResult => ({
  messages: content.map((part) => ({ role: "user", content: part })),
});

const PROMPTS: readonly (Prompt & { readonly fill: (given: Arguments) => GetPromptResult })[] = [
  { name: "test_simple_prompt", description: "Plain", fill: () => says(text("A plain prompt.")) },
  {
    ...{ name: "test_prompt_with_arguments", description: "With arguments" },
    arguments: ["arg1", "arg2"].map((name) => ({ name, description: name, required: true })),
    fill: ({ arg1, arg2 }) => says(text(`It was given ${arg1} and ${arg2}.`)),
  },
  {
    ...{ name: "test_prompt_with_embedded_resource", description: "With a resource" },
    arguments: [{ name: "resourceUri", description: "which", required: true }],
    fill: ({ resourceUri = "" }) => says(embedded(resourceUri, "text/plain", "Words within."), text("See above.")),
  },
  { name: "test_prompt_with_image", description: "With a picture", fill: () => says(image, text("See above.")) },
];

function getPrompt(name: string, given: Arguments): GetPromptResult {
  const known = PROMPTS.find((prompt) => prompt.name === name);
  if (known === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "no such prompt");
  return known.fill(given);
}

export function createFixtureServer(): Server {
  const server = new Server(
    { name: "fixture", version: "1.0.0" },
    { capabilities: { tools: {}, resources: {}, prompts: {}, logging: {}, completions: {} } },
  );
  server.setRequestHandler("tools/list", () => ({ tools: listTools() }));
  server.setRequestHandler("tools/call", async ({ params: { name } }, context) => {
    const call = TOOLS[name];
    return call === undefined ? { isError: true, content: [text("There is no such tool.")] } : call(context);
  });
  server.setRequestHandler("resources/list", () => ({ resources: [...RESOURCES] }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [{ uriTemplate: "test://template/{id}/data", name: "template", mimeType: "application/json" }],
  }));
  server.setRequestHandler("resources/read", ({ params: { uri } }) => readResource(uri));
  server.setRequestHandler("prompts/list", () => ({ prompts: PROMPTS.map(({ fill: _, ...prompt }) => prompt) }));
  server.setRequestHandler("prompts/get", ({ params }) => getPrompt(params.name, params.arguments ?? {}));
  server.setRequestHandler("completion/complete", () => ({ completion: { values: [], hasMore: false } }));
  return server;
}
