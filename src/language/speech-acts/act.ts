/**
 * What a speaker does with a clause. Only `statement`, `retraction`, `forget`, `off-record`, and requests that state a
 * standing rule can ever become memories.
 */
export type Act =
  | "statement"
  | "question"
  | "request"
  | "hypothetical"
  | "quotation"
  | "sarcasm"
  | "retraction"
  | "chatter"
  | "paste"
  | "fiction"
  | "forget"
  | "off-record";

/** What the words of a clause say about how lasting, how explicit and how certain it is. */
export interface Cues {
  /** "remember that", 记住: the user asks for it to be kept. */
  readonly explicit: boolean;
  /** "always", "from now on", 以后都, 一律: holds beyond the moment. */
  readonly standing: boolean;
  /** "moved to", "now", 改成, 换成: takes the place of something. */
  readonly change: boolean;
  /** "also", 也: stands beside something. */
  readonly addition: boolean;
  /** A thing of the moment: "just", "right now", 刚, 今天. */
  readonly momentary: boolean;
  /** An opinion or a mood. */
  readonly opinion: boolean;
  /** "maybe", "I might", 可能, 想想: not settled. */
  readonly vague: boolean;
  /** "apparently", "they say", 听说. */
  readonly hearsay: boolean;
  readonly negated: boolean;
}

export interface SpeechAct {
  readonly act: Act;
  readonly cues: Cues;
}

/** What surrounds the clause. */
export interface SpeechContext {
  /** The whole sentence that holds the clause; the clause itself where absent. */
  readonly sentence?: string;
  /** The clause closes its sentence: a question mark at its end is the sentence's. */
  readonly isLast?: boolean;
}
