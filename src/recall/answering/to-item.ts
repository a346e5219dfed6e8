import type { RecalledItem, Turn, TurnId } from "../../domain/index.js";
import type { UnderstoodQuery } from "../analyse-query.js";
import { type RatedCandidate, windowOf } from "../collapse.js";
import { describeEpisode, describeWhy } from "../describe.js";
import { textOf } from "../rank.js";

/** A candidate as callers see it; undefined where its turn was erased meanwhile. */
export function toItem(
  { scored, score }: RatedCandidate,
  query: UnderstoodQuery,
  turns: ReadonlyMap<TurnId, Turn>,
): RecalledItem | undefined {
  const { candidate, channels } = scored;
  const why = describeWhy(scored, query, textOf(candidate, turns) ?? "", query.timeZone);
  const session = candidate.sessionId === undefined ? {} : { sessionId: candidate.sessionId };
  const superseded = scored.supersededAt === undefined ? {} : { supersededAt: scored.supersededAt };
  if (candidate.type === "memory") {
    const { memory } = candidate;
    return {
      ...{ type: "memory", id: memory.id, content: memory.content, score, channels, why, saidAt: memory.saidAt },
      ...session,
      ...{ turnIds: memory.turnIds, kind: memory.kind, tier: memory.tier, status: memory.status },
      subject: memory.subject,
      ...(memory.attribute === undefined ? {} : { attribute: memory.attribute }),
      ...{ version: memory.version, memory },
    };
  }
  const [centre, ...neighbours] = windowOf(candidate)
    .flatMap((id) => turns.get(id) ?? [])
    .filter((turn) => turn.sessionId === candidate.episode.sessionId);
  if (centre?.id !== candidate.episode.centreTurnId) return undefined;
  return {
    ...{
      type: "episode",
      id: candidate.episode.id,
      score,
      channels,
      why,
      saidAt: centre.at,
      ...session,
      ...superseded,
    },
    content: describeEpisode(centre, neighbours, query.language),
    ...(centre.speaker === undefined ? {} : { speaker: centre.speaker }),
    turnIds: [centre.id, ...neighbours.map((turn) => turn.id)],
  };
}
