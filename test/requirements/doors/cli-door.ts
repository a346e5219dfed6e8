import { PassThrough, Readable, Writable } from "node:stream";
import { runCli } from "../../../src/doors/cli/run.js";
import { findOperation } from "../../../src/operations/index.js";
import type { DoorError, OpenDoor } from "../door.js";

class Collector extends Writable {
  text = "";
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString("utf8");
    done();
  }
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function optionWords(name: string, value: unknown): string[] {
  const flag = `--${kebab(name)}`;
  if (value === true) return [flag];
  if (Array.isArray(value)) return value.flatMap((item) => [flag, String(item)]);
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([key, part]) => [flag, `${key}=${String(part)}`]);
  }
  return [`${flag}=${String(value)}`];
}

function wordsOf(name: string, input: Readonly<Record<string, unknown>>): { words: string[]; stdin: string } {
  if (name === "record") {
    const { turns, ...rest } = input;
    return {
      words: ["record", "--turns", "-", ...Object.entries(rest).flatMap(([key, value]) => optionWords(key, value))],
      stdin: JSON.stringify(turns),
    };
  }
  const positional = findOperation(name)?.cli.positional ?? [];
  const options = Object.entries(input).filter(([key]) => !positional.includes(key));
  const places = positional
    .filter((key) => input[key] !== undefined)
    .flatMap((key) => {
      const value = input[key];
      if (name === "state-put" && key === "value") return [JSON.stringify(value)];
      return Array.isArray(value) ? value.map(String) : [String(value)];
    });
  const confirm = name === "forget" && input.everything === true ? ["--yes"] : [];
  const words = [
    ...name.split("-"),
    ...options.flatMap(([key, value]) => optionWords(key, value)),
    ...confirm,
    "--",
    ...places,
  ];
  return { words, stdin: "" };
}

/** Whole command lines, run in this process against the one engine. */
export const openCliDoor: OpenDoor = async (engine) => ({
  name: "cli",
  call: async (name, user, input, options = {}) => {
    const stdout = new Collector();
    const stderr = new Collector();
    const { words, stdin } = wordsOf(name, input);
    const common = ["--json", `--user=${user}`, "--lang", options.language ?? "en"];
    const at = words.indexOf("--");
    const argv = at < 0 ? [...words, ...common] : [...words.slice(0, at), ...common, ...words.slice(at)];
    const code = await runCli(
      argv,
      {
        env: {},
        stdin: stdin === "" ? new PassThrough().end() : Readable.from([Buffer.from(stdin)]),
        stdout,
        stderr,
        onInterrupt: () => () => undefined,
      },
      async () => ({ ...engine, close: async () => undefined }),
    );
    if (code === 0) return { ok: true, output: JSON.parse(stdout.text) as unknown };
    const { error } = JSON.parse(stderr.text) as { readonly error: DoorError };
    return { ok: false, error };
  },
  close: async () => undefined,
});
