import { ZH_RELATIONS } from "../../language/slots/index.js";

/** As they are written in the traditional script. */
const TRADITIONAL =
  "媽媽|媽|爸媽|老婆|老公|女兒|兒子|孫子|孫女|爺爺|嬤|阿嬤|阿公|岳母|嫂子|姊姊|姊|妹夫|老師|醫生|媳婦|舅舅|姪女|姪子";
const RELATION = new RegExp(`(?:我|咱|俺)(?:的)?(?<relation>${TRADITIONAL}|${ZH_RELATIONS})`, "gu");
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

/** 我们 at work is a team; elsewhere it is the user with family or friends, of whom only the user is certain. */
const AT_WORK =
  /团队|客户|甲方|供应商|上线|发布|发版|部署|代码|分支|评审|服务器|数据库|集群|接口|线上|灰度|迭代|排期|需求|版本|项目|合同|报价|发票|报销|审批|预算|工单|值班|例会|周会|晨会|站会|复盘|同事|领导|部门|采购|库存|仓库|产线|订单|出货|交付|投放|招标|门店|营业|打烊|员工|招人|OKR|KPI/u;

/** 用户觉得用户目前的薪资…: who thinks it is whom it is about. */
const OF_ONESELF =
  /^(?<head>用户\p{Script=Han}{0,4}?(?:觉得|认为|感觉|希望|发现|知道|担心|相信|以为|想|怕))用户(?!的(?:团队|公司|\p{Script=Han}{0,2}[妈爸哥姐弟妹爷奶叔姨舅姑友儿女婆公师]))/u;

/** "我妹不吃香菜" → "用户的妹妹不吃香菜". Quoted stretches stay; names, numbers and values are never touched. */
export function toThirdPersonChinese(text: string): string {
  const kept: string[] = [];
  const masked = text.replace(VERBATIM, (stretch) => {
    kept.push(stretch);
    return `\ue000${kept.length - 1}\ue001`;
  });
  const rewritten = masked
    .replace(RELATION, (_, relation: string) => `用户的${SHORT.get(relation) ?? relation}`)
    .replace(/(?:我们|咱们|咱|我哋|我們|俺们)家/gu, "用户家")
    .replace(
      /(?:我们|咱们|咱|我哋|我們|俺们)(?:的|個|个)?(?<what>部门|部門|组|組|公司|团队|團隊|班|店|家|学校|學校|项目|項目|小区|单位|單位|院|所|局|厂|廠|楼|村|科|系|处|處|社)/gu,
      "用户的$<what>",
    )
    .replace(/(?:我们|咱们|咱|我哋|我們|俺们)(?=[俩仨]|[两几三四五]个人?|一家|全家|夫妻)/gu, "用户他们")
    .replace(/(?:我们|咱们|咱|我哋|我們|俺们)(?:这边|这儿|這邊|这里)?/gu, AT_WORK.test(masked) ? "用户的团队" : "用户")
    .replace(/(?<!(?<![来出源])自|忘)我(?:这边|这儿|這邊)/gu, "用户")
    .replace(/(?:本人|俺)/gu, "用户")
    .replace(/(?<!(?<![来出源])自|忘)我(?!国|國|行我素)/gu, "用户");
  return rewritten
    .replace(OF_ONESELF, "$<head>自己")
    .replace(/\ue000(\d+)\ue001/gu, (_, index: string) => kept[Number(index)] ?? "");
}
