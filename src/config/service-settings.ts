import { type Bilingual, both, type Setting, wholeNumber } from "./setting.js";

/** How much a model service is asked: the same settings of every kind of model, under its own path and variables. */
export function limitSettings(
  { path, variable }: { readonly path: string; readonly variable: string },
  name: Bilingual,
  withoutPlace: Bilingual,
): readonly Setting[] {
  return [
    {
      path: `${path}.maxParallelCalls`,
      variable: `${variable}_MAX_PARALLEL_CALLS`,
      form: "number",
      about: both(
        `Calls to the ${name.en} at a time, of each process. ${withoutPlace.en}`,
        `每个进程同时调用${name.zh}的次数。${withoutPlace.zh}`,
      ),
      expected: wholeNumber(1, 10_000),
      default: "no limit",
    },
    {
      path: `${path}.maxCallsPerMinute`,
      variable: `${variable}_MAX_CALLS_PER_MINUTE`,
      form: "number",
      about: both(
        `Calls to the ${name.en} in any 60 seconds, of each process. What its server asks for by Retry-After is kept to in any case.`,
        `每个进程在任意 60 秒内调用${name.zh}的次数。服务端以 Retry-After 提出的等待总会遵守。`,
      ),
      expected: wholeNumber(1, 1_000_000),
      default: "no limit",
    },
  ];
}

/** After failures in a row; the pause begins with a second and doubles. */
export const pauseSetting = (
  { path, variable }: { readonly path: string; readonly variable: string },
  about: Bilingual,
): Setting => ({
  ...{ path: `${path}.pauseSeconds`, variable: `${variable}_PAUSE_SECONDS`, form: "number", about },
  ...{ expected: wholeNumber(1, 300), default: "30" },
});
