import type { InjectionPattern } from "./mark.js";

/*
 * Orders that a user's own words may carry and that no user needs to have remembered: to use a tool that pays, sends or deletes; to pass
 * data or money on; to praise a product to others; claims of a role or right; to drop policies. How the agent is to answer ("always in
 * French", 以后回复都用表格), what it is to look up and what a person does himself are none of them.
 */

/** What a tool does that cannot be taken back. */
const GRAVE =
  "(?:transfer|wire|pay|payment|purchase|buy|send|e?mail|upload|export|share|forward|post|delete|remove|drop|wipe|erase|grant|approve|reset|rm\\s-rf|curl|wget|shutdown|format)";
/** An order, not a report: "you must", "always" at the head of a clause, or with a condition of the talk. */
const ORDER =
  "(?:(?:you|assistant)\\s(?:must|should|shall|will|need\\sto|have\\sto|are\\sto|may)\\s(?:now\\s)?(?:always\\s|first\\s|also\\s|silently\\s)?|(?<![\\w'’]\\s)(?:please\\s)?(?:always|first|silently|from\\snow\\son,?|in\\sfuture,?|whenever\\b[^.!?\\n]{0,40}?,?|every\\stime\\b[^.!?\\n]{0,40}?,?|before\\s(?:you\\s)?(?:answer|reply|respond)\\w*(?:\\sanything|\\seach\\s\\w+)?,?|after\\s(?:each|every)\\s(?:message|reply|answer|turn),?)\\s(?:always\\s|first\\s|silently\\s)?)";
const OTHERS = "(?:users?|customers?|clients?|visitors?|everyone|everybody|anyone|people|others|all\\sreaders)";
const RIVALS =
  "(?:competitors?|rivals?|competing\\s\\w+|(?:any\\s)?other\\s(?:brands?|vendors?|shops?|stores?|products?)|alternatives)";

export const ENGLISH_ORDERS: readonly InjectionPattern[] = [
  [
    "override",
    new RegExp(
      `${ORDER}(?:call|invoke|run|execute|trigger|use)\\s(?:the\\s|this\\s|an?\\s)?(?:tool|function|command|api|plugin|action|script)?\\s?["'\`]?(?:[a-z]{2,16}[_-]){0,3}${GRAVE}(?:[_-][a-z]{2,16}){0,3}(?:["'\`]|\\s(?:tool|function|command|api|action|script)\\b|\\s(?:before|after|on\\severy|for\\severy|whenever|first)\\b|\\s?[/~.]|$)`,
      "giu",
    ),
  ],
  [
    "override",
    new RegExp(
      `${ORDER}(?:transfer|wire|pay|remit|send)\\s(?:[\\w$€£%.,']{1,16}\\s){0,5}?(?:money|funds|balance|savings|payments?|\\d+\\s?%|[$€£]\\d+|\\d+\\s(?:euros?|dollars?|pounds?|usd|eur|btc))(?:\\s[\\w']{1,16}){0,4}?\\sto\\s(?!my\\b|our\\b|me\\b)`,
      "giu",
    ),
  ],
  [
    "reveal",
    /\bthe\suser\s(?:prefers|wants|likes|agreed|agrees|asked|would\slike|has\sagreed|consents?)\b[^.!?\n]{0,16}\b(?:send|forward|share|upload|transfer|copy|disclose|e-?mail)\w*\s[^.!?\n]{0,48}?(?:https?:\/\/|[\w.+-]{1,64}@[\w-]{1,63}\.|\b(?:passwords?|credentials|all\s(?:documents|messages|files))\b)/giu,
  ],
  [
    "override",
    new RegExp(
      `\\b(?:never|not|don['’]t)\\s(?:ever\\s)?(?:mention|name|recommend|suggest|bring\\sup)\\s(?:any\\s)?(?:of\\s)?(?:our\\s|its\\s|their\\s|the\\s)?${RIVALS}\\b[^.!?\\n]{0,24}\\b(?:recommend|promote|push|praise|suggest|mention|name)\\b|\\b(?:always|only|must)\\s(?:recommend|promote|push|endorse|advertise|plug|praise)\\s(?:[\\w&'.-]{1,20}\\s){1,4}?(?:to\\s(?:all\\s|every\\s|any\\s|other\\s|your\\s)?${OTHERS}\\b|(?:over|above|instead\\sof|before|ahead\\sof)\\s(?:all\\s|any\\s|its\\s|the\\s|every\\s)?(?:${RIVALS}|others?)\\b|and\\s(?:never|not|hide|nothing)\\b)`,
      "giu",
    ),
  ],
  [
    "override",
    /\b(?:always|only|must)\s(?:recommend|promote|push|endorse|advertise|plug)\s(?=[A-Z][a-z]{1,14}[A-Z])[A-Za-z]{4,30}(?=\s{0,2}(?:[.!,;\n]|$))/gu,
  ],
  [
    "persona",
    /\bthe\suser\s(?:is|has\sbecome|counts\sas)\s(?:now\s)?(?:an?\s|the\s)?(?:system\s|site\s|full\s|verified\s)?(?:administrators?|admin|superuser|root|developer\sof\sthis\s\w+|owner\sof\sthis\ssystem)(?=\s{0,2}(?:[.!,;\n]|$)|\s(?:and|with|who)\s)|\bthe\suser\s(?:has|holds|is\sgranted|was\sgranted|enjoys)\s(?:full|all|every|unrestricted|unlimited|root|admin(?:istrator)?)\s(?:access|permissions?|rights|privileges|clearance)\b|\bI(?:\sam|['’]m|\shave|\shold)\s[^.!?\n]{0,24}\b(?:admin(?:istrator)?|root|superuser|developer|authori[sz]ed|clearance|full\saccess|all\spermissions)\b[^.!?\n]{0,24}\b(?:(?:skip|bypass|waive|drop)\s(?:all\s|any\s|the\s|every\s)?(?:checks?|confirmations?|verification|approvals?|polic\w+|rules)|without\s(?:asking|confirm\w*|checks?|approval)|no\s(?:confirmation|verification|approval)\b|(?:don['’]t|do\snot|never)\s(?:ask|check|verify|question|refuse))/giu,
  ],
  [
    "override",
    /\b(?:ignore|disregard|bypass|skip|override|set\saside|(?:don['’]t|do\snot|never)\s(?:follow|apply|obey))\s(?:(?:all|any|every|the|your|our|these)\s){0,3}(?:safety|content|security|privacy|usage|company|moderation|refund|compliance|access)\s(?:polic(?:y|ies)|rules?|guidelines?|checks?|restrictions?|controls?|filters?)\b|\b(?:you\s(?:must|should|will|may)\s|(?<![\w'’]\s))(?:never|not)\srefuse\s(?:any(?:thing)?|a|my|an?y?\suser)\b/giu,
  ],
];

