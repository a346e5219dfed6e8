import { importFault, type Place } from "./import-fault.js";
import type { ImportedSession, ImportRules } from "./imported-session.js";
import { expectList, expectObject, findName, type JsonObject, parseJson } from "./json-reading.js";
import { REMEDIES } from "./remedies.js";
import { digestOf, type SessionLedger, type SourceTurn } from "./session-ledger.js";
import { parseInstant } from "./source-dates.js";
import { partOfSpeaker } from "./source-roles.js";
import type { SourceText } from "./source-text.js";
import type { WarningTally } from "./warning-tally.js";

/*
 * LoCoMo (Maharana et al. 2024, "Evaluating Very Long-Term Conversational Memory of LLM Agents"): conversations of two people,
 * `session_N` with its `session_N_date_time`. The caption of a shared picture is all that a text memory can keep of it.
 */

function textOf(turn: JsonObject, place: Place): string {
  const text = turn.text ?? turn.clean_text;
  if (text !== undefined && typeof text !== "string") {
    throw importFault(
      "INVALID_INPUT",
      { field: `${place.field ?? ""}.text` },
      "the text is not a string",
      REMEDIES.checkFormat,
    );
  }
  const caption = findName(turn, ["blip_caption", "caption"]);
  return caption === undefined ? (text ?? "") : `${text ?? ""}\n[image: ${caption}]`.trim();
}

function readTurn(value: unknown, place: Place, rules: ImportRules): SourceTurn {
  const turn = expectObject(value, place, "the turn");
  const speaker = findName(turn, ["speaker"]);
  if (speaker === undefined)
    throw importFault(
      "INVALID_INPUT",
      { field: `${place.field ?? ""}.speaker` },
      "the turn has no speaker",
      REMEDIES.nameSpeaker,
    );
  const ownId = findName(turn, ["dia_id"]);
  return {
    ...partOfSpeaker(speaker, rules.isUser),
    sourceSpeaker: speaker,
    text: textOf(turn, place),
    place,
    ...(ownId === undefined ? {} : { ownId }),
  };
}

function sessionNumbers(conversation: JsonObject): readonly number[] {
  return Object.keys(conversation)
    .flatMap((key) => /^session_(\d+)$/u.exec(key)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

function* readSample(
  value: unknown,
  place: Place,
  rules: ImportRules,
  ledger: SessionLedger,
): Generator<ImportedSession> {
  const sample = expectObject(value, place, "the conversation");
  const inner = sample.conversation ?? sample;
  const conversation = expectObject(inner, place, "conversation");
  const prefix = sample.conversation === undefined ? (place.field ?? "") : `${place.field ?? ""}.conversation`;
  const numbers = sessionNumbers(conversation);
  if (numbers.length === 0)
    throw importFault("UNSUPPORTED_FORMAT", { field: prefix }, "there is no session_1", REMEDIES.checkFormat);
  const name = findName(sample, ["sample_id", "id"]) ?? digestOf(conversation[`session_${numbers[0]}`]).slice(0, 16);
  for (const number of numbers) {
    const field = `${prefix}.session_${number}`;
    const turns = expectList(conversation[`session_${number}`], { field }, `session_${number}`);
    if (turns.length === 0) continue;
    const date = conversation[`session_${number}_date_time`];
    yield* ledger.enter({
      sessionId: `${name}-session-${number}`,
      place: { field },
      turns: turns.map((turn, index) => readTurn(turn, { field: `${field}[${index}]` }, rules)),
      ...(date === undefined ? {} : { at: parseInstant(date, rules, { field: `${field}_date_time` }) }),
    });
  }
}

export async function* readLocomo(
  source: SourceText,
  rules: ImportRules,
  _tally: WarningTally,
  ledger: SessionLedger,
): AsyncGenerator<ImportedSession> {
  const document = parseJson(await source.whole());
  const samples = Array.isArray(document) ? (document as readonly unknown[]) : [document];
  for (const [index, sample] of samples.entries()) yield* readSample(sample, { field: `[${index}]` }, rules, ledger);
}
