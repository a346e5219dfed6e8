/* Ways to ask in English that a matter be forgotten, each naming it. Bounded quantifiers: linear in the clause. */

const REST = "[^.!?;\\n]{2,90}?";
const END =
  "(?=\\s*(?:$|[.!?;,\\n—–]|- |please\\b|pls\\b|(?:will|would|could|can) (?:you|ya)\\b|mate\\b|ok(?:ay)?\\b|thanks?\\b|now\\b|any ?more\\b|any longer\\b|entirely\\b|completely\\b|altogether\\b|for good\\b|for me\\b|right away\\b|immediately\\b|because\\b|since (?:i|it|we)\\b|as (?:i|it|we)\\b|if (?:you|that|it)\\b|when you\\b|so (?:i|it|that|nobody)\\b|and (?:don'?t|never|please|that)\\b|it'?s\\b|i'?d (?:rather|prefer)\\b|i shouldn'?t\\b))";
const NOTE =
  "(?:notes?|bits?|parts?|things?|stuff|entr(?:y|ies)|info(?:rmation)?|details?|memor(?:y|ies)|facts?|stor(?:y|ies)|remarks?|comments?|records?|mentions?|references?|traces?|conversations?|chats?|data|knowledge)";
const SCOPE = `(?:anything|everything|whatever|what(?:ever)? (?:you(?:'ve| have)? (?:got|saved|stored|noted|kept|know)|there is)|all (?:of )?(?:that|this|the|those|your)? ?(?:${NOTE})?|(?:any|the|that|those|this|these|every|your|my) (?:whole |entire |little |earlier |previous )?${NOTE})`;
const ABOUT =
  "(?:about|on|regarding|concerning|around|of|to do with|having to do with|(?:that|which) (?:has|had|have) to do with|related to|relating to|that relates to|connected (?:to|with)|involving|surrounding|mentioning|that mentions|where|that)";
const TOLD =
  "(?:(?:that |which )?(?:i(?:'ve| have|'d| had)? (?:ever |just |once |already |previously )?(?:said|told you|mentioned|shared|gave you|given you|wrote|typed|sent you|let slip|confided)|we(?:'ve| have)? (?:talked|discussed|said|spoke|spoken)|you(?:'ve| have)? (?:ever )?(?:know|have|saved|stored|kept|noted|got|remember|learned|learnt|wrote down|written down|on file))(?: (?:so far|today|earlier|before|yesterday|last (?:week|time|month|night)|the other day|previously|down|in (?:here|this chat)))?\\s+)?";
const MEMORY = "(?:memory|memories|notes|records?|files?|mind|head|profile|history|logs?|books|database|brain|storage)";
const FROM = `(?: (?:(?:from|off|out of|in|on) (?:your|the|my) ${MEMORY}|(?:that|which) (?:you|i) (?:have|had|keep|kept|told|gave|saved|stored)[^.!?;,\\n]{0,20}))?`;
const ERASE =
  "(?:forget|erase|delete|remove|wipe|scrub|drop|clear|purge|strike|unlearn|un-?remember|lose|ditch|bin|discard|dump|expunge|disregard|let go of|get rid of|throw (?:out|away)|take (?:out|back|away|down)|take|cut|nuke|trash|destroy)(?: (?:out|away|off))?";
const KEEP =
  "(?:stor(?:e|ing|ed)|sav(?:e|ing|ed)|remember(?:ing|ed)?|hold(?:ing)? on ?to|held on to|hang(?:ing)? on ?to|hung on to|retain(?:ing|ed)?|keep(?:ing)?|kept|record(?:ing|ed)?|log(?:ging|ged)?|not(?:e|ing|ed)(?: down)?|know(?:ing)?|have|having|carry(?:ing)?|writ(?:e|ing) down|hear(?:ing)? about)";
const NOT_KEEP =
  "(?:don'?t|do not|never|no longer|stop|not|no need|needn'?t|rather (?:that )?you didn'?t|wish you (?:didn'?t|wouldn'?t|hadn'?t)|prefer (?:that |it if )?you (?:didn'?t|not)|without|shouldn'?t|quit|no reason)";
const GONE =
  "(?:gone|forgotten|erased|deleted|removed|wiped|scrubbed|purged|off (?:your|the) (?:books|records?|memory)|out of (?:your|the) (?:memory|notes|head|mind|records?|system))";
