import { isTimeBound } from "./expiry.js";
import type { Piece } from "./piece.js";
import type { Reader } from "./reader.js";

const TIME_BOUND_SCORE = 0.6;
const OWN_PLAN =
  /我|咱|俺|\b(?:i|i'm|we|my|our|me)\b|(?:freeze|outage|maintenance|closed|down|off|out of office|ooo|on (?:leave|holiday|vacation|call)|出差|休假|请假|封网|停机|维护|冻结|值班|放假|考试|体检)/iu;

const FAREWELL =
  /再聊|再说|再见|回头见|见面聊|聊聊|请教|\b(?:talk|chat|see you|catch up|speak soon|ask you|tell you|let you know)\b|感觉|觉得|思考|经历|一些(?:问题|事)|\b(?:feel|feeling|felt|heard|thinking)\b/iu;

/** A plain remark about the user or their work that holds for a while: worth keeping until it ends. */
export function timeBoundScore(reader: Reader, piece: Piece): number {
  const { act, cues } = piece.speech;
  if (act !== "statement" || cues.hearsay || !OWN_PLAN.test(piece.text)) return 0;
  if (FAREWELL.test(piece.text) || !isTimeBound(piece.text, reader.turn.at, reader.turn.timeZone)) return 0;
  return TIME_BOUND_SCORE - (cues.opinion ? 0.15 : 0) - (cues.vague ? 0.2 : 0);
}
