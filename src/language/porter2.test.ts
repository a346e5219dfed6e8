import { describe, expect, it } from "vitest";
import { stemEnglish } from "./porter2.js";

/** Pairs of the sample vocabulary that the algorithm's description prints. */
const SAMPLE = `consign consign, consigned consign, consigning consign, consignment consign, consist consist, consisted consist, consistency consist, consistent consist,
consistently consist, consolation consol, consolations consol, consolatory consolatori, console consol, consoled consol, consoles consol, consolidate consolid,
consolidated consolid, consoling consol, consolingly consol, consols consol, consonant conson, consort consort, conspicuous conspicu, conspicuously conspicu,
conspiracy conspiraci, conspirator conspir, conspire conspir, constable constabl, constancy constanc, constant constant, knack knack, knackeries knackeri, knaves knave,
knavish knavish, kneaded knead, knees knee, knelt knelt, knew knew, knife knife, knightly knight, knights knight, knitted knit, knives knive, knocking knock, knots knot,
skis ski, dying die, news news, generously generous, general general, happy happi, cry cri, by by, say say, hopping hop, hoping hope, luxuriated luxuri, ties tie, cries cri, gas gas,
this this, kiwis kiwi, agreed agre, succeeding succeed, relational relat, deployments deploy, databases databas, preferences prefer`;

describe("stemEnglish", () => {
  it.each(SAMPLE.split(",").map((pair) => pair.trim().split(/\s+/u)))("%s → %s", (word, stem) => {
    expect(stemEnglish(word ?? "")).toBe(stem);
  });

  it("folds possessives and leaves other scripts alone", () => {
    expect(stemEnglish("alice's")).toBe(stemEnglish("alice"));
    expect(stemEnglish("привет")).toBe("привет");
    expect(stemEnglish("v1")).toBe("v1");
  });
});
