import { hasHan, toSimplified } from "../script.js";

/* What is asked about keeping, without naming a matter: the last thing said, this turn, the rest of the talk. Bounded: linear in the text. */

const LAST_EN =
  "(?:(?:that|this|it)(?: (?:last |very |one )?(?:one|bit|part|thing|message|sentence|line|comment|remark|stuff|detail))?(?: (?:that )?i (?:just )?(?:said|told you|mentioned|sent|wrote))?|all (?:of )?that|(?:the|that|my) (?:very )?(?:last|previous|preceding|above) (?:one|bit|part|thing|message|sentence|line|comment|remark|statement|note)s?(?: (?:that )?i (?:said|sent|wrote|typed))?|what i(?:'ve)? (?:just|only just) (?:said|told you|wrote|typed|sent|mentioned)|everything i(?:'ve)? just (?:said|told you))";
const CLOSE_EN =
  "(?=\\s*(?:$|[.!;,:—–()…]|- |please\\b|pls\\b|thanks?\\b|now\\b|ok(?:ay)?\\b|will you|would you|entirely|completely|altogether|again|from (?:your|the)|i (?:shouldn'?t|wasn'?t|didn'?t)|it (?:was|slipped)|never mind))";
const english = (pattern: string): RegExp => new RegExp(pattern, "iu");

const FORGETS_LAST_EN: readonly RegExp[] = [
  english(
    `(?:^|[,.;:!—–-]\\s*|\\b(?:please|pls|kindly|just|and|so|oh|actually|hmm|sorry|wait|no|can you|could you|would you|you can|you should|better|let'?s|i'd like you to|i want you to)\\s+)(?:forget|delete|erase|scratch|strike|undo|retract|drop|ignore|disregard|nix|unsay|withdraw|scrap|scrub|remove|discard|bin|lose|wipe|un-?hear|un-?see|skip over) ${LAST_EN}${CLOSE_EN}`,
  ),
  english(
    `\\bi(?:'d like to| want to|'ll| will)? take (?:that|it|this|all that|what i (?:just )?said)(?: last)?(?: one| bit| part)? back\\b`,
  ),
  english(
    `\\b(?:you (?:didn'?t|never) (?:hear|read|see) (?:that|it|this|anything)|(?:pretend|act as if|act like|as if|imagine) (?:that )?(?:i|you) (?:never|didn'?t|hadn'?t) (?:sa(?:y|id)|hear|heard|told you|mention(?:ed)?|read|typed?) (?:that|it|this|anything|a word|so)|i never said (?:that|it|any of (?:that|this)))${CLOSE_EN}`,
  ),
  english(
    `\\b(?:you )?(?:don'?t|do not|needn'?t|no need(?: for you)?|shouldn'?t|please don'?t|rather you didn'?t|wish you wouldn'?t|never) (?:need to |have to |to )?(?:remember|keep|save|store|record|log|note|retain|hold on to|write down|write|jot down|put down|file) (?:that|it|what i (?:just )?said|any of (?:that|it)|the last (?:bit|part|thing|message))(?: (?:last )?(?:one|bit|part|thing))?(?: down| anywhere)?${CLOSE_EN}`,
  ),
  english(
    `\\b(?:that|it|what i just said|the last (?:bit|part|thing|message)|that last (?:bit|part|thing|one))(?: (?:one|bit|part|thing))? (?:(?:doesn'?t|does not) need to|(?:shouldn'?t|should not|mustn'?t|isn'?t to|is not to|wasn'?t (?:meant )?to)) (?:be |get |go |stay )?(?:saved|stored|kept|recorded|remembered|logged|noted|written down|in(?:to)? (?:your|the) (?:memory|notes|records?)|on (?:file|record)|on the record)`,
  ),
  english(
    `\\b(?:that|it) was(?:n'?t| not) (?:for the record|for your (?:notes|memory|records)|meant for (?:you|your notes))`,
  ),
];

