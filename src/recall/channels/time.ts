import { DAY_MS, type EpochMs } from "../../domain/index.js";
import type { AskedTime } from "../analyse-query.js";
import type { Channel } from "./channel.js";

/** How many days outside the time asked about a statement may be made and still be about it: people tell of a day in the week after. */
const REACH_DAYS: Record<AskedTime["grain"], number> = { minute: 1, hour: 1, day: 4, week: 6, month: 12, year: 45 };
/** Telling beforehand is rarer than telling afterwards. */
const BEFOREHAND_SHARE = 0.5;

function nearness(at: EpochMs, time: AskedTime): number {
  const reach = REACH_DAYS[time.grain] * DAY_MS;
  if (at >= time.to) return Math.exp(-(at - time.to) / reach);
  if (at < time.from) return Math.exp(-(time.from - at) / (reach * BEFOREHAND_SHARE));
  return 1;
}

/** Requirement 3.4: nearness of a statement to the time asked about; of a memory, whichever of "said" and "became true" is nearer. */
export const timeChannel: Channel = {
  weight: "time",
  name: "time",
  neutral: 0,
  score(candidate, { query }) {
    const { time } = query;
    if (time === undefined) return undefined;
    const said = nearness(candidate.saidAt, time);
    return candidate.type === "memory" ? Math.max(said, nearness(candidate.memory.validFrom, time)) : said;
  },
};
