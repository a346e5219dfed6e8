import { hasHan, toSimplified } from "../script.js";

const REST = "[^.!?;\\n]{2,80}?";
const END = "(?=\\s*(?:$|[.!?;,\\n—–]|please\\b|pls\\b|will you|would you|ok(?:ay)?\\b|thanks?\\b))";
const TOLD =
  "(?:(?:that )?(?:i(?:'ve)? (?:said|told you|mentioned|shared|gave you)|you(?:'ve)? (?:know|have|saved|stored|kept|noted|got|remember))\\s+)?";
const NOTE = "(?:note|bit|part|thing|stuff|entry|info(?:rmation)?|details?|memory|memories|fact|story|remark|comment)";
const MEMORY = "(?:memory|notes|records?|files?|mind|head|profile)";

const english = (pattern: string): RegExp => new RegExp(pattern, "iu");

/** Ways to ask in English that a matter be forgotten, each naming it. Bounded: linear in the clause. */
const EN: readonly RegExp[] = [
  english(
    `\\b(?:forget|erase|delete|remove|wipe|scrub|drop|clear|purge|strike|unlearn|lose|ditch|get rid of|take back|take)\\s+(?:out |away )?(?:anything|everything|all|what(?:ever)?|the ${NOTE})\\s+${TOLD}(?:about|on|regarding|concerning|where|that)\\s+(?<topic>${REST})(?: (?:from|off|out of) (?:your|the) ${MEMORY})?${END}`,
  ),
  english(
    `\\b(?:don'?t|do not|never|no longer|stop|not)\\b[^.!?;\\n]{0,14}?\\b(?:stor(?:e|ing)|sav(?:e|ing)|remember(?:ing)?|hold(?:ing)? on to|hang(?:ing)? on to|retain(?:ing)?)\\s+(?:what i (?:said|told you|mentioned) (?:about|on)\\s+|anything (?:about|on)\\s+)?(?<topic>(?:my|our|where|how|who|the fact)\\b${REST})(?: (?:in|on) (?:your )?${MEMORY})?${END}`,
  ),
  english(
    `\\b(?:don'?t|do not)\\b[^.!?;\\n]{0,14}?\\bkeep(?:ing)?\\s+(?<topic>(?:my|our)\\b${REST}) (?:in|on|around in) (?:your )?${MEMORY}\\b`,
  ),
  english(`\\bdon'?t want you (?:to keep|keeping|knowing|having)\\s+(?<topic>(?:my|our|that|where)\\b${REST})${END}`),
  english(
    `\\bwhat i (?:said|told you|mentioned) about (?<topic>${REST})\\s*[,—–:-]*\\s*(?:(?:should|must|needs to|has to) (?:be )?(?:gone|go|removed|deleted|forgotten|erased)|(?:please )?(?:don'?t keep|forget|delete|erase|drop) (?:it|that))`,
  ),
  english(
    `\\b(?:forget|erase|delete|remove|wipe|scrub|purge|strike|unlearn)\\s+(?<topic>(?:my|our|the)\\b${REST}) (?:(?:from|off|out of) (?:your|the) ${MEMORY}|(?:that )?i (?:gave|told) you\\b)`,
  ),
  english(`\\b(?:scrub|unlearn|forget)\\s+(?:about\\s+)?(?<topic>(?:my|our)\\b${REST})${END}`),
  english(
    `\\b(?:pretend|act as if|assume) (?:that )?i (?:never|hadn'?t|didn'?t) (?:said|say|mention(?:ed)?|told you|tell you)(?: anything)?(?: about)?\\s+(?<topic>${REST})${END}`,
  ),
  english(`\\btake\\s+(?:the ${NOTE} about )?(?<topic>${REST}) off (?:your|the) ${MEMORY}\\b`),
  english(`\\b(?<topic>my [^.!?;\\n]{2,50}? (?:stuff|info|details|records?)) (?:removed|deleted|erased|gone)\\b`),
  english(
    `\\b(?:that|the) ${NOTE} about (?<topic>[^.!?;\\n,—–]{2,60}?)\\s*[,—–:-]+\\s*(?:just )?(?:forget|delete|drop|erase) (?:it|that)\\b`,
  ),
];

/** Chinese names the matter first and then asks: …别留着了, …当我没说, …从记忆里抹掉. */
const ZH_ASKED =
  /^(?:把)?(?<topic>[^。！？；\n]{2,40}?)[，,]?(?:请|就|你|都|也|麻烦|帮我|以后|再|还是|从(?:你的?|你那儿?的?)?(?:记忆|记录|档案|资料|那儿|那里)?(?:里|中)?){0,4}(?:别(?:再)?(?:留着?|存着?|记着?|保留|保存)|不(?:要|用|必)(?:再)?(?:留着?|存着?|记着?|保留|保存|记录|存)|当我没(?:说|提)过?|(?:忘了|忘掉|抹掉|抹去|删了|删掉|删除|清掉|清除|划掉)吧?)(?:了|吧|啊|哈|呗)*$/u;
/** The topic is of what was told, and no line of a file. */
const ZH_TOLD = /我|咱|跟你|和你|关于|说过|提到|提过|讲的|说的|聊的|的事|那件|纠纷/u;
const ZH_FRAME =
  /^(?:把|请|关于|有关|那件|那个|那些|这件|这个|之前|上次|刚才|以前|前面|我)*(?:跟你|和你|给你|对你|向你)?(?:说|讲|提|聊)(?:过|到|起)?的?(?:那个|那件|那些)?|^(?:把|关于|有关|那件|那个|那些)+/u;
const ZH_TAIL =
  /(?:的?(?:这|那)?(?:件|个)?(?:事情?|信息|记录|情况|内容|资料))?(?:你|都|也|从你(?:那儿|那里|的记忆里)?)*$/u;

/** Told of somebody's forgetting, and things of the task at hand: no request to forget. */
const NO_REQUEST =
  /\b(?:don'?t|do not|never|always|often|sometimes|i|i'd|i'll|keep|to|can'?t|cannot|won'?t|might|may|almost|would|people|they|he|she) (?:ever |even )?forget\b|\b(?:sav|stor|keep|drop|clear|remov|delet)\w*\b[^.!?]{0,30}\b(?:progress|changes|drafts?|settings|cache|into|spaces|comma|rows?|columns?|lines?|files?|folder|branch|table|slide|paragraph|sentence|button|in (?:the|this) (?:doc|channel|slack|sheet|code))\b/iu;
const NO_REQUEST_ZH = /别忘|不要忘|总忘|老忘|忘了带|(?:文件|文档|表格|代码|段落|空格|行|列|分支|页面|幻灯|合同)/u;

/** What a request to forget names in other words than the plain ones; undefined where the clause is none. */
export function findForgetTopic(clause: string): string | undefined {
  if (!hasHan(clause)) {
    const text = clause.replace(/’/gu, "'");
    if (NO_REQUEST.test(text)) return undefined;
    for (const pattern of EN) {
      const topic = pattern.exec(text)?.groups?.topic?.trim();
      if (topic !== undefined && topic !== "") return topic;
    }
    return undefined;
  }
  const text = toSimplified(clause).replace(/[。！!~～\s]+$/u, "");
  const topic = NO_REQUEST_ZH.test(text) ? undefined : ZH_ASKED.exec(text)?.groups?.topic;
  if (topic === undefined || !ZH_TOLD.test(topic)) return undefined;
  const bare = topic.replace(ZH_FRAME, "").replace(ZH_TAIL, "").trim();
  return bare === "" ? undefined : bare;
}