/** A new value behind "scratch that" makes it a correction of what was said, and no wish for silence. */
const CORRECTS_EN =
  /\b(?:scratch|strike|ignore|disregard|scrap|forget|take) (?:that|it)(?: back)?\b[\s,.:;—–-]*(?:no,? |actually,? |i meant?|make (?:it|that)|it'?s|should be|instead|let'?s|we'?ll|i'?ll|go with|use|rather|the |on |at |[A-Z]?\w+ (?:it is|instead))/iu;
/** "Scratch that, my budget is 2500": a whole statement with a value of its own in the same breath. Case tells a name. */
const RESTATES_EN =
  /\b(?:[Ss]cratch|[Ss]trike|[Ii]gnore|[Dd]isregard|[Ss]crap|[Ff]orget) (?:that|it|what I (?:just )?said)(?: last bit| last part)?\s*[,;:—–-]+\s*(?:no,? |actually,? |sorry,? )?(?:[Mm]y|[Oo]ur|[Tt]he|[Hh]is|[Hh]er|[Tt]heir|[Ww]e|I|[Hh]e|[Ss]he|[Tt]hey)\b[^.!?\n]{0,60}?\b(?:is|are|costs?|comes? to|pays?|has|have|needs?|takes?|starts?|ends?|leaves?|lives?|works?|meets?|opens?|closes?)\b[^.!?\n]{0,40}?(?:\d|\b\p{Lu}\p{Ll}|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|noon|midnight|tomorrow|next)\b)/u;
/** "Forget it": a way to drop a subject in talk. */
const DROPS_SUBJECT_EN = /^\W*(?:\w+[,. ]+){0,3}?forget (?:about )?it\b(?! please| ever)/iu;
const DENIED_EN =
  /\b(?:not|isn'?t|wasn'?t|never) (?:asking|telling|saying|suggesting|that i want)\b|\b(?:do|did|does|have|has|are|will|how|why|what) (?:you|i|we)\b[^.!?]{0,40}\?|\b(?:he|she|they|boss|someone|people|who|you) (?:said|says|told|asked|keeps?)\b[^.!?]{0,40}\b(?:forget|scratch|ignore|strike|delete)|\bif i\b/iu;

const FORGETS_LAST_ZH: readonly RegExp[] = [
  /(?:你)?(?:就|权|只|全)?当(?:我|我们|作|做|成)?(?:刚才|刚刚|什么)?(?:都|也)?(?:没|没有|从没|从来没)(?:说|讲|提|听到|听见|听过|看到|看见|发生|发)(?:过|到)?(?:这|那)?(?:句|个|些|件|话|事)?(?=$|[。，！~～吧啊哈呗好了,.!\s])/u,
  /(?:刚才|刚刚|刚|上面|上一|前面|前一|最后|方才|那)(?:我)?(?:那|这|的|说|讲|发|提)?(?:一|几)?(?:句|条|段|个|件|番|些)?(?:话|消息|事|内容|说的|讲的|提的|发的|的话)?[，,]?(?:请|你|就|都|也|麻烦|帮我|给我|可以|还是|算|全)*(?:别|不要|不用|不必|无需|甭|勿)(?:再|往心里|给我)?(?:记|存|留|保存|保留|录|当真地记)/u,
  /(?:撤回|收回|撤销|删掉|删了|删除|忘掉|忘了|忘记|抹掉|清掉|划掉|去掉)(?:我)?(?:刚才|刚刚|上面|上一|前面|前一|最后)(?:我)?(?:那|这|的|说|讲|发|提)*(?:一|几)?(?:句|条|段|个|件|番|些|话|消息|内容)/u,
  /(?:刚才|刚刚|上面|上一|前面|前一|最后)(?:我)?(?:那|这|的|说|讲|发|提)*(?:一|几)?(?:句|条|段|个|件|番|些)?(?:话|消息|内容)?[，,]?(?:你|就|都|我|请|麻烦|帮我|算)*(?:撤回|收回|撤销|作废|忘(?:了|掉|记)|删(?:了|掉|除)|抹掉|不算|不作数|划掉|清掉)/u,
  /^(?:唉|哎|啊|算了|呃|额|等等|不对|抱歉|对不起|那个|哦|[，,。\s])*(?:这|那)(?:句|条|个|段|话|件事|事|些)(?:话|消息|内容)?[，,]?(?:你|就|都|也|还是|请|麻烦|千万|可)*(?:别|不要|不用|不必|无需|甭|勿)(?:再|给我|替我|往心里)?(?:记|存|留|保存|保留|录)(?!这|那)(?:下|住|着|录|档|底)*(?:了|吧|啊|哈|呗|[，。！!~～]|$)/u,
  /(?:说漏嘴|说多了|嘴快了|不该(?:跟你)?(?:说|讲|提)(?:的|这个|那个|这些)?)[^。！？\n]{0,12}(?:忘|删|别记|别存|当|撤|不要记|别往)/u,
];
const DENIED_ZH =
  /(?:不是|没有?|并非)(?:让|要|叫|请)你?(?:忘|删|撤)|(?:他|她|老板|同事|妈|爸|客户)(?:又|总|老|就)?(?:说|让|叫|要)[^。！？]{0,14}(?:当|收回|撤回|忘)|^(?:要是|如果|假如)/u;

