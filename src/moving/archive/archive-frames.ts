import { createCipheriv, createDecipheriv } from "node:crypto";
import { Transform, type TransformCallback } from "node:stream";
import { KeepsakeError } from "../../domain/index.js";

const CIPHER = "aes-256-gcm";
export const FRAME_BYTES = 65_536;
const PREFIX_BYTES = 4;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
/** Of a frame's prefix: it is the last one. */
const LAST = 0x8000_0000;

/** With a key: what binds each frame to its file. */
export interface Seal {
  readonly key: Buffer;
  /** The head of the file: altered, no frame opens. */
  readonly head: Buffer;
}

/** The key is the file's own, so that the number of a frame is nonce enough; it also fixes the order. */
function nonceOf(frame: number): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUIntBE(frame, NONCE_BYTES - 6, 6);
  return nonce;
}

/** Bytes into frames: their length and whether they are the last, then their bytes, sealed or as they are. */
export class FrameWriter extends Transform {
  readonly #seal: Seal | undefined;
  #held: Buffer = Buffer.alloc(0);
  #count = 0;

  constructor(seal: Seal | undefined) {
    super();
    this.#seal = seal;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    // one is always held back: only the end tells which is the last
    let at = 0;
    for (; this.#held.length - at > FRAME_BYTES; at += FRAME_BYTES)
      this.#write(this.#held.subarray(at, at + FRAME_BYTES), false);
    this.#held = this.#held.subarray(at);
    done();
  }

  override _flush(done: TransformCallback): void {
    this.#write(this.#held, true);
    done();
  }

  #write(body: Buffer, isLast: boolean): void {
    const prefix = Buffer.alloc(PREFIX_BYTES);
    prefix.writeUInt32BE(isLast ? body.length + LAST : body.length);
    this.push(prefix);
    this.push(this.#seal === undefined ? Buffer.from(body) : sealed(this.#seal, this.#count, prefix, body));
    this.#count += 1;
  }
}

function sealed({ key, head }: Seal, frame: number, prefix: Buffer, body: Buffer): Buffer {
  const cipher = createCipheriv(CIPHER, key, nonceOf(frame)).setAAD(Buffer.concat([head, prefix]));
  return Buffer.concat([cipher.update(body), cipher.final(), cipher.getAuthTag()]);
}

function opened({ key, head }: Seal, frame: number, prefix: Buffer, body: Buffer): Buffer {
  const decipher = createDecipheriv(CIPHER, key, nonceOf(frame), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.concat([head, prefix])).setAuthTag(body.subarray(body.length - TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(body.subarray(0, body.length - TAG_BYTES)), decipher.final()]);
  } catch (cause) {
    const what = frame === 0 ? "the key is not the backup's own, or the file was altered" : "the file was altered";
    throw damaged(what, { cause });
  }
}

export function damaged(message: string, options?: { readonly cause: unknown }): KeepsakeError {
  const remedy = {
    en: "Nothing was written. Check the key, and take another copy of the backup.",
    zh: "未写入任何内容。请核对密钥，或改用备份的另一份拷贝。",
  };
  return new KeepsakeError("STORE_CORRUPT", `the backup cannot be read: ${message}`, { remedy }, options);
}

/** Reads exactly so many bytes; fewer only at the end of the file. */
export type ReadBytes = (count: number) => Promise<Buffer>;

/** The bytes of the frames one after the other, each only once it has proved to be what was written in its place. */
export async function* readFrames(read: ReadBytes, seal: Seal | undefined): AsyncGenerator<Buffer> {
  for (let frame = 0; ; frame++) {
    const prefix = await read(PREFIX_BYTES);
    if (prefix.length < PREFIX_BYTES) throw damaged("it is cut off");
    const word = prefix.readUInt32BE();
    const isLast = word >= LAST;
    const length = isLast ? word - LAST : word;
    if (length > FRAME_BYTES) throw damaged("a length in it is none that was written");
    const whole = seal === undefined ? length : length + TAG_BYTES;
    const body = await read(whole);
    if (body.length < whole) throw damaged("it is cut off");
    yield seal === undefined ? body : opened(seal, frame, prefix, body);
    if (!isLast) continue;
    if ((await read(1)).length > 0) throw damaged("something stands behind its end");
    return;
  }
}
