/** A hint that the journal may have work. Hints may be lost or doubled: the journal itself is the truth, and is also polled. */
export interface WakeUp {
  notify(): void;
  /** Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}
