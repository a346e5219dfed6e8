import { importFault, type Place } from "./import-fault.js";
import type { ImportedSession, ImportRules } from "./imported-session.js";
import { expectObject, findName, firstOf, isObject, type JsonObject, parseJson } from "./json-reading.js";
import { textOfContent } from "./message-content.js";
import { REMEDIES } from "./remedies.js";
import { digestOf, type SessionLedger, type SourceSession, type SourceTurn } from "./session-ledger.js";
import { parseInstant } from "./source-dates.js";
import { parseRole } from "./source-roles.js";
import type { SourceText } from "./source-text.js";
import type { WarningTally } from "./warning-tally.js";

/*
 * The conversations.json of a ChatGPT data export: a list of conversations, each a tree of nodes (`mapping`). Editing a message or
 * regenerating an answer makes a branch; what the person saw last is the way from `current_node` up to the root.
 */

/** Contents that nobody said: settings, reasoning, pages fetched. */
const UNSPOKEN_CONTENT = new Set([
  "user_editable_context",
  "model_editable_context",
  "thoughts",
  "reasoning_recap",
  "system_error",
  "tether_browsing_display",
  "app_pairing_content",
]);

function createdAt(node: unknown): number {
  const message = isObject(node) && isObject(node.message) ? node.message : undefined;
  return typeof message?.create_time === "number" ? message.create_time : 0;
}

/** The leaf that was written last, for exports without `current_node`. */
function findNewestLeaf(mapping: JsonObject): string | undefined {
  let newest: { id: string; at: number } | undefined;
  for (const [id, node] of Object.entries(mapping)) {
    const isLeaf = isObject(node) && (!Array.isArray(node.children) || node.children.length === 0);
    if (isLeaf && (newest === undefined || createdAt(node) > newest.at)) newest = { id, at: createdAt(node) };
  }
  return newest?.id;
}

/** Node ids from the root to the current node. */
function pathOf(conversation: JsonObject, mapping: JsonObject, place: Place): readonly string[] {
  const path: string[] = [];
  const seen = new Set<string>();
  let id = findName(conversation, ["current_node"]) ?? findNewestLeaf(mapping);
  while (id !== undefined) {
    const node: unknown = Object.hasOwn(mapping, id) ? mapping[id] : undefined;
    const at = { ...place, field: `${place.field ?? ""}.mapping[${JSON.stringify(id.slice(0, 60))}]` };
    if (!isObject(node))
      throw importFault(
        "INVALID_INPUT",
        at,
        "the conversation leads to a node that is not there",
        REMEDIES.exportAgain,
      );
    if (seen.has(id))
      throw importFault("INVALID_INPUT", at, "the conversation leads in a circle", REMEDIES.exportAgain);
    seen.add(id);
    path.push(id);
    id = findName(node, ["parent"]);
  }
  return path.reverse();
}

function isSpoken(message: JsonObject): boolean {
  const metadata = isObject(message.metadata) ? message.metadata : {};
  const content = isObject(message.content) ? message.content : {};
  const type = content.content_type;
  return (
    metadata.is_visually_hidden_from_conversation !== true &&
    message.weight !== 0 &&
    !(typeof type === "string" && UNSPOKEN_CONTENT.has(type))
  );
}

function contentOf(message: JsonObject): unknown {
  const content = message.content;
  if (!isObject(content)) return content;
  return content.parts ?? firstOf(content, ["text", "result"])?.value;
}

function readTurn(message: JsonObject, place: Place, rules: ImportRules, tally: WarningTally): SourceTurn {
  const author = isObject(message.author) ? message.author : {};
  const ownId = findName(message, ["id"]);
  const date = firstOf(message, ["create_time", "update_time"]);
  return {
    role: parseRole(author.role, { ...place, field: `${place.field ?? ""}.author.role` }),
    text: textOfContent(contentOf(message), { ...place, field: `${place.field ?? ""}.content` }, tally),
    place,
    ...(ownId === undefined ? {} : { ownId }),
    ...(date === undefined
      ? {}
      : { at: parseInstant(date.value, rules, { ...place, field: `${place.field ?? ""}.${date.name}` }) }),
  };
}

function readConversation(value: unknown, place: Place, rules: ImportRules, tally: WarningTally): SourceSession {
  const conversation = expectObject(value, place, "the conversation");
  const mapping = expectObject(conversation.mapping, { ...place, field: `${place.field ?? ""}.mapping` }, "mapping");
  const turns: SourceTurn[] = [];
  for (const id of pathOf(conversation, mapping, place)) {
    const node = mapping[id];
    const message = isObject(node) ? node.message : undefined;
    if (!isObject(message) || !isSpoken(message)) continue;
    turns.push(
      readTurn(
        message,
        { ...place, field: `${place.field ?? ""}.mapping[${JSON.stringify(id.slice(0, 60))}].message` },
        rules,
        tally,
      ),
    );
  }
  const date = firstOf(conversation, ["create_time", "update_time"]);
  const name =
    findName(conversation, ["conversation_id", "id"]) ??
    digestOf(turns.map((turn) => [turn.role, turn.text])).slice(0, 16);
  return {
    sessionId: `chatgpt-${name}`,
    turns,
    place,
    ...(date === undefined
      ? {}
      : { at: parseInstant(date.value, rules, { ...place, field: `${place.field ?? ""}.${date.name}` }) }),
  };
}

export async function* readChatGpt(
  source: SourceText,
  rules: ImportRules,
  tally: WarningTally,
  ledger: SessionLedger,
): AsyncGenerator<ImportedSession> {
  const document = parseJson(await source.whole());
  const conversations = Array.isArray(document) ? (document as readonly unknown[]) : [document];
  for (const [index, conversation] of conversations.entries()) {
    yield* ledger.enter(readConversation(conversation, { field: `[${index}]` }, rules, tally));
  }
}
