/** What the channels said about one candidate, above neutral, by the name of the weight. */
export type Signals = Readonly<Record<string, number>>;

/** One question: what the channels said of each candidate, and which of them hold evidence. */
export interface TuningQuestion {
  readonly conversation: string;
  /** The data set that it is from. */
  readonly data: string;
  readonly candidates: readonly { readonly signals: Signals; readonly isGold: boolean }[];
}

export type Weights = Readonly<Record<string, number>>;

/**
 * How lately, how important, a statement or a piece of conversation: sets that were recorded in one go and are asked at the end tell nothing
 * of it but their own habits. These weights stay.
 */
const HELD: ReadonlySet<string> = new Set(["recency", "importance", "memory"]);
/** Steps of descent, their first size, and how strongly weights are drawn back to where they began. */
const STEPS = 300;
const RATE = 0.5;
const PULL = 0.06;
/** Per question so many of the candidates without evidence, the first ones in the order of the run. */
const RIVALS = 15;

function scoreOf(signals: Signals, weights: Weights): number {
  let sum = 0;
  for (const [name, weight] of Object.entries(weights)) sum += weight * (signals[name] ?? 0);
  return sum;
}

interface Pair {
  /** What the channels say more of the one with evidence, a number for each weight. */
  readonly ahead: readonly number[];
  readonly counts: number;
}

/** Each data set counts alike, and each question within it: many questions, or many turns of evidence, say no more. */
function pairsOf(questions: readonly TuningQuestion[], names: readonly string[]): readonly Pair[] {
  const sizes = new Map<string, number>();
  for (const { data } of questions) sizes.set(data, (sizes.get(data) ?? 0) + 1);
  return questions.flatMap(({ candidates, data }) => {
    const gold = candidates.filter(({ isGold }) => isGold);
    const rivals = candidates.filter(({ isGold }) => !isGold).slice(0, RIVALS);
    const counts = 1 / (gold.length * rivals.length * (sizes.get(data) ?? 1) * sizes.size);
    return gold.flatMap((one) =>
      rivals.map((other) => ({
        counts,
        ahead: names.map((name) => (one.signals[name] ?? 0) - (other.signals[name] ?? 0)),
      })),
    );
  });
}

/**
 * Logistic regression over pairs (RankNet without hidden layers; Burges et al., ICML 2005): the weights under which a candidate with
 * evidence most likely stands before one without. They are drawn to where they begin, so that a signal that the data never shows keeps its
 * weight, and none falls under zero. Deterministic.
 */
export function fitWeights(questions: readonly TuningQuestion[], start: Weights): Weights {
  const names = Object.keys(start);
  const pairs = pairsOf(questions, names);
  const weights = names.map((name) => start[name] ?? 0);
  const first = [...weights];
  for (let step = 0; step < STEPS && pairs.length > 0; step++) {
    const gradient = weights.map((weight, index) => PULL * (weight - (first[index] ?? 0)));
    for (const pair of pairs) {
      const margin = pair.ahead.reduce((sum, difference, index) => sum + difference * (weights[index] ?? 0), 0);
      const wrong = pair.counts / (1 + Math.exp(margin));
      for (let index = 0; index < names.length; index++)
        gradient[index] = (gradient[index] ?? 0) - wrong * (pair.ahead[index] ?? 0);
    }
    const rate = RATE / (1 + step / STEPS);
    for (let index = 0; index < names.length; index++)
      if (!HELD.has(names[index] ?? ""))
        weights[index] = Math.max(0, (weights[index] ?? 0) - rate * (gradient[index] ?? 0));
  }
  return Object.fromEntries(names.map((name, index) => [name, Math.round((weights[index] ?? 0) * 1000) / 1000]));
}

/** What an order is worth on questions with evidence. Shares, and the mean of 1 / rank. */
export interface OrderFigures {
  readonly "any@5": number;
  readonly "any@10": number;
  readonly mrr: number;
  readonly n: number;
}

/**
 * The place of the first candidate with evidence under these weights; undefined where none has any. Windows and duplicates are not looked
 * at: for comparing weights with each other only.
 */
export function placeOf({ candidates }: TuningQuestion, weights: Weights): number | undefined {
  const order = candidates
    .map(({ signals, isGold }) => ({ isGold, score: scoreOf(signals, weights) }))
    .sort((a, b) => b.score - a.score);
  const index = order.findIndex(({ isGold }) => isGold);
  return index < 0 ? undefined : index + 1;
}

export function orderFigures(places: readonly (number | undefined)[]): OrderFigures {
  const found = places.filter((place) => place !== undefined);
  const n = found.length;
  const within = (k: number) => (n === 0 ? 0 : found.filter((place) => place <= k).length / n);
  const reciprocal = found.reduce((sum, place) => sum + 1 / place, 0);
  return { "any@5": within(5), "any@10": within(10), mrr: n === 0 ? 0 : reciprocal / n, n };
}

const FOLDS = 5;

/**
 * Fits without one conversation and gives the places of that one's questions, for each in turn; with a single conversation, a fifth of its
 * questions takes the place of a conversation. In the order of the questions.
 */
export function crossValidate(questions: readonly TuningQuestion[], start: Weights): readonly (number | undefined)[] {
  const conversations = [...new Set(questions.map(({ conversation }) => conversation))];
  const foldOf = (question: TuningQuestion, index: number) =>
    conversations.length > 1 ? conversations.indexOf(question.conversation) : index % FOLDS;
  const folds = questions.map(foldOf);
  const fitted = new Map(
    [...new Set(folds)].map((fold) => [
      fold,
      fitWeights(
        questions.filter((_, index) => folds[index] !== fold),
        start,
      ),
    ]),
  );
  return questions.map((question, index) => placeOf(question, fitted.get(folds[index] ?? 0) ?? start));
}
