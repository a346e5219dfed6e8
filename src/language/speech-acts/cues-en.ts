/* Cues of English clauses. Every pattern is a flat alternation over whole words: linear in the text. */

export const EXPLICIT =
  /\b(?:can|could|would|will) (?:you|u) (?:please |pls )?(?:remember|memori[sz]e|note)(?! (?:when|what|how|who|where|why|if|whether|me\b|to\b))|\b(?<!\b(?:i|we|you|they|he|she|it|to|still|vaguely|can't|cannot|don't|didn't|doesn't|always|never|must|barely|will|would|'ll|'d|hardly|people|only|also|even) )(?:(?:remember|memori[sz]e)(?! (?:when|what|how|who|where|why|the time|if|whether|me\b|to\b|anything is|that anything|that sometimes|,? ?i(?:'m| am) always|,? you|i was|i had|i went|i told|i said|i used|you(?:'re| are)|it'?s (?:ok|okay))|ing|ed)|take note|(?:make|making) a note|(?:please |pls |do )?note(?: down)?(?: that|:)|jot (?:it |this |that )?down|keep (?:it |this |that )?in mind|bear in mind|don'?t (?:you )?forget(?: that|:| i\b| my\b| we\b| our\b)|for (?:the record|(?:your |future )?reference|next time)|save (?:this|that) (?:for|to)|store (?:this|that)|add (?:this|that) to (?:your |my )?(?:memory|notes)|worth (?:noting|remembering)|commit (?:this|that) to memory)\b/iu;
/** Softer signs that what follows is meant to be known. */
export const FOR_YOUR_INFORMATION =
  /\b(?:fyi|fwiw|for what it'?s worth|heads[- ]?up|just so (?:you|u) know|so (?:you|u) know|(?:quick |some )?(?:context|ctx|background)\b|in case (?:it matters|you need)|by the way|btw|putting it here|you should know|good to know)/iu;

export const STANDING =
  /\b(?:always(?! (?:been|here|there|good|nice|great|fun|feels?|felt|be\b|reminds?|makes?|made|seems?|had|wanted|thought|knew|loved|having|being|hear|heard|remember|forget|looking|on the (?:hunt|lookout|go)|interesting|hard|easy|worth|gives?|fuels?|brings?|love|a (?:pleasure|joy|blast|good|great))\b)|never(?! (?:forget|got|done|been|had|seen|tried|thought|knew|heard|gives?|gave|say|mind|know|felt|ever|stop|fails?|gets? old|a dull)\b)|from now on|going forward|from here on|in future|as a (?:general )?rule|general rule|by default|default to|usually|normally|generally|typically|mostly|(?:every|each) (?:single )?(?:other )?(?:time|day|morning|afternoon|evening|night|week|month|quarter|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday|first|second|third|last|weekday|weekend|release|deploy|pr|sprint|\d+)|(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekdays|weekends|nightly|daily|weekly|monthly|quarterly|yearly|must(?:n'?t| not)?(?! (?:be|feel|have|'?ve|of|say|admit)\b)|must be (?:approved|reviewed|signed|sent|run|done|used|in|on|at|by|kept|written|tested|submitted|paid|logged|tagged|named|under|over|before|after)|(?:have|has|needs?) to (?:be|go through|include|pass|use|sign off|approve)\b|(?:is|are) (?:now )?(?:required|mandatory)|not allowed|forbidden|off[- ]limits|non[- ]negotiable|no exceptions|(?:do not|don'?t|not|dont) ever|hard no|only ever|without exception|until further notice|at all times|standing (?:order|rule|instruction|agreement)|(?:don'?t|do not) (?:ever )?(?:call|text|e-?mail|message|send|show|suggest|recommend|schedule|book|contact|ping|cc|mention|bring up|deploy|order|buy|use|edit|touch) (?!it\b|this\b|that one)|by policy|our policy|the rule is|rule of thumb|(?:stop|quit) [a-z-]+ing|by whoever)\b/iu;
/** A standing restriction: "only wear cotton", "nothing but tea". */
export const ONLY =
  /(?<!\b(?:the|not|my|an|if|it's|is|was|am|are|were|been|would|could|can|i've|have|has) )\bonly (?:ever )?(?:wears?|eats?|drinks?|uses?|takes?|buys?|accepts?|reads?|listens?|watch(?:es)?|works?|flies|fly|travels?|answers?|repl(?:y|ies)|shops?|rides?|plays?|merge|deploy|release|use|on|in|via|by|with|from|at|after|before|through|when|two|three|one\b(?! of))\b|\b(?:exclusively|strictly|nothing but)\b|(?<!\b(?:the|not|if) )\bonly(?: (?:pls|please|thanks))?[.!\s]*$/iu;

export const CHANGE =
  /\b(?:is now|are now|now (?:is|are|on|in|at|uses?|lives?|works?|runs?|called)|(?:has |have |was |were |been |got )?(?:changed|moved|switched|migrated|upgraded|downgraded|rolled back|rolled|renamed|bumped|raised|lowered|increased|reduced|cut|extended|pushed|postponed|rescheduled|replaced|transferred|promoted|handed over|updated)|(?:change|switch|move|update|make|bump|set|push) (?:it|that|this|the|my|our)\b|instead(?: of)?|as of (?:today|now|this)|no longer|not .{1,40} any ?more|any ?more|correction|actually|i meant|scratch that|make that|rather than|went (?:over )?to|went back to|back to|these days|nowadays)\b/iu;
export const CORRECTION =
  /\b(?:correction|scratch that|i meant|i misspoke|my mistake|that'?s wrong|that was wrong|not .{1,60}(?:,| but|;)|sorry,? (?:it'?s|i meant|make that)|make that|no,? (?:it'?s|wait|actually)|actually,? (?:it'?s|no)|ignore (?:that|what i said))\b/iu;
export const RETRACTION =
  /\b(?:no longer|not\b.{1,60}\b(?:any ?more|any longer)|\w+n'?t\b.{1,60}\b(?:any ?more|any longer)|(?:i|we|he|she|they)(?:'ve| have|'s| has)? (?:quit|stopped|gave up|given up|dropped|ditched|cancell?ed|sold)|(?:am|is|are|'m|'s|'re) (?:done|over|finished) with|went off|used to)\b/iu;
export const ADDITION = /\b(?:also|too|as well|in addition|on top of that|besides|another|plus)\b/iu;

export const MOMENTARY =
  /\b(?:today|tonight|right now|at the moment|this (?:morning|afternoon|evening|minute|second)|just (?:now|got|did|had|finished|saw|came|went|made|woke|ate|left|pushed|ran)|currently (?:stuck|trying|waiting|looking)|yesterday|last night|earlier|a (?:minute|moment|second) ago|again|still|already|almost|finally|brb|on my way|an hour|so far)\b/iu;
export const OPINION =
  /\b(?:lol|lmao|omg|wtf|ugh|meh|yikes|wow|awful|awesome|amazing|terrible|horrible|great|cool|nice|lovely|cute|gross|weird|crazy|insane|ridiculous|hilarious|funny|annoying|boring|stupid|dumb|sucks?|best thing|worst|beautiful|gorgeous|delicious|yummy|perfect|brilliant|fantastic|wonderful|exciting|excited|proud|tired|exhausted|sleepy|hungry|sad|happy|glad|angry|mad|upset|nervous|anxious|stressed|bored|scared|worried|sorry|thankful|grateful|lucky|jealous|i (?:think|guess|feel|suppose|wonder|bet|reckon)|seems?|looks? like|feels? like|sounds?)\b/iu;
export const VAGUE =
  /\b(?:maybe|perhaps|possibly|probably|might|could be|not sure|thinking (?:of|about)|considering|someday|some day|one day|eventually|hopefully|i'?d love to|would be (?:nice|cool|great|fun)|wish|tempted|toying|dunno|tbd|tbc|we'?ll see|or something|or so)\b/iu;
export const HEARSAY =
  /\b(?:apparently|supposedly|allegedly|rumou?r|i (?:heard|read|saw) (?:that|someone|on|in)|they say|people say|(?:he|she|they|someone|somebody|everyone|guy|forum|website|article|docs?|page) (?:said|says|told|claims?|reckons?|thinks?|wrote))\b/iu;
export const NEGATION =
  /\b(?:not|never|no|none|nothing|neither|nor|without|isn'?t|aren'?t|wasn'?t|weren'?t|don'?t|doesn'?t|didn'?t|can'?t|cannot|couldn'?t|won'?t|wouldn'?t|shouldn'?t|mustn'?t|haven'?t|hasn'?t|dont|cant|wont|isnt)\b/iu;

const WH =
  "what(?:'?s|'?re)?|who(?:'?s|se|m)?|where(?:'?s)?|when(?:'?s)?|why(?:'?s)?|how(?:'?s)?|which|whats|hows|wheres|whos|wats|wat";
const AUX =
  "is|are|was|were|am|do|does|did|can|could|will|would|should|shall|may|might|must|have|has|had|isn'?t|aren'?t|don'?t|doesn'?t|didn'?t|can'?t|couldn'?t|won'?t|wouldn'?t|shouldn'?t|haven'?t|hasn'?t";
const QUESTION_LEAD =
  "(?:(?:and|but|so|ok|okay|oh|hey|hi|hmm|um|uh|wait|well|also|then|now|quick q|random q|question|btw|by the way|lol|sorry|ah|right|yeah|or|psst|yo|hang on|any idea|wondering)[,.!:… ]+)*";
export const QUESTION_OPENING = new RegExp(
  `^[^\\p{L}\\p{N}]*${QUESTION_LEAD}(?:(?:${WH})\\b|(?:${AUX}) (?:i|you|u|we|they|he|she|it|this|that|these|those|there|the|a|an|my|our|your|his|her|their|any|anyone|someone|everyone|[a-z.-]+\\.[a-z]+)|any (?:idea|chance|tips|thoughts|news|recommendations|suggestions|way|good|other|ideas|advice|update)|anyone\\b|wanna\\b|remember (?:when|what|how|who|where|why|if|that time)\\b|regex for|know (?:of )?any)`,
  "iu",
);
export const INDIRECT_QUESTION =
  /\b(?:do (?:you|u) (?:know|think|remember|have)|i wonder|wondering (?:if|what|how|why|whether)|(?:tell|show|remind|explain to) me (?:what|how|why|where|when|who|which|if)|not sure (?:if|what|how|whether|which|why)|(?:don'?t|dont|dunno|do not) (?:know|understand|get) (?:if|what|how|why|where|when|who|which|whether)|what do you (?:think|recommend|suggest)|any thoughts)\b/iu;

/** Verbs that ask the agent to act now. */
export const REQUEST_OPENING = new RegExp(
  `^[^\\p{L}\\p{N}]*${QUESTION_LEAD}(?:(?:please|pls|plz|kindly|now|just|next|go ahead and|let'?s|can you|could you|would you|will you|i (?:need|want) you to|i'?d like you to|help me|ok now)[,: ]+)*(?:add|adjust|analy[sz]e|arrange|ask|buy|calculate|cancel|compare|compose|convert|create|debug|delete|describe|design|do|edit|explain|extract|fill|generate|google|implement|look up|proofread|recommend|refactor|regenerate|remind|remove|rename|reorder|replace|reply|rerun|reschedule|restart|revert|schedule|shorten|simplify|suggest|summari[sz]e|tell|translate|undo|need (?:a|an|some|\\d)|need (?:help|ideas)|looking for|i need (?:a|an|some|to (?:find|buy|know))|i'?m looking for|gimme|continue|go on|what about|how about|(?:book|build|call|change|check|clean|close|count|cut|draft|draw|email|export|fetch|find|fix|format|get|give|help|import|insert|keep|let|list|look|make|merge|move|open|order|pick|plan|play|polish|post|print|pull|push|put|read|review|rewrite|run|save|search|send|set|share|show|skip|solve|sort|split|start|stop|sum|switch|take|test|try|turn|update|upload|use|verify|wake|walk|write|help|book|another|more)(?= (?:the|a|an|my|our|this|that|these|those|it|them|all|any|every|each|some|me|us|both|him|her|to|up|out|off|on|for|from|in|into|with|down|over|back|at|as|only|less|more|\\d|["'#])|[.!?]*$))\\b`,
  "iu",
);
export const POLITE_REQUEST =
  /^[^\p{L}\p{N}]*(?:(?:and|so|ok|hey|hi|btw)[, ]+)*(?:(?:can|could|would|will) (?:you|u|we|i)|would you mind|do you mind|(?:please|pls|plz)\b|i(?:'d| would) (?:like|love) (?:you )?to (?:see|get|know|order|book|return|buy|have))\b/iu;

export const HYPOTHETICAL =
  /\b(?:suppose|supposing|what if|imagine (?:if|that|we|i|you)?|hypothetically|in theory|say (?:i|we|you) (?:were|had|wanted|moved|did)|let'?s say|if (?:i|we|he|she|they|it|you) (?:were|was|had|ever|could|did|moved|switched|became|got|won|decided|quit|bought|lived|ran|went|wanted|rewrote)|would(?:n'?t)? (?:it|that|i|we) be|wish (?:i|we)|if only|pretend|for the sake of argument|would have|would've|could have|could've|as if)\b/iu;
/** "If" with a rule behind it is a procedure, and stays. */
export const CONDITIONAL = /\b(?:if|when|unless|in case|as soon as)\b/iu;

export const SAY =
  /\b(?:said|says|say|told|tells|claims?|claimed|wrote|writes|writing|reads?|quote[sd]?|according to|goes like|it'?s like|texted|tweeted|replied|asked|asks|states|stated|the (?:docs?|article|page|website|manual|email|readme|spec|book|song|lyrics?) (?:says?|said|reads?))\b/iu;
export const SARCASM =
  /\b(?:oh (?:yeah|sure|great|wonderful|joy|fantastic|brilliant|good)[, ]+.*\b(?:love|great|highlight|best|favou?rite|fun|wonderful|exactly what i|just what i|thrilled)|(?:just|so|absolutely|simply) (?:love|adore|thrilled|delighted)\b.*\b(?:being|when|how|waiting|having|getting|hold|again|queue|another|broken|outage)|just what i (?:needed|wanted)|thanks a lot for nothing|yeah,? right|as if\b|sure,? because|so glad (?:that )?(?:it|this|the).{1,40}(?:again|broke|crash|down)|what a (?:surprise|shock|treat|joy)|(?:love|loving) (?:how|that|when|it when)\b|living the dream|my favou?rite (?:part|thing|sentence|way|error)\b.*(?:again|when|crash|fail|\?|!|$)|least favou?rite sentence|great,? (?:another|now)\b|\/s\b)/iu;
export const FICTION =
  /\b(?:once upon a time|in (?:my|the|our) (?:novel|story|game|dream|campaign|screenplay|book|manuscript)|(?:my|the|our) (?:character|protagonist|villain|hero(?:ine)?)|(?:write|draft|tell) (?:me )?a (?:story|poem|scene|dialogue|song)|role-?play|you are (?:now )?(?:a|an|the)|act as|pretend (?:to be|you)|in this scenario|the plot|chapter (?:one|two|three|\d+)|fan ?fic|i dreamt?|i dreamed|had a dream|d&d)\b/iu;

/**
 * "Forget that" points back only where nothing of its own follows: "forget that I'm allergic to latex" names a topic, and taking it
 * for the turn before would erase the wrong words. So what may follow is listed, not what may not.
 */
export const FORGET_PREVIOUS =
  /\b(?:(?:forget|delete|erase) (?:that|this|it)|(?:don'?t|do not|dont) (?:remember|save|store|record|keep|log|note|write) (?:that|it))(?=\s*(?:$|[^\p{L}\p{N}\s']|(?:please|pls|plz|thanks?|thx|for (?:now|me)|ok(?:ay)?|now|then|too|again|at all|ever|right|and|but|because|cause|entirely|completely|altogether|anywhere|down|last (?:one|bit|part|thing|message|sentence)|one|bit|part|thing|message|sentence|stuff)\b))|(?:forget|delete|erase|(?:don'?t|do not|dont) (?:remember|save|store|record|keep|log|note|write)) (?:(?:that )?i (?:just |ever )?(?:said|told you|mentioned)(?: you)?(?: (?:that|this|it|anything|so))?(?=\s*(?:$|[^\p{L}\p{N}\s']))|what i (?:just )?(?:said|told you)(?! (?:about|on|regarding)\b)|the last (?:thing|bit|message|one)|scratch that from|strike that|off the record what i|never mind what i said|un-?remember)/iu;
export const OFF_RECORD =
  /\b(?:off the record|(?:don'?t|do not|dont|not to be|never|no need to) (?:remember|save|store|record|keep|log|note|write (?:down)?|memori[sz]e) (?:this|any of this|the following|a word)|this (?:isn'?t|is not) (?:for|to be) (?:saved|stored|the record|remembered|recorded)|not for the record|keep (?:this|it) out of (?:your |my |the )?(?:memory|notes|records?)|between you and me|don'?t (?:put|add) this (?:in|to))\b/iu;
/** Something named is to be forgotten: the name is the group. */
export const FORGET_TOPIC =
  /^(?:(?:please|pls|can you|could you|would you|i want you to|i'?d like you to|you can|you should|kindly|now|just|and|also|actually|then|so)[, ]+)*(?:forget|erase|delete|remove|wipe|drop|clear|stop (?:storing|remembering|keeping|saving)|(?:don'?t|do not) (?:keep|store|remember|save)|no longer (?:store|keep))\s+(?:about\s+|everything (?:about|on|you know about|regarding)\s+|anything (?:about|on|regarding)\s+|all (?:about|of)\s+|the (?:fact|bit|part|thing) (?:that|about)\s+|what (?:i (?:said|told you)|you (?:know|have|saved|stored)) (?:about|on|regarding)\s+|that\s+(?!(?:thing|one|bit|part|message|sentence|stuff|last|please|pls|too|now|and|i (?:just |ever )?(?:said|told you|mentioned)\b)\b))?(?<topic>(?:my|our|the|me|i|i'm|we)\b[^.!?;,\n]{0,80}|(?<=\bthat\s)\p{L}[^.!?;,\n]{0,80}|(?!(?:that|this|it)\b)[A-Z][\w-]+(?: [A-Z][\w-]+)*)/iu;
export const FORGET_CONTEXT =
  /\b(?:from (?:your |the )?(?:memory|notes|records?|profile)|forget|stored?|storing|remember(?:ing)?|you (?:have|know) (?:about|on))\b/iu;

/** One phrase of small talk; a clause that is nothing but these says nothing. Tried one after another, never backtracking. */
export const CHATTER =
  /(?:[^\p{L}\p{N}]+|\b(?:hi|hiya|hey|heya|hello|yo|sup|morning|mornin|good (?:morning|afternoon|evening|night)|gm|gn|nn|nite|night|bye|byee*|cya|see (?:you|ya)(?: later)?|later|laters|ttyl|thanks?(?: (?:a lot|so much|you|u|again|anyway|mate|man|bro))?|thank (?:you|u)(?: so much| very much)?|thx|thanx|tx|ty|tysm|ta|cheers|ok|okay|okey|k|kk|kay|okie|alright|all ?right|right|sure|yes|yeah|yea|yep|yup|ye|ya|no|nope|nah|not really|cool|nice|great|good|perfect|awesome|sweet+|lovely|neat|fine|done|donezo|got it|gotcha|i see|makes sense|makes sense now|true|exactly|absolutely|absolutely not|definitely|indeed|agreed|fair(?: enough)?|same|haha+|hehe+|lol+|lmao|rofl|omg|wow|whoa|oh|ooh+|ah+|aha|hmm+|hm|um+|uh+|ugh+|meh|oops|whoops|yay|woohoo|boo+|yikes|damn|dang|jeez|gosh|sigh|welp|duh|huh|eh|please|pls|plz|sorry|np|no problem|no worries|you'?re welcome|yw|brb|idk|dunno|tbc|tbd|both|either|neither|first|second|another|more|again|next|stop|wait|hold on|one sec|never ?mind|nvm|forget it|it'?s (?:ok|fine|nothing)|that'?s (?:all|it|ok|fine|great|good|right)|thats (?:all|it|terrible|great)|of course|of course it does|figures|figured|thought so|typical|kinda|sorta|i know|i know right|same here|me too|me neither|how are you|what'?s up|so|and|but|then|well|anyway|ok then|all good|good (?:one|call|point|to know|stuff|idea)|well done|bless|later then|fingers crossed|let'?s go|haha ok|going to sleep|going to bed|i'?m off|gotta go|talk later|you too|my bad|very (?:funny|good|nice)|too (?:much|many|bad))(?![\p{L}\p{N}']))/iuy;
/** What may stand before a statement without being part of it: taken off one by one. */
export const LEAD =
  /(?:[^\p{L}\p{N}#@/"“`(]+|(?:and|but|so|ok(?:ay)?|oh|hey|hi(?:ya)?|hello|hmm+|um+|uh|wait|well|also|then|lol|haha+|sorry|ah|right|yeah|yep|yes|no(?! more| one| longer)|nah|nope|true|btw|by the way|fyi|fwiw|for what it'?s worth|for the record|anyway|anyways|actually|honestly|basically|i mean|you know|like i said|as i said|just fyi|quick (?:note|ctx|context|one|fyi)|heads[- ]?up|just so (?:you|u) know|one (?:more )?thing|(?:quick |small |short |an? )?updates?(?= ?[:,-])|(?:quick )?correction(?= ?[:,-])|status update|news(?= ?:)|random|oh and|big news|good news|thanks|thx|cool|great|good|nice|done|morning|please|pls|plz|now|plus|ugh|exactly|sure|right then)(?![\p{L}\p{N}'-]))/iuy;
