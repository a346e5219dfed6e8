import { statements } from "../corpus.js";
import { type Figure, figure } from "../figures.js";
import { withEngine } from "../workspace.js";

const ROUNDS = 3;
const TURNS_PER_ROUND = 200;

/** Turns digested a second, rules only: extracted, embedded, indexed and committed. In the same run, passages embedded a second. */
export async function measureProcess(): Promise<readonly Figure[]> {
  return withEngine({}, async ({ keepsake, parts }) => {
    const user = keepsake.user("ada");
    const digested: number[] = [];
    const embedded: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const texts = statements(10 + round, TURNS_PER_ROUND);
      const turns = texts.map((text, at) => ({ id: `r${round}-${at}`, role: "user" as const, text }));
      const began = performance.now();
      await user.record({ sessionId: `chat-${round}`, turns });
      await user.processed(600_000);
      digested.push(perSecond(TURNS_PER_ROUND, began));
      const alone = performance.now();
      await parts.embedder.embedPassages(statements(90 + round, TURNS_PER_ROUND));
      embedded.push(perSecond(TURNS_PER_ROUND, alone));
    }
    return [
      figure("turns digested", "per second", digested),
      figure("passages embedded alone", "per second", embedded),
    ];
  });
}

function perSecond(count: number, began: number): number {
  return (count * 1_000) / (performance.now() - began);
}
