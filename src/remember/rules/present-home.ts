import type { EpochMs } from "../../domain/index.js";
import { hasHan } from "../../language/index.js";
import type { SlotMatch } from "../../language/slots/index.js";
import type { Bounds } from "./expiry.js";

const LIVES = /住|定居|安家|落户|\b(?:live|lives|living|lived|based|home is|settled)\b/iu;
const MOVED = /搬|迁|移居|\b(?:moved|relocated|back in|back to)\b/iu;
const AHEAD =
  /要|将|会(?!计)|打算|准备|下个?月|下周|明年|明天|即将|马上|快搬|\b(?:will|going to|next|plan|about to|soon)\b/iu;

/**
 * 用户上个月搬到成都了 says that somebody moved; where they live now is asked in other words. The statement says that too, once the move
 * is made.
 */
export function withPresentHome(
  content: string,
  slot: SlotMatch | undefined,
  bounds: Pick<Bounds, "validFrom" | "expiresAt" | "historical">,
  at: EpochMs,
): string {
  if (slot?.attribute !== "home" || slot.value === undefined || slot.polarity !== "positive") return content;
  if (LIVES.test(content) || !MOVED.test(content) || AHEAD.test(content)) return content;
  if (bounds.historical || bounds.expiresAt !== undefined || (bounds.validFrom ?? 0) > at) return content;
  const bare = content.trim().replace(/[\s.。!！~～]+$/u, "");
  return hasHan(content) ? `${bare}（现在住在${slot.value}）` : `${bare} (now lives in ${slot.value})`;
}
