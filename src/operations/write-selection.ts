import type { z } from "zod";
import { type AgentId, KeepsakeError, type SessionId, type TurnId, type WriteSelection } from "../domain/index.js";
import { id, oneOfWays } from "./wire.js";

/** The one origin whose writes are meant: of these fields exactly one is given. */
export const writeSelectionFields = {
  turnId: id("What this turn wrote.", "这条发言写入的。").exactOptional(),
  sessionId: id("What this conversation wrote.", "这个会话写入的。").exactOptional(),
  agentId: id("What this agent wrote.", "这个智能体写入的。").exactOptional(),
  importId: id("What this import wrote; import names its id.", "这次导入写入的；导入时会给出其编号。").exactOptional(),
  policyVersion: id("What this version of the policy wrote.", "这一策略版本写入的。").exactOptional(),
};

const ORIGINS = ["turnId", "sessionId", "agentId", "importId", "policyVersion"] as const;
export const ONE_ORIGIN = oneOfWays(...ORIGINS);
type Given = { readonly [Name in keyof typeof writeSelectionFields]?: z.output<(typeof writeSelectionFields)[Name]> };

/** @throws INVALID_INPUT unless exactly one origin is named */
export function toWriteSelection(given: Given): WriteSelection {
  const named = ORIGINS.filter((origin) => given[origin] !== undefined);
  if (named.length !== 1) {
    const message = `name exactly one of ${ORIGINS.join(", ")} (got ${named.length === 0 ? "none" : named.join(", ")})`;
    throw new KeepsakeError("INVALID_INPUT", message, { field: named[1] ?? ORIGINS[0] });
  }
  const { turnId, sessionId, agentId, importId, policyVersion = "" } = given;
  if (turnId !== undefined) return { by: "turn", turnId: turnId as TurnId };
  if (sessionId !== undefined) return { by: "session", sessionId: sessionId as SessionId };
  if (agentId !== undefined) return { by: "agent", agentId: agentId as AgentId };
  if (importId !== undefined) return { by: "import", importId };
  return { by: "policy", policyVersion };
}
