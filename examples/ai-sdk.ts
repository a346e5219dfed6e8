/*
 * Any model of the AI SDK with a memory: run it with `npx tsx examples/ai-sdk.ts`. A scripted model stands in for yours, so that nothing
 * leaves this machine.
 */
import { pathToFileURL } from "node:url";
import { generateText, type LanguageModel, stepCountIs, streamText, wrapLanguageModel } from "ai";
import { MockLanguageModelV3, simulateReadableStream } from "ai/test";
import { type Keepsake, openKeepsake } from "keepsake";
import { memoryMiddleware, memoryTools } from "keepsake/ai-sdk";

type Model = Exclude<Parameters<typeof wrapLanguageModel>[0]["model"], LanguageModel & string>;

export async function main(keepsake: Keepsake, model: Model): Promise<void> {
  const ada = keepsake.user("ada");
  const memory = memoryMiddleware(ada, { sessionId: "monday" });
  const remembering = wrapLanguageModel({ model, middleware: memory });

  const { textStream } = streamText({ model: remembering, prompt: "I moved to Lisbon last year." });
  for await (const delta of textStream) process.stdout.write(delta);
  console.log();
  // turns are taken in behind the answers: wait before the process, or a function at the edge, ends
  await memory.settled();
  await ada.processed();

  const friday = wrapLanguageModel({ model, middleware: memoryMiddleware(ada, { sessionId: "friday" }) });
  const answer = await generateText({ model: friday, prompt: "我现在住在哪里？" });
  console.log(answer.text);

  // or let the model use its memory itself
  const { steps } = await generateText({
    model,
    tools: memoryTools(ada),
    stopWhen: stepCountIs(4),
    prompt: "Please remember that I take my tea without sugar.",
  });
  for (const { toolResults } of steps) for (const { toolName, output } of toolResults) console.log(toolName, output);
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const stop = { unified: "stop", raw: "stop" } as const;
const input = JSON.stringify({ content: "Takes tea without sugar" });

/** Streams “Noted.”, then says where, remembers, and is done. */
export function scriptedModel(): MockLanguageModelV3 {
  return new MockLanguageModelV3({
    doStream: async () => ({
      stream: simulateReadableStream({
        chunks: [
          { type: "text-start", id: "1" } as const,
          { type: "text-delta", id: "1", delta: "Noted." } as const,
          { type: "text-end", id: "1" } as const,
          { type: "finish", finishReason: stop, usage } as const,
        ],
      }),
    }),
    doGenerate: [
      { content: [{ type: "text", text: "里斯本。" }], finishReason: stop, usage, warnings: [] },
      {
        content: [{ type: "tool-call", toolCallId: "1", toolName: "rememberStatement", input }],
        finishReason: { unified: "tool-calls", raw: "tool_calls" },
        usage,
        warnings: [],
      },
      { content: [{ type: "text", text: "I will." }], finishReason: stop, usage, warnings: [] },
    ],
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const keepsake = await openKeepsake({ dataFolder: "./.keepsake" });
  await main(keepsake, scriptedModel());
  await keepsake.close();
}