const OWN =
  "(?:my|our|where|how|who|what|when|the fact|that(?! (?:please|pls|one|bit|part|thing|thanks?|last|now|ok|okay|either|too|stuff|anywhere)\\b)|his|her|their)";

const english = (pattern: string): RegExp => new RegExp(pattern, "iu");
/** A topic that stands under a group of its own name, to the end of its part of the sentence. */
const TOPIC = `(?<topic>${REST})${FROM}${END}`;

const OF_SOMEONE =
  "(?:birthday|number|address|name|age|job|school|surname|e-?mail|phone|size|allerg(?:y|ies)|diagnosis|illness|condition|salary|plans?|secret|details|info|stuff|anniversary|weight|diet|problem|situation|debt|affair)";

const ENGLISH_REQUESTS: readonly RegExp[] = [
  english(
    `\\b(?:forget|erase|delete|remove|wipe|drop|scrub|clear|purge|lose) (?:about )?(?<topic>(?:my [\\w-]{2,20}'s|\\p{L}[\\w-]{1,20}'s) (?:[\\w-]{2,16} ){0,2}?${OF_SOMEONE})\\b`,
  ),
  english(
    `\\bwhat i(?:'ve)? (?:said|told you|mentioned|shared) (?:about|on|regarding) (?<topic>${REST})\\s*[,—–:-]*\\s*(?:(?:should|must|needs to|has to|can|ought to) (?:please )?(?:be )?(?:gone|go|removed|deleted|forgotten|erased|disappear|vanish)|(?:can you |could you |just |please |kindly )*(?:don'?t keep|forget|delete|erase|drop|scrap|remove|wipe|bin|lose) (?:it|that|them|all of it))`,
  ),
  english(
    `\\b(?:forget|erase|delete|remove|wipe|scrub|drop|clear|purge|strike|unlearn|lose|ditch|get rid of|take back|take)\\s+(?:out |away )?(?:anything|everything|all|what(?:ever)?|the ${NOTE})\\s+${TOLD}(?:about|on|regarding|concerning|where|that)\\s+(?<topic>${REST})(?: (?:from|off|out of) (?:your|the) ${MEMORY})?${END}`,
  ),
  english(`\\b${ERASE}\\s+(?:please )?(?:${SCOPE}|what)\\s+${TOLD}(?:that'?s |is )?${ABOUT}\\s+${TOPIC}`),
  english(`\\b${ERASE}\\s+(?:${SCOPE}|what)\\s+(?:from|in|at) (?<topic>(?:my|our|the)\\b${REST})${FROM}${END}`),
  english(
    `\\b${NOT_KEEP}\\b[^.!?;\\n]{0,24}?\\b${KEEP}\\s+(?:an? |any |the )?(?:(?:record|note|trace|copy|memory|track) of |hold of )?(?:(?:${SCOPE}|what)\\s+${TOLD}${ABOUT}\\s+)(?<topic>${REST})${FROM}${END}`,
  ),
  english(
    `\\b${NOT_KEEP}\\b[^.!?;\\n]{0,24}?\\b${KEEP}\\s+(?:an? |any |the )?(?:record|note|trace|copy|memory|track) of (?:${SCOPE} ${ABOUT} )?${TOPIC}`,
  ),
  english(
    `\\b(?:don'?t|do not|never|no longer|stop|not|no need|needn'?t|rather you didn'?t|wish you wouldn'?t)\\b[^.!?;\\n]{0,14}?\\b(?:stor(?:e|ing)|sav(?:e|ing)|remember(?:ing)?|hold(?:ing)? on to|hang(?:ing)? on to|retain(?:ing)?)\\s+(?:what i (?:said|told you|mentioned) (?:about|on)\\s+|anything (?:about|on)\\s+)?(?<topic>${OWN}\\b${REST})${FROM}${END}`,
  ),
  english(
    `\\b(?:don'?t|do not)\\b[^.!?;\\n]{0,14}?\\bkeep(?:ing)?\\s+(?<topic>(?:my|our)\\b${REST}) (?:in|on|around in) (?:your )?${MEMORY}\\b`,
  ),
  english(
    `\\b(?:don'?t want|wouldn'?t like|would hate|hate for|not comfortable with) you (?:to (?:keep|know|have|remember|store)|keeping|knowing|having|remembering|storing)\\s+(?:${SCOPE} ${ABOUT} )?(?<topic>(?:my|our|that|where|how|who)\\b${REST})${FROM}${END}`,
  ),
  english(
    `\\b(?:want|there (?:should|must|shouldn'?t|ought to) be|leave|keep|remove|erase|delete|wipe|get rid of|without|have)\\b[^.!?;\\n]{0,16}?\\b(?:no|any|all|every|each)\\s+(?:records?|traces?|notes?|memor(?:y|ies)|mentions?|cop(?:y|ies)|references?)\\s+(?:of|about|on|to)\\s+${TOPIC}`,
  ),
  english(
    `\\b(?:forget|erase|delete|remove|wipe|scrub|purge|strike|unlearn|clear)\\s+(?<topic>(?:my|our|the)\\b${REST}) (?:(?:from|off|out of) (?:your|the) ${MEMORY}|(?:that )?i (?:gave|told) you\\b|(?:that )?i(?:'ve)? mentioned\\b)`,
  ),
  english(
    `\\b(?:scrub|unlearn|forget|un-?remember|erase|expunge|let go of)\\s+(?:all )?(?:about\\s+)?(?<topic>(?:my|our)\\b${REST})${FROM}${END}`,
  ),
  english(
    `\\b(?:wipe|clear|purge|erase|scrub|clean) (?:your|the) ${MEMORY} (?:of|for|about) (?:${SCOPE} ${ABOUT} )?${TOPIC}`,
  ),
  english(
    `\\b(?:pretend|act|behave|imagine|assume)(?: like| as if| as though)?(?: that)? (?:i|we) (?:never|hadn'?t|didn'?t|haven'?t)(?: ever)? (?:said|say|mention(?:ed)?|told you|tell you|brought up|bring up|talked about|talk about|discuss(?:ed)?|spoke of|raised?)(?: anything)?(?: about)?\\s+(?:${SCOPE} ${ABOUT} )?(?<topic>(?!(?:that|it|this|anything|so)\\s*(?:$|[.!?,;]))${REST})${END}`,
  ),
  english(
    `\\b(?:pretend|act|behave|imagine|assume)(?: like| as if| as though)?(?: that)? (?:${SCOPE} ${ABOUT} )?(?<topic>(?!(?:that|it|this|i|we)\\b)${REST}) (?:never|didn'?t) (?:came? up|happen(?:ed)?|exist(?:ed)?|(?:been|was|got) (?:mentioned|said))`,
  ),
  english(
    `\\b(?:take|keep|leave|get|cut|strike)\\s+(?:${SCOPE} ${ABOUT} )?(?<topic>${REST}) (?:off|out of|from) (?:your|the) ${MEMORY}\\b`,
  ),
  english(`\\b(?<topic>my [^.!?;\\n]{2,50}? (?:stuff|info|details|records?)) (?:removed|deleted|erased|gone)\\b`),
  english(
    `\\b(?:want|like|need|prefer|rather have|have|get)\\s+(?:${SCOPE} ${TOLD}${ABOUT} )?(?<topic>(?:my|our|the|that)\\b${REST}) ${GONE}\\b`,
  ),
  english(`\\b(?:want|like|need|prefer|rather have|have|get)\\s+${SCOPE} ${TOLD}${ABOUT} (?<topic>${REST}) ${GONE}\\b`),
  english(
    `\\b(?:that|the|those|this|everything|anything|all the) ?(?:${NOTE})? ${TOLD}(?:about|on|regarding|concerning) (?<topic>[^.!?;\\n,—–]{2,60}?)\\s*[,—–:-]+\\s*(?:can you |could you |i'?d like you to |just |please |kindly )*(?:forget|delete|drop|erase|scrap|remove|wipe|bin|lose|purge) (?:it|that|them|all of it)\\b`,
  ),
  english(
    `\\b(?:that|the|those|this|everything|anything|all the) ?(?:${NOTE})? ${TOLD}(?:about|on|regarding|concerning) (?<topic>[^.!?;\\n,—–]{2,60}?)\\s+(?:(?:should|must|needs? to|has to|have to|can|ought to|had better) (?:please |all )?(?:be )?(?:gone|go|removed|deleted|forgotten|erased|wiped|disappear|vanish)|(?:shouldn'?t|mustn'?t|should not|doesn'?t need to|needn'?t|isn'?t to|is not to|wasn'?t (?:for|meant for)|isn'?t meant) (?:to )?(?:be |stay |remain |go |get )?(?:in(?:to)? (?:your|the) ${MEMORY}|(?:your|the) ${MEMORY}|kept|stored|saved|remembered|recorded|on (?:file|record)|logged|noted|known|there))`,
  ),
  english(
    `(?:^|[,;:—–]\\s?|\\b(?:so|also|and|but|well|right|ok|okay)\\s)\\s*(?:about|regarding|concerning|as for) (?<topic>[^.!?;\\n,—–]{2,60}?)\\s*[,—–:-]+\\s*(?:can you |could you |just |please |kindly |i'?d like you to )*(?:(?:forget|delete|drop|erase|scrap|remove|wipe|bin|lose|purge) (?:it|that|them|all of it|everything)|(?:don'?t|do not) (?:keep|save|store|remember|hold on to) (?:it|that|any of it|anything))\\b`,
  ),
];

