import { statements } from "../corpus.js";
import { type Figure, figure } from "../figures.js";
import { withEngine } from "../workspace.js";

const ROUNDS = 3;
const TURNS_PER_ROUND = 200;

/**
 * Turns digested a second, rules only: extracted, embedded, related, indexed and committed; with the bundled reader of pairs and, by turns
 * in the same run, without. In the same run, passages embedded a second.
 */
export async function measureProcess(): Promise<readonly Figure[]> {
  return withEngine({}, async (withReader) =>
    withEngine({ reader: { kind: "none" } }, async (withoutReader) => {
      const digested = { withReader: [] as number[], withoutReader: [] as number[] };
      const embedded: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const texts = statements(10 + round, TURNS_PER_ROUND);
        const turns = texts.map((text, at) => ({ id: `r${round}-${at}`, role: "user" as const, text }));
        for (const [name, { keepsake }] of Object.entries({ withReader, withoutReader })) {
          const user = keepsake.user("ada");
          const began = performance.now();
          await user.record({ sessionId: `chat-${round}`, turns });
          await user.processed(600_000);
          digested[name as keyof typeof digested].push(perSecond(TURNS_PER_ROUND, began));
        }
        const alone = performance.now();
        await withReader.parts.embedder.embedPassages(statements(90 + round, TURNS_PER_ROUND));
        embedded.push(perSecond(TURNS_PER_ROUND, alone));
      }
      return [
        figure("turns digested", "per second", digested.withReader),
        figure("turns digested without the reader of pairs", "per second", digested.withoutReader),
        figure("passages embedded alone", "per second", embedded),
      ];
    }),
  );
}

function perSecond(count: number, began: number): number {
  return (count * 1_000) / (performance.now() - began);
}
