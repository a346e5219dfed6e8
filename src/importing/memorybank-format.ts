import { importFault } from "./import-fault.js";
import type { ImportedSession, ImportRules } from "./imported-session.js";
import { expectList, expectObject, parseJson } from "./json-reading.js";
import { textOfContent } from "./message-content.js";
import { pickPerson, REMEDIES } from "./remedies.js";
import type { SessionLedger, SourceTurn } from "./session-ledger.js";
import { parseInstant } from "./source-dates.js";
import type { SourceText } from "./source-text.js";
import type { WarningTally } from "./warning-tally.js";

/*
 * MemoryBank (Zhong et al. 2023, "MemoryBank: Enhancing Large Language Models with Long-Term Memory"): people by name, each with a
 * `history` of days, each day a list of `{query, response}`. Where a file holds several people and none is picked, their turns
 * carry their names, so that one person's statement never answers for another.
 */

function readExchange(
  value: unknown,
  field: string,
  speaker: string | undefined,
  name: string,
  tally: WarningTally,
): readonly SourceTurn[] {
  const exchange = expectObject(value, { field }, "the exchange");
  if (exchange.query === undefined && exchange.response === undefined) {
    throw importFault("INVALID_INPUT", { field }, "the exchange has neither query nor response", REMEDIES.checkFormat);
  }
  const query: SourceTurn = {
    role: "user",
    sourceSpeaker: name,
    text: textOfContent(exchange.query, { field: `${field}.query` }, tally),
    place: { field: `${field}.query` },
    ...(speaker === undefined ? {} : { speaker }),
  };
  const response: SourceTurn = {
    role: "assistant",
    text: textOfContent(exchange.response, { field: `${field}.response` }, tally),
    place: { field: `${field}.response` },
  };
  return [query, response];
}

export async function* readMemoryBank(
  source: SourceText,
  rules: ImportRules,
  tally: WarningTally,
  ledger: SessionLedger,
): AsyncGenerator<ImportedSession> {
  const people = Object.entries(expectObject(parseJson(await source.whole()), {}, "the file"));
  const isUser = rules.isUser;
  const chosen = isUser === undefined ? people : people.filter(([name]) => isUser(name.trim()));
  if (people.length > 0 && chosen.length === 0) {
    throw importFault(
      "INVALID_INPUT",
      {},
      "none of the people in the file was picked",
      pickPerson(people.map(([name]) => name.trim()).slice(0, 20)),
    );
  }
  for (const [key, value] of chosen) {
    const name = key.trim();
    const person = expectObject(value, { field: key }, "the person");
    const history = expectObject(person.history, { field: `${key}.history` }, "history");
    for (const [date, list] of Object.entries(history)) {
      const field = `${key}.history[${JSON.stringify(date)}]`;
      const at = parseInstant(date, rules, { field });
      const speaker = chosen.length === 1 ? undefined : name;
      const exchanges = expectList(list, { field }, "the day");
      const turns = exchanges.flatMap((exchange, index) =>
        readExchange(exchange, `${field}[${index}]`, speaker, name, tally),
      );
      yield* ledger.enter({ sessionId: `memorybank-${name}-${date}`, at, turns, place: { field } });
    }
  }
}
