/*
 * A session of the OpenAI Agents SDK that remembers: run it with `npx tsx examples/openai-agents.ts`. A scripted model stands in for
 * yours, so that nothing leaves this machine.
 */
import { pathToFileURL } from "node:url";
import { Agent, assistant, type Model, Runner, Usage } from "@openai/agents";
import { type Keepsake, openKeepsake } from "keepsake";
import { KeepsakeSession } from "keepsake/openai-agents";

export async function main(keepsake: Keepsake, model: Model): Promise<void> {
  const ada = keepsake.user("ada");
  const agent = new Agent({ name: "companion", instructions: "Be brief.", model });
  const say = async (text: string, sessionId: string): Promise<void> => {
    const session = new KeepsakeSession(ada, { sessionId });
    const runner = new Runner({ tracingDisabled: true, callModelInputFilter: session.recall });
    const { finalOutput } = await runner.run(agent, text, { session });
    console.log(finalOutput);
  };
  await say("I moved to Lisbon last year, and I'm allergic to peanuts.", "monday");
  await ada.processed();
  // another conversation: nothing is left of the first but what is remembered
  await say("我现在住在哪里？", "friday");
  console.log(await new KeepsakeSession(ada, { sessionId: "friday" }).getItems());
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const keepsake = await openKeepsake({ dataFolder: "./.keepsake" });
  const replies = ["里斯本。", "Noted."];
  await main(keepsake, {
    getResponse: async () => ({ usage: new Usage(), output: [assistant(replies.pop() ?? "")] }),
    getStreamedResponse: () => {
      throw new Error("this example does not stream");
    },
  });
  await keepsake.close();
}
