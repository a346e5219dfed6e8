/** Scores of documents for a query, 0–1, in their order; 0 says nothing in common. */
export type Ranker = (query: string, documents: readonly string[]) => readonly number[];

const WORD = /\p{Script=Han}+|[\p{L}\p{N}]+(?:[.'_-][\p{L}\p{N}]+)*/gu;

/** Words of other scripts whole; Chinese as overlapping pairs of characters, the usual baseline without a segmenter. */
function baselineTerms(text: string): readonly string[] {
  const terms: string[] = [];
  for (const [word] of text.normalize("NFKC").toLowerCase().matchAll(WORD)) {
    if (!/^\p{Script=Han}/u.test(word)) {
      terms.push(word);
      continue;
    }
    const characters = [...word];
    if (characters.length === 1) terms.push(word);
    for (let index = 0; index + 1 < characters.length; index++)
      terms.push(`${characters[index]}${characters[index + 1]}`);
  }
  return terms;
}

/** Share of the query's distinct words that a document holds. */
export const overlapRanker: Ranker = (query, documents) => {
  const wanted = [...new Set(baselineTerms(query))];
  return documents.map((document) => {
    const present = new Set(baselineTerms(document));
    return wanted.length === 0 ? 0 : wanted.filter((term) => present.has(term)).length / wanted.length;
  });
};

const K1 = 0.9;
const B = 0.4;

/** BM25 (Robertson & Zaragoza 2009) over the given documents, squeezed into 0–1 by s / (s + 10). */
export const bm25Ranker: Ranker = (query, documents) => {
  const analyzed = documents.map((document) => baselineTerms(document));
  const meanLength = analyzed.reduce((sum, terms) => sum + terms.length, 0) / Math.max(1, analyzed.length);
  const wanted = [...new Set(baselineTerms(query))];
  const frequency = new Map(wanted.map((term) => [term, analyzed.filter((terms) => terms.includes(term)).length]));
  return analyzed.map((terms) => {
    let score = 0;
    for (const term of wanted) {
      const inDocument = terms.filter((other) => other === term).length;
      if (inDocument === 0) continue;
      const inAll = frequency.get(term) ?? 0;
      const idf = Math.log(1 + (documents.length - inAll + 0.5) / (inAll + 0.5));
      score += (idf * inDocument * (K1 + 1)) / (inDocument + K1 * (1 - B + (B * terms.length) / meanLength));
    }
    return score / (score + 10);
  });
};
