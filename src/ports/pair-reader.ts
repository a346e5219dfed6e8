/** Two texts, the second said later or asked after. */
export interface TextPair {
  readonly first: string;
  readonly second: string;
}

/** How the later of two texts stands to the earlier: probabilities, 0–1; what is left of 1 is that both hold. */
export interface PairRelation {
  readonly update: number;
  readonly same: number;
}

export interface PairReader {
  readonly profile: { readonly readerId: string; readonly runtime: string };
  open(): Promise<void>;
  readRelations(pairs: readonly TextPair[], signal?: AbortSignal): Promise<readonly PairRelation[]>;
  readWorth(pairs: readonly TextPair[], signal?: AbortSignal): Promise<readonly number[]>;
  readAnswers(pairs: readonly TextPair[], signal?: AbortSignal): Promise<readonly number[]>;
  close(): Promise<void>;
}
