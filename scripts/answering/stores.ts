import { fileURLToPath } from "node:url";
import { readCorpus } from "../training/corpus.js";

interface Topic {
  readonly topic: string;
  /** What is said, then the questions that it answers. */
  readonly en: readonly (readonly string[])[];
  readonly zh: readonly (readonly string[])[];
}

interface Chatter {
  readonly lang: "en" | "zh";
  readonly texts: readonly string[];
}

export interface AskedOfStore {
  readonly query: string;
  /** Its answer was said; otherwise `hard` tells whether its topic was talked about. */
  readonly answerable: boolean;
  readonly hard: boolean;
}

export interface Store {
  readonly id: string;
  readonly sessions: readonly { readonly at: number; readonly turns: readonly string[] }[];
  readonly questions: readonly AskedOfStore[];
}

const DAY = 86_400_000;
const START = Date.UTC(2026, 2, 1, 9);
/** How many topics a store talks of, in turn. */
const TOPICS = [1, 2, 3, 5, 8, 14];
/** Questions about topics that a store never talks of. */
const FOREIGN = 3;

/** A generator of numbers in [0, 1) that gives the same ones every time (Numerical Recipes' linear congruence). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Stores of our own writing, every other one Chinese: of each topic some facts are told among chatter, and all of them are asked for. */
export function makeStores(count: number): readonly Store[] {
  const corpus = readCorpus<Topic | Chatter>(fileURLToPath(new URL(".", import.meta.url)));
  const topics = corpus.filter((entry): entry is Topic => "topic" in entry);
  const next = numbers(7);
  const pick = <Thing>(things: readonly Thing[]): Thing => things[Math.floor(next() * things.length)] as Thing;
  const shuffled = <Thing>(things: readonly Thing[]) =>
    things
      .map((thing) => ({ thing, key: next() }))
      .sort((a, b) => a.key - b.key)
      .map(({ thing }) => thing);
  return Array.from({ length: count }, (_, index) => {
    const lang = index % 2 === 0 ? "en" : "zh";
    const chatter = corpus.flatMap((entry) => ("texts" in entry && entry.lang === lang ? entry.texts : []));
    const order = shuffled(topics);
    const told = order.slice(0, TOPICS[index % TOPICS.length]);
    const questions: AskedOfStore[] = [];
    const sessions = told.map((topic, session) => {
      const facts = shuffled(topic[lang]);
      const kept = 1 + Math.floor(next() * facts.length);
      for (const [place, fact] of facts.entries())
        questions.push({ query: pick(fact.slice(1)), answerable: place < kept, hard: place >= kept });
      const turns = facts.slice(0, kept).flatMap((fact) => [fact[0] ?? "", ...(next() < 0.5 ? [pick(chatter)] : [])]);
      return { at: START + index * DAY + session * 3 * DAY, turns };
    });
    for (const topic of order.slice(told.length, told.length + FOREIGN))
      questions.push({ query: pick(pick(topic[lang]).slice(1)), answerable: false, hard: false });
    return { id: `store-${index}`, sessions, questions };
  });
}