/** Told of somebody's forgetting, and things of the task at hand: no request to forget. */
const NO_REQUEST =
  /\b(?:don'?t|do not|never|always|often|sometimes|i|i'd|i'll|keep|can'?t|cannot|won'?t|might|may|almost|would|people|they|he|she|we|nearly|easily|tend to|try to|trying to|want to|told me to|asked me to|used to|going to|gonna|have to|makes? me|let me|help(?:s|ed)? me) (?:ever |even |just |all |simply |totally |completely |never |always )?(?:forget|unlearn)\b|\b(?:not|isn'?t|aren'?t|wasn'?t) (?:asking|telling|saying|about|a request|because)\b[^.!?]{0,20}\b(?:forget|delete|erase|remove)|\b(?:sav|stor|keep|drop|clear|remov|delet|cut|tak|log|record|not)\w*\b[^.!?]{0,40}\b(?:progress|changes|drafts?|settings|cache|into|spaces|comma|commas|rows?|columns?|lines?|files?|folder|branch|table|slides?|deck|paragraph|sentence|button|essay|letter|speech|caption|bio|cv|r[ée]sum[ée]|report|memo|post|tweet|itinerary|recipe|agenda|document|spreadsheet|cell|function|class|commit|repo|database table|index|article|blog|chapter|scene|poem|song|playlist|cart|basket|calendar|inbox|e-?mails?|photos?|in (?:the|this) (?:doc|channel|slack|sheet|code))\b/iu;
