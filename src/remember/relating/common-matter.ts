import { hasHan, toSimplified } from "../../language/index.js";
import type { Said } from "./said.js";

/** Signs that frame a statement and name no matter: who, whether, and what everybody does with anything. */
const FRAME_ZH =
  /[我你您他她它们咱的了是在就都也很太更最这那有没无不别勿能会可要想得着过把被给对和跟与从到吃喝做去来用看说叫让爱喜欢讨厌每天月年个一二三四五六七八九十两几常经平时周点半早晚上下午天日号]/gu;
const ABBREVIATION = /\b\p{Lu}{3,}\b/gu;
const VALUES_EQUAL = /^(?:figures|times|days)\.equal$/u;

/** Without a word in common, one script, other spelling or a word of another stem: only what lies this near says the same. */
const SURELY_NEAR = 0.85;
/** Words of the other language are never shared: the classifier must be that much surer. 0–1 */
const LEAST_ACROSS_SCRIPTS = 0.55;

function signsOf(text: string): ReadonlySet<string> {
  return new Set(
    toSimplified(text)
      .replace(FRAME_ZH, "")
      .match(/\p{Script=Han}/gu) ?? [],
  );
}

/** Whether two texts hold one sign that names a matter: 跑步 and 晨跑. Pure. */
export function shareSign(first: string, second: string): boolean {
  const own = signsOf(first);
  return [...signsOf(second)].some((sign) => own.has(sign));
}

/** "ADHD" and "attention deficit hyperactivity disorder". */
function abbreviates(short: string, long: string): boolean {
  const initials = (long.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.charAt(0).toUpperCase()).join("");
  return [...short.matchAll(ABBREVIATION)].some(([letters]) => initials.includes(letters));
}

/**
 * Whether there is anything that two statements could both be about. The frame alone ("I can't …", 我不吃…) makes no common matter: a
 * diet is no illness, and one illness no other. Pure.
 * @param features of the pair
 * @param same how surely the classifier holds that they say the same, 0–1
 */
export function haveCommonMatter(
  first: Said,
  second: Said,
  features: Readonly<Record<string, number>>,
  same: number,
): boolean {
  if (features.noWord !== 1) return true;
  const [one, other] = [first.text, second.text];
  const isEqual = Object.keys(features).some((name) => VALUES_EQUAL.test(name));
  if (hasHan(one) !== hasHan(other)) return isEqual || same >= LEAST_ACROSS_SCRIPTS;
  if (hasHan(one)) return shareSign(one, other);
  if (isEqual || (features.cosine ?? 0) >= SURELY_NEAR) return true;
  return abbreviates(one, other) || abbreviates(other, one);
}
