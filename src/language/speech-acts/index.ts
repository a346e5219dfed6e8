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
export { findPastes, isMachineLine } from "./paste.js";
export { splitPieces } from "./pieces.js";