const NAMES_MEMORY =
  /\b(?:from|in|off|out of) (?:your|the) (?:memory|notes|memories|records)\b|\bi(?:'ve)? (?:told|mentioned to) you\b/iu;
/** "If I asked you to forget …": only considered. */
const CONSIDERED =
  /^\W*(?:if|suppose|what if|imagine|when|whenever|unless|in case)\b[^.!?,;]{0,40}\b(?:asked|ask|told|tell|say|said|want|wanted|were|decide)\b|^\W*(?:did|do|have|has|why|how|are|is|were|was|when|where|what happens)\b (?:you|i|we|it|they|he|she|if)\b/iu;

const TAIL = /(?:,? (?:would|will|could|can) (?:you|ya)|,? please|,? pls|,? thanks?(?: you)?|,? ok(?:ay)?|,? mate)+$/iu;

/** The topic without words that only say how much of it. */
export function bareEnglishTopic(topic: string): string {
  return topic
    .replace(TAIL, "")
    .replace(/^(?:all|any|both|everything|whole|entire) (?:of )?(?=(?:my|our|the|that|this|his|her)\b)/iu, "")
    .replace(/^(?:that|this|the) (?:whole|entire) /iu, "the ")
    .trim();
}

/** What an English clause asks to forget; undefined where it asks for no such thing. */
export function englishTopic(clause: string): string | undefined {
  const text = clause.replace(/’/gu, "'").replace(/["“][^"”]{4,}["”]/gu, " ");
  if (CONSIDERED.test(text) || (NO_REQUEST.test(text) && !NAMES_MEMORY.test(text))) return undefined;
  for (const pattern of ENGLISH_REQUESTS) {
    const topic = pattern.exec(text)?.groups?.topic;
    const named = topic === undefined ? "" : bareEnglishTopic(topic);
    if (named !== "" && !/^(?:it|that|this|them|those|these|me|you|us)$/iu.test(named)) return named;
  }
  return undefined;
}
