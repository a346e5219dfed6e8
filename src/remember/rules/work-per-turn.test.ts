import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Turn } from "../../domain/index.js";
import { splitSentences } from "../../language/index.js";
import { DEFAULT_POLICY } from "../../policy/index.js";
import { extractByRules } from "../extract-rules.js";
import { complete } from "./completion.js";
import { readElliptic } from "./elliptic.js";
import { readPieces } from "./units.js";

vi.mock("./elliptic.js", async (load) => {
  const real = await load<typeof import("./elliptic.js")>();
  return { ...real, readElliptic: vi.fn(real.readElliptic) };
});
vi.mock("./units.js", async (load) => {
  const real = await load<typeof import("./units.js")>();
  return { ...real, readPieces: vi.fn(real.readPieces) };
});

function turnOf(text: string): Turn {
  return { id: "turn", role: "user", text, position: 0, at: 0 } as unknown as Turn;
}

/** Clauses asked for a new value while the last sentence of a turn is completed. */
function asked(text: string): number {
  vi.mocked(readElliptic).mockClear();
  const last = splitSentences(text).at(-1);
  if (last !== undefined) complete(turnOf(text), [], last);
  return vi.mocked(readElliptic).mock.calls.length;
}

/** Characters cut into pieces while a turn is read. */
function cut(text: string): number {
  vi.mocked(readPieces).mockClear();
  extractByRules(turnOf(text), { before: [], policy: DEFAULT_POLICY });
  return vi.mocked(readPieces).mock.calls.reduce((sum, [sentence]) => sum + sentence.text.length, 0);
}

describe("the work of a turn grows with its length and no faster", () => {
  beforeEach(() => vi.clearAllMocks());

  it.each(["Make it Red. Make it Blue. ", "Make it Monday. Make it Tuesday. ", "改成蓝色。改成红色。"])(
    "one sentence looks back on so many only: %s",
    (said) => {
      expect(asked(said.repeat(6))).toBeGreaterThan(0);
      expect(asked(said.repeat(60))).toBeLessThanOrEqual(40);
    },
  );

  it.each(["Forget that. ", "别记这个。", "Make it Red. Make it Blue. ", "改成蓝色。改成红色。"])(
    "each sentence is read so many times only: %s",
    (said) => {
      expect(cut(said.repeat(80))).toBeLessThanOrEqual(2.5 * cut(said.repeat(40)));
    },
  );

  it.each(["Forget everything about him. ", "把他忘了。"])("whom a wish means is looked for once: %s", (said) => {
    const names = (count: number): readonly string[] =>
      extractByRules(turnOf(`I met Anna Bell. ${said.repeat(count)}`), {
        before: [],
        policy: DEFAULT_POLICY,
      }).candidates.map(({ content }) => content);
    expect(new Set(names(3))).toEqual(new Set(["Anna Bell"]));
  });

  it.each([".", "…", "!”", "。”"])("a run of closing marks is walked once: %s", (mark) => {
    const steps = (count: number): number => {
      const looked = vi.spyOn(String.prototype, "codePointAt");
      splitSentences(`So${mark.repeat(count)}x`);
      const { length } = looked.mock.calls;
      looked.mockRestore();
      return length;
    };
    expect(steps(400)).toBeLessThanOrEqual(2.5 * steps(200));
  });
});
