// Memory without a change to the chat: KEEPSAKE_PROXY_UPSTREAM=https://api.openai.com/v1 keepsake serve
import OpenAI from "openai";

const client = new OpenAI({
  baseURL: process.env.KEEPSAKE_PROXY_URL ?? "http://127.0.0.1:7412/v1",
  defaultHeaders: { "x-keepsake-user": "ada", "x-keepsake-session": "monday" },
});
const model = process.env.OPENAI_MODEL ?? "gpt-5-mini";

for (const content of ["I live in Lisbon, and I'm allergic to peanuts.", "Where could I have dinner tonight?"]) {
  // each message is a chat of its own: what the second one knows, it knows from memory
  const stream = await client.chat.completions.create({ model, stream: true, messages: [{ role: "user", content }] });
  for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta.content ?? "");
  process.stdout.write("\n");
}
