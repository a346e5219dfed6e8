import { ZH_RELATIONS } from "../../language/slots/index.js";

const RELATION = new RegExp(`(?:我|咱|俺)(?:的)?(?<relation>${ZH_RELATIONS})`, "gu");
const SHORT: ReadonlyMap<string, string> = new Map([
  ["妹", "妹妹"],
  ["姐", "姐姐"],
  ["弟", "弟弟"],
  ["哥", "哥哥"],
  ["妈", "妈妈"],
  ["爸", "爸爸"],
  ["娃", "孩子"],
]);
const VERBATIM = /[“「『"][^”」』"\n]{1,200}[”」』"]|`[^`\n]{1,200}`/gu;

/** "我妹不吃香菜" → "用户的妹妹不吃香菜". Quoted stretches stay; names, numbers and values are never touched. */
export function toThirdPersonChinese(text: string): string {
  const kept: string[] = [];
  const masked = text.replace(VERBATIM, (stretch) => {
    kept.push(stretch);
    return `\ue000${kept.length - 1}\ue001`;
  });
  const rewritten = masked
    .replace(RELATION, (_, relation: string) => `用户的${SHORT.get(relation) ?? relation}`)
    .replace(
      /(?:我们|咱们|咱|我哋|我們|俺们)(?:的|個|个)?(?<what>部门|部門|组|組|公司|团队|團隊|班|店|家|学校|學校|项目|項目|小区|单位|單位|院|所|局|厂|廠|楼|村|科|系|处|處|社)/gu,
      "用户的$<what>",
    )
    .replace(/(?:我们|咱们|咱|我哋|我們|俺们)自己/gu, "用户这边自己")
    .replace(/(?:我们|咱们|咱|我哋|我們|俺们)(?:个|個)?/gu, "用户这边")
    .replace(/(?:本人|俺)/gu, "用户")
    .replace(/(?<![自忘])我(?!国|國|行我素)/gu, "用户");
  return rewritten.replace(/\ue000(\d+)\ue001/gu, (_, index: string) => kept[Number(index)] ?? "");
}