const ZH_ORDER =
  "(?<![我咱他她][^。！？\\n]{0,12})(?:(?:你|助手|必须|务必|一律|一定要?|总是|始终|永远|每次|以后|今后|自动|直接|先|悄悄)[^。！？\\n我咱]{0,14}?|(?:回答|回复|答复)(?:之?前|问题前|任何问题前)[^。！？\\n我咱]{0,8}?)";
const ZH_OTHERS = "(?:所有人|用户|客户|大家|顾客|别人|其他人|访客|每个人)";
const ZH_RIVALS = "(?:竞品|竞争对手|竞争品牌|同行|其他(?:品牌|牌子|家|商家)|别的(?:品牌|牌子)|对手)";

export const CHINESE_ORDERS: readonly InjectionPattern[] = [
  [
    "override",
    new RegExp(
      `${ZH_ORDER}(?:调用|执行|运行|触发)[^。！？\\n]{0,12}?(?:转账|汇款|付款|支付|发送|邮件|删除|清空|上传|导出|授权|转发|下单|${GRAVE})`,
      "giu",
    ),
  ],
  [
    "override",
    new RegExp(
      `${ZH_ORDER}(?:转账|汇款|打款|付款|转|汇|打)[^。！？\\n我咱]{0,10}?(?:元|块|万|%|钱|款|余额)?(?:到|给|至|进)(?!我|咱|自己)[^。！？\\n我咱]{0,10}?(?:账户|账号|帐户|钱包|卡号|卡里|\\d{6,})`,
      "giu",
    ),
  ],
  [
    "reveal",
    /用户(?:喜欢|希望|想要?|要求|同意|愿意|习惯|允许)[^。！？\n]{0,8}?(?:把|将)[^。！？\n]{0,10}?(?:密码|口令|聊天记录|对话|记忆|文件|文档|资料|证件|账号)[^。！？\n]{0,8}?(?:发|转|传|交|抄送|上传|告诉)/gu,
  ],
  [
    "override",
    new RegExp(
      `(?:不要|别|不得|不许|不准|绝不|永远不|从不|禁止)(?:再)?(?:提|提到|提及|说起|推荐|介绍)(?:任何|其他)?${ZH_RIVALS}|(?:总是|始终|一律|永远|只|只能|务必|必须|都要)[^。！？\\n我咱]{0,8}?向${ZH_OTHERS}(?:推荐|推销|宣传|介绍|安利)|(?:总是|始终|一律|永远|只|只能|务必|必须|都要)[^。！？\\n我咱]{0,6}?(?:推荐|推销|宣传|安利)[^。！？\\n我咱]{1,14}?给${ZH_OTHERS}`,
      "gu",
    ),
  ],
  [
    "persona",
    /(?:用户|使用者|对方)(?:现在|已经?|就)?(?:是|为|成为)(?:系统|平台|超级|最高)?(?:管理员|超级用户|root|开发者|拥有者)(?=$|[，。！；,.!;\n]|[并且和])|(?:用户|使用者|对方)(?:现在|已经?)?(?:拥有|具有|具备|享有|获得)(?:了)?(?:全部|所有|最高|完全|一切|管理员|无限)的?(?:权限|权力|访问权)|[我咱]是[^。！？\n]{0,6}?(?:管理员|开发者|超级用户|系统所有者)[^。！？\n]{0,10}?(?:(?:不用|不必|不需要?|无需|别|跳过|绕过|免)(?:再)?(?:确认|验证|审核|询问|检查|审批|问))/giu,
  ],
  [
    "override",
    /(?:忽略|无视|绕过|绕开|跳过|不(?:要|用|必|再)?(?:理会|遵守|遵循|执行))(?:掉)?(?:所有|全部|一切|任何|你的|公司的?|平台的?){0,2}(?:的)?(?:安全|内容|隐私|使用|平台|审核|合规|风控|退款|公司|系统)(?:的)?(?:规则|政策|规定|限制|策略|审查|准则|检查|条款)|(?:必须|务必|永远|绝对)?(?:不得|不许|不能|不准)(?:拒绝)(?:我|用户)?的?(?:任何|一切|所有)(?:要求|请求|指令)/gu,
  ],
];
