import { findInjection } from "./find.js";

/** Signs of words that instruct whoever reads them, and of words that do not. Each is flat and linear in the text. */
const SIGNS: Readonly<Record<string, RegExp>> = {
  machine:
    /\b(?:assistants?|a\.?i\.?|agents?|models?|llms?|chat ?bots?|bots?|automated (?:readers?|reviewers?)|summari[sz]ers?)\b|助手|智能体|大?模型|机器人|\bAI\b|自动(?:阅读|评审|处理)/iu,
  theUser:
    /\bthe (?:user|human|customer|owner|person|reader|recipient)\b|(?:用户|使用者|机主|账户主人|主人|对方|阅读者|读者|屏幕前的人)/iu,
  readers:
    /\b(?:who(?:so)?ever|anyone|any \w+) (?:that |who )?(?:reads?|reading|parses?|loads?|process\w*|sees)\b|(?:凡是?|所有|任何|各位)?(?:读到|看到|解析|处理|阅读)(?:本|此|这|该)/iu,
  exfiltrate:
    /\b(?:send|forward|upload|post|copy|mail|e-?mail|append|transmit|submit|include|report|leak|relay)\b[^.!?\n]{0,60}\b(?:to|into|via|at)\b|(?:发|传|转|上传|抄送|密送|寄|附)(?:到|给|往|送|在)?[^。！？\n]{0,20}(?:给|到|往|接口|网址|表单)/iu,
  address: /https?:\/\/|[\w.+-]+@[\w-]+\.|\b\d{1,3}(?:\.\d{1,3}){3}\b|@\w{3,}|webhook|endpoint|接口|网址/iu,
  private:
    /\b(?:conversation|messages?|notes|memor(?:y|ies)|credentials?|password|tokens?|inbox|account|prompt)\b|对话|消息|记忆|口令|密码|证件|资料|收件箱|账号/iu,
  conceal:
    /\b(?:without (?:telling|asking|informing|mentioning)|do(?:n'?t| not) (?:tell|mention|let on|say|inform)|never (?:say|mention|tell)|quietly|silently|secretly|hide|hidden|must not notice|nobody needs)\b|悄悄|偷偷|默默|暗中|不要让|别(?:跟|让|提)|隐瞒|不得出现|不留痕|无需告知|不必告知/iu,
  precedence:
    /\b(?:set aside|no longer|supersedes?|overrides?|takes? precedence|highest[- ]priority|suspended|instead of|regardless|whatever .{2,20} says?|disregard|ignore|stop following|until further notice)\b|放在一边|不再|优先|最高|取代|暂停|无视|不管|不论|别再遵循|作废/iu,
  rules:
    /\b(?:instructions?|guidelines|rules|restrictions|orders|configuration|brief)\b|指令|守则|规则|限制|设定|命令|说明/iu,
  permission:
    /\b(?:already (?:agreed|approved|gave|consented)|has (?:consented|authori[sz]ed|approved)|no (?:confirmation|approval)|without (?:asking|approval|checks?)|skip the approval|authori[sz]ed you)\b|已经?(?:同意|授权|批准|确认)|无需(?:请示|确认|审核)|不用再确认|跳过审批|不经询问/iu,
  memory:
    /\b(?:long[- ]term memory|store permanently|save as|record in|remember for|profile of|write into|update what you know|verified fact)\b|永久保存|长期记忆|写进|存为|档案|更新你的认知|已核实/iu,
  persona:
    /\b(?:you are|you're|become|becomes|identity of|in the role of|your name is|simulate)\b|你(?:不再)?是|身份|化身|你叫|模拟|变为/iu,
  must: /\b(?:must|has to|have to|shall|required|is to|obliged)\b|必须|务必|须|应将|一律/iu,
  second: /\byou(?:r|rs)?\b|你|您/iu,
  first: /\b(?:i|i'm|i've|my|me|mine|we|our|us)\b|我|咱/iu,
  please: /\bplease\b|麻烦|请/iu,
  question: /[?？]\s*$/u,
  quoted: /["“「『][^"”」』]{3,}["”」』]/u,
  talkOfAttacks:
    /\b(?:injection|exfiltration|jailbreak|poisoning|threat model|red team|security|scam|phishing|paper|vendor)\b|注入|外传|越狱|投毒|威胁模型|红队|防|骗子|论文/iu,
  action:
    /\b(?:transfer|approve|disable|grant|reset|recommend|rate|mark|accept|skip|share|delete|run|pay)\b|转账?|批准|通过|关掉|打满分|推荐|重置|标为|付款|清空|交出|跳过/iu,
};

/** What plain signs see of a text, 0 or 1 each, for a classifier. Pure. */
export function injectionSigns(text: string): Readonly<Record<string, number>> {
  const signs: Record<string, number> = {};
  for (const [name, pattern] of Object.entries(SIGNS)) if (pattern.test(text)) signs[name] = 1;
  if (findInjection(text).length > 0) signs.marked = 1;
  if (signs.machine === 1 && signs.must === 1) signs["machine.must"] = 1;
  if (signs.exfiltrate === 1 && signs.private === 1) signs["exfiltrate.private"] = 1;
  if (signs.exfiltrate === 1 && signs.address === 1) signs["exfiltrate.address"] = 1;
  if (signs.theUser === 1 && signs.permission === 1) signs["theUser.permission"] = 1;
  if (signs.second === 1 && signs.precedence === 1) signs["second.precedence"] = 1;
  if (signs.first === 1 && signs.second === 1) signs["first.second"] = 1;
  return signs;
}
