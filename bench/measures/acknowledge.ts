import { startModelServer } from "keepsake/testing";
import { statements } from "../corpus.js";
import { type Figure, figure, timeEach } from "../figures.js";
import { withEngine } from "../workspace.js";

const TURNS = 200;
const MODEL_DELAY_MS = 10_000;

async function acknowledgements(what: string, chatUrl: string | undefined): Promise<Figure> {
  const chatModel = chatUrl === undefined ? {} : { chatModel: { url: chatUrl, model: "slow", timeoutMs: 60_000 } };
  return withEngine(chatModel, async ({ keepsake }) => {
    const user = keepsake.user("ada");
    const times = await timeEach(statements(1, TURNS).entries(), ([at, text]) =>
      user.record({ sessionId: "chat", turns: [{ id: `t${at}`, role: "user", text }] }),
    );
    return figure(what, "ms", times);
  });
}

/** How long a caller waits until a turn is durable, while what was said before is being digested behind it. */
export async function measureAcknowledge(): Promise<readonly Figure[]> {
  const server = await startModelServer({ chatDelayMs: MODEL_DELAY_MS, answer: () => ({ items: [] }) });
  try {
    return [
      await acknowledgements("one turn acknowledged, rules only", undefined),
      await acknowledgements("one turn acknowledged, a chat model that takes 10 s a call", server.url),
    ];
  } finally {
    await server.close();
  }
}
