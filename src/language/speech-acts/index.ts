export { hasOwnSubject } from "../clauses.js";
export type { Act, Cues, SpeechAct, SpeechContext } from "./act.js";
export {
  classifySpeech,
  forgetTopic,
  isChatter,
  isCorrection,
  isForYourInformation,
  isPlanOrDemand,
  stripChineseExplicitFrame,
  stripLead,
} from "./classify.js";
export { isCorrectionFrame, opensCorrection } from "./correction-frame.js";
export { bareTopic } from "./forget-topic.js";
export { findPastes } from "./paste.js";
export { findPerformed, isMove, labelsOwnMatter } from "./performed.js";
export { isPieceOfWork } from "./piece-of-work.js";
export { splitPieces } from "./pieces.js";
export { findQuoted } from "./quoted.js";
export {
  confirmsForgetting,
  deniesForgetting,
  forgetsLast,
  isOffRecord,
  liftsSilence,
  silencesRest,
} from "./silence.js";
