import type { Role } from "../domain/index.js";
import { foldName } from "../domain/index.js";
import { importFault, type Place, quoteForMessage } from "./import-fault.js";
import { REMEDIES } from "./remedies.js";

const ROLE_NAMES: ReadonlyMap<string, Role> = new Map<string, Role>([
  ...["user", "human", "me", "用户", "我", "客户端用户"].map((name) => [name, "user"] as const),
  ...[
    "assistant",
    "ai",
    "bot",
    "chatbot",
    "agent",
    "model",
    "gpt",
    "chatgpt",
    "claude",
    "gemini",
    "copilot",
    "deepseek",
    "qwen",
    "keepsake",
  ].map((name) => [name, "assistant"] as const),
  ...["助手", "助理", "机器人", "智能助手", "智能体", "小助手", "ai助手", "ai 助手", "ai助理", "助手ai"].map(
    (name) => [name, "assistant"] as const,
  ),
  ...["system", "developer", "系统", "系统消息"].map((name) => [name, "system"] as const),
  ...["tool", "function", "工具"].map((name) => [name, "tool"] as const),
]);

/** The role that a speaker's name stands for; undefined for the name of a person. */
export function findRoleOfName(name: string): Role | undefined {
  return ROLE_NAMES.get(foldName(name));
}

/** @throws INVALID_INPUT for a role that no format knows */
export function parseRole(value: unknown, place: Place): Role {
  const role = typeof value === "string" ? findRoleOfName(value) : undefined;
  if (role !== undefined) return role;
  throw importFault(
    "INVALID_INPUT",
    place,
    value === undefined ? "the message has no role" : `unknown role ${quoteForMessage(value)}`,
    REMEDIES.roleNames,
  );
}

export interface SpeakerPart {
  readonly role: Role;
  readonly speaker?: string;
}

/**
 * Whose words a named speaker's are.
 * - With a choice (`isUser`): the chosen are the user and need no name; everyone else is role `assistant`.
 * - Without: a name that stands for a role has it; every person is role `user` with a name.
 * @param onlyPerson the one human among assistants: the user, who needs no name
 */
export function partOfSpeaker(
  name: string,
  isUser: ((speaker: string) => boolean) | undefined,
  onlyPerson?: string,
): SpeakerPart {
  if (isUser?.(name) === true) return { role: "user" };
  const role = findRoleOfName(name);
  if (role === "system" || role === "tool" || role === "assistant") return { role };
  if (isUser !== undefined) return { role: "assistant", speaker: name };
  return role === "user" || name === onlyPerson ? { role: "user" } : { role: "user", speaker: name };
}
