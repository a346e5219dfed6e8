import type { InjectionPattern } from "./mark.js";

const DROP =
  "(?:ignore|disregard|forget|override|bypass|skip|drop|discard|nullify|void|erase|neglect|overlook|(?:do|must|should|will|can)\\s?n[o']t\\s(?:follow|obey|apply)|(?:do|must|should)\\snot\\s(?:follow|obey|apply)|stop\\s(?:following|obeying)|no\\slonger\\s(?:(?:need|have)\\sto\\s)?(?:follow|obey|comply\\swith)|set\\saside|put\\saside|throw\\s(?:out|away))";
/** Words between the verb and what is dropped; at least one of the first group has to be there. */
const EARLIER =
  "(?:all|any|every|each|previous|prior|above|earlier|preceding|former|existing|original|initial|system|safety|developer|foregoing|your)";
const FILLER =
  "(?:of|the|those|these|this|that|and|or|in|other|last|content|hidden|current|old|set|you|were|given|been|have)";
const GAP = `(?:\\s{1,4}(?:${FILLER}),?){0,4}(?:\\s{1,4}${EARLIER},?)(?:\\s{1,4}(?:${EARLIER}|${FILLER}),?){0,5}\\s{1,4}`;
const LAW =
  "(?:instructions?|prompts?|rules?|guidelines?|directions?|directives?|commands?|constraints?|polic(?:y|ies)|restrictions?|programming|training|system\\smessages?|guardrails?)";

const MODEL =
  "(?:a\\.?i\\.?(?:\\s(?:assistants?|models?|agents?|systems?|readers?|reviewers?|summari[sz]ers?))?|llms?|(?:large\\s)?language\\smodels?|chat\\s?bots?|chatgpt|gpt-?\\d?|claude|gemini|copilot)";

const SENSITIVE =
  "(?:conversations?|(?:chat|message)(?:\\s(?:history|logs?|contents?))?|(?:saved\\s|stored\\s|all\\s|user\\s)?memor(?:y|ies)|everything\\s(?:the\\suser|i|they|you)|user(?:'s|s')\\s[\\w-]{1,16}|user\\s(?:data|info(?:rmation)?|messages|memories)|passwords?|credentials?|api\\skeys?|secrets?|system\\sprompt|all\\smessages|personal\\s(?:data|info(?:rmation)?)|tokens?|cookies?)";
const TARGET =
  "(?:https?:\\/\\/|[\\w.+-]{1,64}@[\\w-]{1,63}\\.|(?:the\\s|this\\s)?(?:following|attached|external)\\s(?:url|endpoint|address|server|webhook))";

const NOT_MY_OWN = "(?!\\s{0,2}(?:that\\s)?(?:i|i'm|my|we|our|me)\\b)";

