import { type MessageShape, typeCode } from "./shapes.js";

/** One number of a message, for good: retired ones are never given again to anything else. */
interface NumberedField {
  readonly name: string;
  readonly type: string;
  readonly number: number;
}

/** By message. */
export type FieldNumbers = ReadonlyMap<string, readonly NumberedField[]>;

/**
 * Reads the kept numbers: one message a line, `Message name=1/string other=2/Memory[]`.
 * @throws TypeError for a line that is not one
 */
export function readNumbers(text: string): FieldNumbers {
  const messages = new Map<string, readonly NumberedField[]>();
  for (const line of text.split("\n").filter((row) => row.trim() !== "")) {
    const [message = "", ...words] = line.trim().split(/ +/);
    messages.set(
      message,
      words.map((word) => {
        const [, name, number, type] = /^(\w+)=(\d+)\/(\S+)$/.exec(word) ?? [];
        if (name === undefined || type === undefined) throw new TypeError(`${message}: ${word} is no field`);
        return { name, type, number: Number(number) };
      }),
    );
  }
  return messages;
}

export function writeNumbers(numbers: FieldNumbers): string {
  const lines = [...numbers].map(([message, fields]) =>
    [message, ...fields.map(({ name, number, type }) => `${name}=${number}/${type}`)].join(" "),
  );
  return lines.sort().join("\n");
}

/**
 * The kept numbers and those of fields that are new: a field keeps its number as long as it keeps its name and its type, and a number that
 * was given once, whatever became of its field, is given to nothing else. So what was built against an older file still understands.
 */
export function extendNumbers(messages: Iterable<MessageShape>, kept: FieldNumbers): FieldNumbers {
  const all = new Map(kept);
  for (const message of messages) {
    const fields = [...(kept.get(message.name) ?? [])];
    let last = Math.max(0, ...fields.map((field) => field.number));
    for (const field of message.fields) {
      const type = typeCode(field);
      if (fields.some((known) => known.name === field.name && known.type === type)) continue;
      last += 1;
      fields.push({ name: field.name, type, number: last });
    }
    all.set(message.name, fields);
  }
  return all;
}

/** @throws TypeError when it has none: the numbers were not extended */
export function numberOf(numbers: FieldNumbers, message: string, field: MessageShape["fields"][number]): number {
  const type = typeCode(field);
  const found = numbers.get(message)?.find((known) => known.name === field.name && known.type === type);
  if (found === undefined) throw new TypeError(`${message}.${field.name} has no number`);
  return found.number;
}

/** What must not be used again in a message. */
export function retiredOf(
  numbers: FieldNumbers,
  message: MessageShape,
): { readonly numbers: readonly number[]; readonly names: readonly string[] } {
  const used = new Set(message.fields.map((field) => `${field.name}/${typeCode(field)}`));
  const names = new Set(message.fields.map((field) => field.name));
  const retired = (numbers.get(message.name) ?? []).filter((field) => !used.has(`${field.name}/${field.type}`));
  return {
    numbers: retired.map((field) => field.number),
    names: [...new Set(retired.map((field) => field.name))].filter((name) => !names.has(name)),
  };
}
