/** What the channels said about one candidate, above neutral, by the name of the weight. */
export type Signals = Readonly<Record<string, number>>;

/** One question: what the channels said of each candidate, and which of them hold evidence. */
export interface TuningQuestion {
  readonly conversation: string;
  readonly candidates: readonly { readonly signals: Signals; readonly isGold: boolean }[];
}

export type Weights = Readonly<Record<string, number>>;

/** Steps of descent, their first size, and how strongly weights are drawn back to where they began. */
const STEPS = 300;
const RATE = 0.5;
const PULL = 0.02;
/** Per question so many of the candidates without evidence, the first ones in the order of the run. */
const RIVALS = 15;

function scoreOf(signals: Signals, weights: Weights): number {
  let sum = 0;
  for (const [name, weight] of Object.entries(weights)) sum += weight * (signals[name] ?? 0);
  return sum;
}

function pairsOf(questions: readonly TuningQuestion[], names: readonly string[]): readonly (readonly number[])[] {
  return questions.flatMap(({ candidates }) => {
    const gold = candidates.filter(({ isGold }) => isGold);
    const rivals = candidates.filter(({ isGold }) => !isGold).slice(0, RIVALS);
    return gold.flatMap((one) =>
      rivals.map((other) => names.map((name) => (one.signals[name] ?? 0) - (other.signals[name] ?? 0))),
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
      const margin = pair.reduce((sum, difference, index) => sum + difference * (weights[index] ?? 0), 0);
      const wrong = 1 / (1 + Math.exp(margin)) / pairs.length;
      for (let index = 0; index < names.length; index++)
        gradient[index] = (gradient[index] ?? 0) - wrong * (pair[index] ?? 0);
    }
    const rate = RATE / (1 + step / STEPS);
    for (let index = 0; index < names.length; index++)
      weights[index] = Math.max(0, (weights[index] ?? 0) - rate * (gradient[index] ?? 0));
  }
  return Object.fromEntries(names.map((name, index) => [name, Math.round((weights[index] ?? 0) * 1000) / 1000]));
}

/** What an order by these weights is worth on questions with evidence. Shares, and the mean of 1 / rank. */
export interface OrderFigures {
  readonly "any@5": number;
  readonly "any@10": number;
  readonly mrr: number;
  readonly n: number;
}

/** Orders each question's candidates by the weights. Windows and duplicates are not looked at: for comparing weights with each other only. */
export function orderFigures(questions: readonly TuningQuestion[], weights: Weights): OrderFigures {
  const ranks = questions
    .filter(({ candidates }) => candidates.some(({ isGold }) => isGold))
    .map(({ candidates }) => {
      const order = candidates
        .map(({ signals, isGold }) => ({ isGold, score: scoreOf(signals, weights) }))
        .sort((a, b) => b.score - a.score);
      return order.findIndex(({ isGold }) => isGold) + 1;
    });
  const n = ranks.length;
  const within = (k: number) => (n === 0 ? 0 : ranks.filter((rank) => rank <= k).length / n);
  const reciprocal = ranks.reduce((sum, rank) => sum + 1 / rank, 0);
  return { "any@5": within(5), "any@10": within(10), mrr: n === 0 ? 0 : reciprocal / n, n };
}

/**
 * Fits without one conversation and orders that one's questions, for each in turn; with a single conversation, a fifth of its questions
 * takes the place of a conversation.
 */
export function crossValidate(questions: readonly TuningQuestion[], start: Weights): OrderFigures {
  const conversations = [...new Set(questions.map(({ conversation }) => conversation))];
  const FOLDS = 5;
  const foldOf = (question: TuningQuestion, index: number) =>
    conversations.length > 1 ? conversations.indexOf(question.conversation) : index % FOLDS;
  const folds = questions.map(foldOf);
  const parts = [...new Set(folds)].map((fold) => {
    const left = questions.filter((_, index) => folds[index] === fold);
    const rest = questions.filter((_, index) => folds[index] !== fold);
    return orderFigures(left, fitWeights(rest, start));
  });
  const n = parts.reduce((sum, part) => sum + part.n, 0);
  const mean = (name: "any@5" | "any@10" | "mrr") =>
    n === 0 ? 0 : parts.reduce((sum, part) => sum + part[name] * part.n, 0) / n;
  return { "any@5": mean("any@5"), "any@10": mean("any@10"), mrr: mean("mrr"), n };
}