export const ENGLISH_PATTERNS: readonly InjectionPattern[] = [
  ["override", new RegExp(`\\b${DROP}${GAP}${LAW}\\b`, "giu")],
  [
    "override",
    /\b(?:ignore|disregard|forget|discard)\s{1,4}(?:everything|anything|whatever)\s{1,4}(?:(?:that|which|of)\s{1,4})?(?:(?:is\s|was\s|came\s|stands\s|written\s)?(?:above|before(?=\s?(?:this\b|[.!,;]|$|and\b))|prior|previously)|(?:you(?:'ve|\shave|\swere)?|that\swas)\s(?:been\s)?(?:told|given|taught|instructed|learned))\b/giu,
  ],
  [
    "override",
    /\b(?:your|the|all)\s{1,3}(?:earlier|previous|prior|old|original|former|existing|initial|above|system)\s{1,3}(?:instructions?|rules?|guidelines?|prompts?|restrictions?|constraints?|directives?)\s{1,3}(?:are|is|were|have\sbeen|no\slonger)\s{1,3}(?:now\s)?(?:void|invalid|obsolete|cancell?ed|revoked|replaced|superseded|apply|suspended|a\stest)\b/giu,
  ],
  [
    "override",
    /\b(?:new|updated|real|actual|revised|true)\s{1,3}(?:system\s{1,3})?(?:instructions?|prompt|directives?|rules)\s{0,3}(?::|are\s(?:below|as\sfollows|the\sfollowing|these|to\b)|follow\b)|\bnew\sinstructions:/giu,
  ],
  [
    "persona",
    /\b(?:you are now (?:an?|the|in|dan|called|named|free|no longer|acting|operating|jailbroken|unrestricted)\b|from now on,? you (?:are|will be|must act|have no)\b|pretend (?:to be an?\s(?:ai|unrestricted|evil|different)|you are|that you are|you have no)\b|act as (?:an? |the )?(?:unrestricted|uncensored|evil|jailbroken|unfiltered|developer mode|admin|root|dan)\b|(?:enter|activate|enable|switch to) (?:developer|dan|god|debug|admin|jailbreak|unrestricted) mode|you have no (?:restrictions|rules|filters|limits|content policy)|jailbreak(?:ed)? mode)\b/giu,
  ],
  [
    "reveal",
    /\b(?:reveal|print|show|repeat|output|leak|expose|tell\sme|give\sme|display|dump|disclose|recite|translate|summari[sz]e|share|what\s(?:is|are|does)|write\s(?:out|down))\s{1,3}(?:me\s{1,3})?(?:all\s{1,3})?(?:of\s{1,3})?(?:(?:your|its)\s{1,3}(?:(?:hidden|secret|full|entire|initial|original|internal|confidential|exact|system)\s{1,3}){0,3}(?:prompt|instructions|rules|system\smessage|guidelines|memory|memories)|the\s{1,3}(?:(?:hidden|secret|initial|original|internal|confidential|system)\s{1,3}){1,3}(?:prompt|instructions|rules|message|guidelines)|other\susers'?\s(?:data|memories|messages))\b/giu,
  ],
  [
    "reveal",
    /\b(?:repeat|print|output|copy|recite|display|echo)\s{1,3}(?:everything|all(?:\sthe)?\s?(?:text|words|content)?|the\s(?:text|words|content))\s{1,3}(?:that\s(?:is|was)\s)?(?:above|before|preceding|written\sabove)\b/giu,
  ],
  [
    "reveal",
    /\b(?:list|show|tell|give|reveal|print|send|export)\b[^.!?\n]{0,30}\b(?:memories|data|records|messages|conversations|secrets)\b[^.!?\n]{0,30}\b(?:other|another|all\sother|different)\s(?:users?'?s?|customers?|people|tenants?)\b/giu,
  ],
  [
    "reveal",
    new RegExp(
      `\\b(?:send|post|forward|upload|transmit|e-?mail|append|submit|copy|share|leak|deliver|add|attach)\\s{1,3}(?:[\\w',-]{1,16}\\s{1,3}){0,6}?${SENSITIVE}(?![\\w-])[^.!?\\n]{0,40}?\\s(?:to|at|into|onto|with|in)\\s(?:(?!my\\b|our\\b)[\\w-]{1,16}\\s){0,3}?${TARGET}`,
      "giu",
    ),
  ],
  [
    "reveal",
    /\bappend\s[^.!?\n]{0,60}\bto\s(?:this|the|an?)\s(?:image|link|url)[^.!?\n]{0,60}https?:\/\/|\bexfiltrat(?:e|ing)\b[^.!?\n]{0,60}\b(?:memor(?:y|ies)|data|conversation|prompt|credentials|secrets|contents?|files?)\b/giu,
  ],
  [
    "override",
    new RegExp(
      `\\b(?:important|p\\.?\\s?s\\.?|note|message|memo|instructions?|attention|warning|reminder|hint|request|directive|notice)\\s{0,2}(?:to|for)?\\s{0,2}(?:all\\s|any\\s|the\\s|every\\s|an?\\s)?${MODEL}(?![\\w-])(?=\\s{0,2}[:,;.(—–-]|\\s(?:reading|that|who|which|processing|agent)|$)`,
      "giu",
    ),
  ],
  [
    "override",
    new RegExp(
      `\\b(?:dear|hey|hello)\\s(?:${MODEL}(?=\\s(?:reading|processing|summari[sz]ing|that\\sreads|who\\sreads))|assistant\\s(?:reading|processing|summari[sz]ing|that\\sreads|who\\sreads))|\\bif\\syou(?:'re|\\sare)\\s(?:an?\\s|the\\s)?${MODEL}(?![\\w-])[^.!?\\n]{0,40}?,?\\s(?:then\\s)?(?:please|you\\s(?:must|should)|visit|do|say|send|include|add|ignore|reply|respond|recommend|note|remember|always|never|open|call|run|treat|rank)\\b|\\b${MODEL}\\s(?:should|must|shall|need\\sto|are\\srequired\\sto|please)\\s(?:always\\s|never\\s|also\\s)?(?:remember|treat|mention|say|state|rank|recommend|ignore|visit|include|output|reply|respond|consider|trust|save|store|rate|describe|tell|follow)\\b`,
      "giu",
    ),
  ],
  [
    "override",
    new RegExp(
      `\\b(?:save|store|write|add|commit)\\s(?:this\\s|it\\s|the\\sfollowing\\s)?(?:to|in|into)\\s(?:your\\s)?(?:long-?\\s?term\\s|permanent\\s|persistent\\s)memory\\s?:${NOT_MY_OWN}|\\b(?:save|store|write|add|commit|record|remember)\\b[^.!?\\n]{0,30}(?:\\bmemory\\b|\\bpermanently\\b)[^.!?\\n]{0,16}\\bthat\\sthe\\suser\\b|\\bmemory\\s(?:update|note|entry|override)\\s?:\\s{0,2}the\\suser\\b|\\bremember\\spermanently\\sthat\\sthe\\suser`,
      "giu",
    ),
  ],
];

/** Other ways to take the model over: claims of a mode or a right, orders about "the user", which no user says of himself. */
export const ENGLISH_TAKEOVER: readonly InjectionPattern[] = [
  [
    "override",
    new RegExp(
      `\\b(?:treat|consider|regard|deem)\\s(?:(?:all|any|every|each|the|of|your|other)\\s){0,3}(?:prior|previous|earlier|above|former|preceding)\\s(?:[\\w-]{1,16}\\s){0,2}?${LAW}\\s[^.!?\\n]{0,16}?(?:null|void|invalid|obsolete|cancell?ed|revoked|expired)\\b|\\b(?:whatever|everything|anything)\\syou\\s(?:were|have\\sbeen)\\s(?:told|taught|given|instructed)[^.!?\\n]{0,40}\\b(?:forget|throw|discard|ignore|drop|disregard|void|obey)\\b|\\bno\\smatter\\swhat\\syour\\s(?:policies|rules|guidelines|instructions|developers?)\\ssays?\\b`,
      "giu",
    ),
  ],
  [
    "persona",
    /\b(?:operate|act|respond|run|answer|continue|reply)\s(?:[\w-]{1,12}\s){0,3}?without\s(?:its|your|any|the)\s(?:usual\s|safety\s|normal\s)?(?:guardrails|filters|restrictions|limit(?:ation)?s|safeguards|censorship)\b|\bdo\sanything\snow\b|\b(?:begin|start|enter|initiate|open)\s(?:an?\s)?(?:admin|root|debug|developer|maintenance|god)\s(?:session|mode|console)(?=\s{0,2}[.:!;])|\b(?:system|admin|root|developer|safety)\soverride\s{0,2}[:!]|\bcomply\swith\s(?:all|every|any)\s(?:requests?|commands?)\b/giu,
  ],
  [
    "reveal",
    /\b(?:include|paste|quote|attach|put|write)\b[^.!?\n]{0,24}\byour\s(?:(?:full|entire|complete|exact|initial|original|system|hidden)\s){1,3}(?:instructions|prompt|rules|message)\b|\btext\s(?:above|before)\s["'“]?(?:user|human)\b|\bwhat\s(?:were|are)\syou\s(?:told|instructed)\s(?:to\s\w{1,12}\s)?(?:before|at\sthe\sstart\sof|by\syour\sdevelopers)/giu,
  ],
  [
    "override",
    /(?<=^|[.!?:;\n]\s{0,2})(?:please\s)?(?:tell|inform|notify|warn|convince|persuade|instruct|ask)\sthe\suser\b[^.!?\n]{0,80}(?:https?:\/\/|\bpasswords?\b|\blog\s?in\b|\bverify\b|\bpay\b|\baccount\b)|\b(?:do\snot|don't|never)\s(?:tell|inform|notify|alert|mention\s(?:this|it)\sto|reveal\s(?:this|it)\sto|let)\sthe\suser\b/giu,
  ],
  [
    "override",
    /\bwhen(?:ever)?\s(?:you\s(?:are\s)?)?(?:summari[sz](?:e|ing)|read(?:ing)?|process(?:ing)?|answer(?:ing)?|describ(?:e|ing)|review(?:ing)?|quot(?:e|ing)|evaluat(?:e|ing))\s(?:from\s|about\s)?this\s(?:web\s?page|page|document|text|article|e-?mail|site|file|message|cv|r[ée]sum[ée])[^.!?\n]{0,12}?\b(?:always|never|you\smust|say|state|mention|include|do|also|please|add|recommend)\b|\b(?:this|the\s(?:above|following))\s(?:text|message|content|request|instruction)?\s?(?:was|is|has\sbeen)\s(?:written|sent|approved|confirmed|authori[sz]ed)\sby\sthe\suser\b|\bowner\sof\sthis\s(?:page|site|document)\s(?:asks|wants|instructs)\syou\b|\bthis\s(?:page|site|document|e-?mail)\s(?:asks|instructs|requires|orders)\s(?:the\s(?:assistant|ai|model)|you)\sto\b/giu,
  ],
  [
    "override",
    new RegExp(
      `\\bto\\s(?:the|any|all|every|whichever)\\s(?:${MODEL}|assistant|model)\\s(?:reviewing|reading|processing|summari[sz]ing|grading|screening|evaluating)\\b|\\b(?:${MODEL})\\s(?:reading|processing|seeing)\\sthis\\b|\\bas\\san?\\s(?:${MODEL}|assistant),?\\s(?:you\\s)?(?:must|are\\srequired\\sto|have\\sto|are\\sobliged\\sto)\\s(?:follow|obey|comply)\\b`,
      "giu",
    ),
  ],
  [
    "override",
    new RegExp(
      `\\b${DROP}\\s{1,4}(?:(?:the|any|all|those|these)\\s{1,4})?${LAW}\\s{1,4}(?:(?:that\\s)?(?:were\\s)?(?:given|provided|set|written|issued|imposed)\\s{1,4}(?:to\\syou\\s{1,4})?)?(?:by|from|of|in)\\s{1,4}(?:the|your)\\s{1,4}(?:system|developers?|admin(?:istrator)?s?|creators?|prompt|operators?)\\b|\\bwhatever\\syour\\s(?:developers?|creators?|makers?|operators?|system\\sprompt)\\b|\\b${DROP}\\s{1,4}(?:(?:the|any|all|those)\\s)?${LAW}\\s(?:that\\s)?you\\s(?:were|have\\sbeen|received|got)\\b|\\b(?:listen|answer|respond)\\sonly\\sto\\s(?:this|the\\sfollowing)\\s(?:message|text|document|page)\\b|\\b(?:content|safety|usage)\\s(?:policy|policies|rules?|filters?)\\s(?:has|have|is|are)\\s(?:been\\s)?(?:now\\s)?(?:lifted|removed|suspended|disabled|waived)\\b(?=[^.!?\\n]{0,12}\\bthis\\s(?:session|conversation|chat)|[^.!?\\n]{0,24}\\b(?:proceed|comply|answer\\sfreely))|\\byou\\s(?:have\\sbeen|are|were)\\s(?:now\\s)?jailbroken\\b`,
      "giu",
    ),
  ],
  [
    "reveal",
    /\b(?:print|show|output|repeat|give|tell|reveal|quote)\b[^.!?\n]{0,32}\b(?:of|from|in)\syour\s(?:system\s|initial\s|hidden\s)?(?:prompt|instructions)\b|\b(?:output|print|reveal|dump|display)\syour\s(?:system\s)?(?:configuration|config|settings|tools)\b/giu,
  ],
  [
    "override",
    /\b(?:add|write|save|store)\b[^.!?\n]{0,30}\bto\sthe\suser(?:'s|s')\s(?:profile|memory|memories|record|preferences)\b|\bpretend\s(?:that\s)?the\suser\b|\bremember\s{0,2}(?:(?:forever|permanently|always|this)\s{0,2})?:\s{0,2}the\suser\b|\bremember\s(?:forever|permanently|always)\b[^.!?\n]{0,10}\bthe\suser\b|(?<=^|[.!?\n]\s{0,2})assistant,?\s(?:you\s(?:must|are\srequired|have\sto|should)|please)\b[^.!?\n]{0,60}\bthe\suser/giu,
  ],
];

/** Letters put together that stood apart singly: the spaces between the words are gone. */
export const SQUEEZED: InjectionPattern = [
  "override",
  /(?:ignore|disregard|forget|override|bypass)(?:all|any|every|the|of|your|these|those|previous|prior|above|earlier|system|safety|and){1,6}(?:instruction|prompt|rule|guideline|direction|command|constraint|restriction)s?/giu,
];

/** Only in pasted, quoted or a tool's text: a standing order, or a consent that nobody gave. */
export const FOREIGN_ENGLISH: readonly InjectionPattern[] = [
  [
    "override",
    /\b(?:from\snow\son|always|never|in\s(?:all\s)?future|permanently|every\stime|whenever|at\sall\stimes)\b[^.!?\n]{0,60}\b(?:send|forward|post|recommend|mention|store|save|remember|reply|say|tell|buy|pay|transfer|trust|include|cc|bcc|obey)\b|\bremember\spermanently\b|\b(?:save|store)\sthis\s(?:preference|fact|as\sa\s(?:fact|preference|memory))\b/giu,
  ],
  [
    "role-marker",
    /(?<=^|\n)[ \t>]{0,4}(?:user|human|customer)\s{0,2}:(?=[ \t]{0,2}(?:[^\s:]{1,20}[ \t]){2})|\bthe\suser\shas\s(?:already\s)?(?:authori[sz]ed|approved|confirmed|consented|agreed|granted|given)\b/giu,
  ],
];
