/**
 * BM25 as in Robertson & Zaragoza 2009 ("The Probabilistic Relevance Framework", eq. 3.15), without the constant factor (k1 + 1);
 * idf in the form that cannot go negative: ln(1 + (N − df + 0.5) / (df + 0.5)).
 */
const K1 = 0.9;
const B = 0.4;

/** @param documents N, how many are indexed; @param frequency df, how many of them hold the term. > 0 */
export function inverseDocumentFrequency(documents: number, frequency: number): number {
  return Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5));
}

/** What one term adds to a document's score. Lengths count terms with repeats. > 0, below `idf` */
export function bm25TermScore(idf: number, termFrequency: number, length: number, averageLength: number): number {
  return (idf * termFrequency) / (termFrequency + K1 * (1 - B + (B * length) / averageLength));
}
