import type { Ending } from "./ending.js";

/** What one does with a thing by habit; who is allergic to it or sells it does not stop by a switch. */
const HABIT_EN =
  "drinks?|drinking|uses?|using|takes?|taking|eats?|eating|plays?|playing|wears?|wearing|smokes?|smoking|prefers?|orders?|runs? on|writes? in|codes? in|has";
const HABIT_ZH = "[喝吃用穿坐骑听玩练抽]";

const SWITCHED_EN =
  /^\W*(?:(?:so|well|actually|oh|also|btw),? )*(?:i|we)(?:'ve| have)? (?:just |recently |finally |now |completely |all )*(?:switched|changed|moved|gone|went|swapped|converted)(?: over)? from (?:my |the |our |using |drinking )*(?<left>[^,.;]{2,30}?) (?:over )?to (?<begun>[^,.;]{2,40})/iu;
const SWITCHED_ZH = new RegExp(
  `^(?:我|我们|咱们)?(?:现在|最近|已经|上周|上个?月|今年|都|就|也)*从${HABIT_ZH}?(?<left>[\\p{Script=Han}A-Za-z0-9]{1,10}?)(?:换成|换到|换|改成|改为|改|转到|切到|迁到)了?${HABIT_ZH}?(?<begun>[\\p{Script=Han}A-Za-z0-9]{1,12}?)了?$`,
  "u",
);

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");
}

/** "I've switched from coffee to tea", 我从咖啡换成绿茶了: the habit with what stands behind "from" is over. Pure; linear in the clause. */
export function switchOf(clause: string, language: "en" | "zh"): Ending | undefined {
  const left = (language === "en" ? SWITCHED_EN : SWITCHED_ZH).exec(
    clause.replace(/’/gu, "'").replace(/[\s。.!！~～]+$/u, ""),
  )?.groups?.left;
  if (left === undefined) return undefined;
  const habit =
    language === "en"
      ? new RegExp(
          `(?<!\\b(?:not|never|no longer) )\\b(?:${HABIT_EN}) (?:(?:the user's|their|a|an|the|some|only|black|plain|\\w+ly) ){0,2}${escaped(left.trim())}s?\\b(?! (?:shop|machine|table|cup|mug)s?\\b)`,
          "iu",
        )
      : new RegExp(`(?<![不没别])${HABIT_ZH}(?:了|的|一[杯种款]|点)?${escaped(left)}(?![杯机店桌馆豆])`, "u");
  return { how: "given-up", of: "same-subject", ends: (content) => habit.test(content) };
}
