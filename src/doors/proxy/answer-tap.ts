import { Transform } from "node:stream";
import { type AnswerReader, isFields } from "./protocol.js";

/** What is longer is no chat; its words are not gathered. */
const MAX_GATHERED = 8 * 1_048_576;

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Lets an answer pass byte for byte, and reads along. */
export class AnswerTap extends Transform {
  readonly #decoder = new TextDecoder("utf-8");
  #rest = "";
  #gathered = 0;

  /** @param isStream whether the answer is an event stream rather than one JSON body */
  constructor(
    private readonly reader: AnswerReader,
    private readonly isStream: boolean,
  ) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.#take(this.#decoder.decode(chunk, { stream: true }));
    done(null, chunk);
  }

  override _flush(done: () => void): void {
    this.#take(`${this.#decoder.decode()}\n`);
    const body = this.isStream || this.#gathered > MAX_GATHERED ? undefined : parse(this.#rest);
    if (isFields(body)) this.reader.body(body);
    done();
  }

  #take(text: string): void {
    this.#gathered += text.length;
    if (this.#gathered > MAX_GATHERED) {
      this.#rest = "";
      return;
    }
    this.#rest += text;
    if (!this.isStream) return;
    const lines = this.#rest.split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#line(line);
  }

  #line(line: string): void {
    if (!line.startsWith("data:")) return;
    const data = parse(line.slice("data:".length));
    if (isFields(data)) this.reader.event(data);
  }
}