const OFF_RECORD_EN: readonly RegExp[] = [
  /\b(?:just |strictly |only |purely )?between (?:us|you and (?:me|i)|ourselves|the two of us)(?:\s*[,:;.!—–-]|\s+(?:only|please|ok(?:ay)?)\b|\s*$)|\bkeep (?:this|it) (?:just )?between (?:us|you and me)\b|\bentre nous\b|\boff the (?:record|books)\b|\bfor your (?:ears|eyes) only\b/iu,
  /\b(?:don'?t|do not|dont|never|no need to|without|rather you didn'?t|please not to) (?:you )?(?:put|jot|write|note|take|keep|save|store|record|log|file|memori[sz]e|remember|hold on to|retain|add|commit)(?:ing)? (?:this|any of this|the following|what (?:comes|follows|i'?m (?:about to|going to)|i say next)|what i(?:'m| am) telling you|the next (?:bit|part|thing|sentence|message|line)|anything i'?m about to)\b(?! (?:file|document|draft|page|version|line|paragraph|table|image|photo|code|chart|spreadsheet|app|form|tab|link|item|order|email|meeting|event|appointment|date|task|bug|ticket)\b)/iu,
  /\b(?:this|what (?:follows|comes next|i'?m (?:about to|going to) (?:say|tell you))|the next (?:bit|part|thing|message))(?: (?:one|bit|part|thing|message))? (?:is|stays?|should stay|must stay|needs? to stay|goes|shouldn'?t|should not|isn'?t|is not|doesn'?t|mustn'?t|can'?t|won'?t)(?: (?:be|go|get|end up|to|need to|have to|for|meant|supposed))*\s*(?:off (?:the|your) (?:record|books|notes)|out of (?:your|the) (?:memory|notes|records?)|saved|stored|kept(?! (?:in|at|on|under)\b)|remembered|recorded|logged|noted|written down|in(?:to)? (?:your|the) (?:memory|notes|records?)|(?:your|the) (?:memory|notes|records?)|on (?:file|record|the record))\b/iu,
  /\b(?:is|are|was|were)(?:n['’]?t| not) (?:something|anything|a thing|for you|for anyone|one)? ?(?:to|(?:that )?you (?:should|need to|have to)|i want(?: you)? to) (?:be )?(?:write|writ(?:e|ten) down|note|record|save|store|keep|kept|saved|stored|remember|log|hold on to|retain)\b/iu,
  /\b(?:leave|keep) (?:it|this|that|this one|that one|that part|this part|that bit|this bit|all (?:of )?(?:this|that)) out of (?:your |the |my )?(?:memory|notes|records?|files?|logs?|books)\b|\b(?:this|that)(?: (?:one|bit|part|thing))? (?:is(?:n['’]?t| not)|['’]s not) for (?:the record|your (?:notes|memory|records?|files?))/iu,
  /\b(?:not for (?:the|your) (?:records?|notes|memory|files?)|no notes on this|nothing of this (?:is to be|should be|gets) (?:kept|saved|stored|recorded)|keep (?:this|it|that) (?:out of|off) (?:your|my|the) (?:memory|notes|records?|books))\b/iu,
];
const OFF_RECORD_ZH: readonly RegExp[] = [
  /(?:这(?:个|句|条|些|段|事|件事|话|点|一[点条句段]|部分|块儿?|茬)?|以下|下面(?:这些|这段|这句|的|说的)?|接下来(?:的|这句|这段|说的|要说的)?)(?:内容|信息|话|事)?[，,]?(?:你|可|我)?(?:也|就|都|千万|可|请)*(?:别|不要|不用|不必|无需|请勿|勿|甭)(?:给我|帮我|再)?(?:记(?!者)|存|保存|记录|留(?!言|学|意|神)|写(?:进|下|到)|录)/u,
  /(?:别|不要|不用|请勿|千万别)(?:记录?|存|保存|留(?:下|档|底)?|写(?:进|到)(?:记忆|记录|档案)里?)(?:[：:，,]|这(?:个|句|条|段|些|件)|本条|以下|下面|我(?:下面|接下来|要说))/u,
  /(?:这(?:个|事|件事|话|些|点)?|此事)[^。！？\n]{0,8}(?:保密|别外传|不要外传|不外传|别说出去|不要说出去|烂在肚子里)/u,
  /(?:你知我知|天知地知|只(?:有|限)?(?:你|咱俩|我们俩|你我)(?:知道|之间)|就(?:你|咱俩|我们俩)知道|(?:偷偷|悄悄|私下(?:里)?|私底下)(?:跟|和|告诉|说|讲|问)[^。！？\n]{0,12}(?:别|不要|不用)(?:记|存|留)|说完就忘|听完就忘|听听就(?:好|算|行|忘)|(?:别|不要)(?:让这|把这)[^。！？\n]{0,10}(?:记|存|写)进?)/u,
];

const SPAN_EN =
  "(?:(?:for )?the (?:rest|remainder) of (?:this|the|our|today'?s) (?:chat|conversation|session|talk|discussion|thread|call|evening|day)|(?:from|starting) (?:here|now|this point|this message)(?: on| onwards?| forward)?|from here on(?: out| in)?|until (?:i|we) (?:say|tell|finish|are done)[^.!?\\n]{0,24}|(?:in |during |for )?(?:this|our|the) (?:whole |entire )?(?:chat|conversation|session|talk|discussion|thread)|(?:what|whatever|anything|everything) (?:else )?(?:i|we) (?:say|tell you|talk about|discuss|write|type) (?:next|from (?:here|now)(?: on)?|after this|today|in here|here|in this (?:chat|conversation|session|thread)|for the rest of[^.!?\\n]{0,24}))";
const SILENT_EN =
  "(?:off the record|incognito|(?:(?:don'?t|do not|not|never|stop|without|no|nothing|shouldn'?t|needn'?t|rather you didn'?t|isn'?t|won'?t|quit|pause|please don'?t)\\b[^.!?\\n]{0,30}?\\b(?:sav(?:e|ed|ing)|stor(?:e|ed|ing)|keep(?:ing)?|kept|record(?:ed|ing)?|remember(?:ed|ing)?|log(?:ged|ging)?|not(?:e|ed|es|ing)|memori[sz](?:e|ed|ing)|memor(?:y|ies)|hold(?:ing)? on to|retain(?:ed|ing)?|writ(?:e|ing|ten) down))|(?:memory|recording|saving) (?:off|paused))";
const SILENCES_EN: readonly RegExp[] = [
  english(`${SPAN_EN}[^.!?\\n]{0,40}?\\b${SILENT_EN}`),
  english(`\\b${SILENT_EN}\\b[^.!?\\n]{0,50}?\\b${SPAN_EN}`),
  english(
    "\\b(?:go|going|talk|speak|switch|move|stay|keep (?:this|it|things)) off the record\\b|\\b(?:go|switch to|turn on|enter) incognito\\b",
  ),
];
const SILENCES_ZH: readonly RegExp[] = [
  /(?:(?:这次|本次|这轮|这场|这回|今天|今晚|当前)(?:的)?(?:聊天|对话|会话|谈话|聊的|说的|谈的)?(?:里|中)?(?:接下来|后面|剩下|之后|余下|全程)?|接下来|从(?:现在|这里|这句|此刻|这儿)(?:起|开始|往后)?|往下|后面|剩下)(?:的|我)?(?:这|聊天|对话|会话|聊|说|讲|谈|内容|话|消息|所有|一切|什么|任何|东西|部分|我们|咱们|的|，|,)*(?:你)?(?:请|你|就|都|也|全|全部|一律|统统|一概|暂时)*(?:别|不要|不用|不必|无需|甭|勿|停止)(?:再|给我|帮我)*(?:记(?!者)|存|保存|保留|留|记录|录|写进)/u,
  /(?:接下来|从现在(?:起|开始)|后面|往下)(?:的|我|我们|咱们)*(?:聊|说|讲|谈|吐槽|抱怨|发)[^。！？\n]{0,24}?(?:别|不要|不用|不必|无需|甭|勿)(?:再|给我|帮我|往(?:心|脑子)里)*(?:记(?!者)|存|保存|保留|留|记录)/u,
  /(?:先)?(?:别|不要|停止|暂停)(?:再)?(?:记|存|保存|记录|保留)(?:了)?[，,](?:直到|等)我(?:说|让|叫|聊完|讲完)/u,
  /(?:这次|本次|这轮|这场|接下来|下面)(?:的)?(?:聊天|对话|会话|谈话|聊的|说的|谈的)(?:都|全)?(?:是|属于)?(?:不留记录|不留痕|私密的|无痕)|(?:开|进入|切换到?)(?:无痕|隐身)模式/u,
];
/** Of one message only: what stands behind it is not silenced. */
const ONLY_THIS_ZH = /(?:下面|接下来)(?:的|要说的)?(?:这|那)(?:句|段|条|个|件)/u;
const LIFTS =
  /\b(?:back on the record|you (?:can|may) (?:save|remember|keep|record|take|start|store)[^.!?\n]{0,30}\b(?:again|now)|(?:start|resume) (?:saving|remembering|recording|keeping|taking)|memory (?:back )?on|end(?: of)? incognito|leave incognito)\b|(?:可以|重新|恢复|继续|开始|正常|照常|照旧)(?:再|重新|恢复|继续|开始|正常|照常|照旧)*(?:记录?|存|保存|记忆)(?:了|吧)?(?=$|[，。！,.\s])/iu;

function forms(text: string): { readonly zh: string; readonly en: string } {
  return {
    zh: hasHan(text) ? toSimplified(text) : "",
    en: text.replace(/’/gu, "'").replace(/["“][^"“”]{4,}["”]/gu, " "),
  };
}

function any(patterns: readonly RegExp[], text: string): boolean {
  return text !== "" && patterns.some((pattern) => pattern.test(text));
}

/** Only considered, denied, told of others, or a way to drop a subject: no request, although its words are those of one. */
export function deniesForgetting(text: string): boolean {
  const { zh, en } = forms(text);
  if (CORRECTS_EN.test(en) || RESTATES_EN.test(en)) return true;
  return DENIED_EN.test(en) || DROPS_SUBJECT_EN.test(en) || (zh !== "" && DENIED_ZH.test(zh));
}

/** Advice on a thing of which the sentence speaks before: "there is a wiki, but it's out of date, ignore it". */
const OF_A_THING_EN =
  /\b(?:there(?:'s| is| are| was)|it(?:'s| is| was)|they(?:'re| are)|the|a|an|that|this|my|our|your|his|her|their|some|any) [^.!?\n]{2,200}[,;:—–-]\s*(?:(?:so|and|but|just|please|pls|you can|you should|better) )*(?:ignore|disregard|skip over) it\W*$/iu;
/** What of it is said is the saying itself: then the wish is about what was said. */
const OF_SAYING_EN =
  /\b(?:(?:i|we)(?:'ve| have| had)? (?:just |only |never |even |shouldn'?t (?:have )?|wasn'?t |didn'?t )*(?:sa(?:y|id)|tell|told|mention(?:ed)?|meant?|wr(?:ite|ote|itten)|typed?|sent?|mean|supposed)|slipp?e?d? (?:out|my)|secret|private|confidential|personal|mistake|too much|none of|message|for (?:you|your)|memor\w+|notes?|record\w*)\b/iu;

function speaksOfThing(en: string): boolean {
  return OF_A_THING_EN.test(en) && !OF_SAYING_EN.test(en);
}

/** "Scratch that", 当我没说: what was said just before is to be kept nowhere. */
export function forgetsLast(text: string): boolean {
  const { zh, en } = forms(text);
  if (deniesForgetting(text)) return false;
  return (any(FORGETS_LAST_EN, en) && !speaksOfThing(en)) || any(FORGETS_LAST_ZH, zh);
}

/** "Don't keep this: …", 下面这段别记: the message itself is to be kept nowhere. */
export function isOffRecord(text: string): boolean {
  const { zh, en } = forms(text);
  return any(OFF_RECORD_EN, en) || any(OFF_RECORD_ZH, zh);
}

/** "For the rest of this chat save nothing", 接下来的内容都不要保存: so are the messages after it. */
export function silencesRest(text: string): boolean {
  const { zh, en } = forms(text);
  if (/\?\s*$|？\s*$/u.test(text) && !/\b(?:can|could|would|will) (?:you|we)\b|能|可以|好吗/iu.test(text)) return false;
  return any(SILENCES_EN, en) || (any(SILENCES_ZH, zh) && !ONLY_THIS_ZH.test(zh));
}

/** "You can remember things again", 可以继续记了: silence is over. */
export function liftsSilence(text: string): boolean {
  return LIFTS.test(hasHan(text) ? toSimplified(text) : text.replace(/’/gu, "'"));
}

const CONFIRMS_EN =
  /\b(?:i(?:'ve| have)?|it(?:'s| is| has been)|that(?:'s| is| has been)|done[^.!?\n]{0,12}|consider (?:it|that)|everything|all)\b[^.!?\n]{0,40}\b(?:forgotten|forgot|deleted|erased|removed|wiped|scrubbed|cleared|dropped|purged|discarded|struck)\b[^.!?\n]{0,60}\b(?:about|on|regarding|your|from (?:my|the|your) (?:memory|notes|records?)|you (?:told|said|mentioned|shared))\b|\b(?:won'?t|will not|no longer) (?:be )?(?:keep|kept|remember(?:ed)?|stor(?:e|ed|ing)|sav(?:e|ed)|retain(?:ed)?|hold|bring up|mention)\b[^.!?\n]{0,60}\b(?:about|your|you (?:told|said|mentioned)|that|anything)\b/iu;
const CONFIRMS_ZH =
  /(?:忘(?:了|掉|记)|删(?:了|掉|除)|清(?:掉|除|空)|抹(?:掉|去)|移除|去掉)|(?:不会|不再|没有?|不)(?:再)?(?:记|留|保存|保留|存|提)/u;

/** An agent's answer that it has forgotten something: it names once more what was not to be named. */
export function confirmsForgetting(text: string): boolean {
  const { zh, en } = forms(text.slice(0, 600));
  return CONFIRMS_EN.test(en) || (zh !== "" && CONFIRMS_ZH.test(zh));
}
