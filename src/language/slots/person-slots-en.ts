import type { SlotPattern } from "./slot-definition.js";

const ROLE_WORDS =
  "engineer|developer|dev|programmer|designer|manager|analyst|nurse|doctor|surgeon|teacher|professor|lecturer|student|lawyer|attorney|paralegal|accountant|consultant|director|lead|architect|scientist|researcher|writer|editor|journalist|chef|cook|baker|driver|pilot|electrician|plumber|mechanic|carpenter|pharmacist|dentist|therapist|psychologist|vet|veterinarian|firefighter|officer|clerk|cashier|recruiter|salesperson|assistant|administrator|admin|freelancer|founder|ceo|cto|cfo|coo|vp|producer|photographer|musician|actor|artist|translator|librarian|barista|owner|operator|technician|specialist|coordinator|intern|apprentice|trainee|supervisor|planner|buyer|broker|trader|banker|economist|biologist|chemist|physicist|mathematician|tutor|coach|trainer|pm|sre|dba|qa|tester|contractor|farmer|gardener|midwife|paramedic|receptionist|secretary|treasurer|curator|animator|illustrator|maintainer|admin|caretaker|joiner|roofer|welder|surveyor|auditor|agent|guide|janitor|postman|courier";

/** A place: capitalised words; weekdays and months are none. */
const PLACE =
  "(?!(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|June|July|August|September|October|November|December|[A-Z][\\w+.]*\\d)\\p{Lu}[\\p{L}'-]*(?:,? \\p{Lu}[\\p{L}'-]*)*";
/** When and why: what may stand behind the place without belonging to it. */
const SINCE =
  "(?:,? (?:(?:early |late |back |just )?(?:last|this|in|on|at|since|about|around|over|a (?:few|couple)|two|three|four|five|six|\\d+|yesterday|today|recently|now|permanently|for (?:good|work|a|my|the|school|uni)|with|because|to be|from|together|full[- ]time|and|where|so|after|before|as of|though|already|again)(?![\\p{L}]).{0,80}))?";

function en(pattern: RegExp, example: string, value: string, more: Partial<SlotPattern> = {}): SlotPattern {
  return { language: "en", pattern, example, value, ...more };
}

export const EN_NAME: readonly SlotPattern[] = [
  en(
    /^(?:my (?:full |real |first )?name is|i am called|i go by|(?:please |just |you can )?call me|people call me|everyone calls me) (?:now )?(?<value>\p{Lu}[\p{L}'.-]*(?: \p{Lu}[\p{L}'.-]*){0,3})/iu,
    "My name is Nadia Voss",
    "Nadia Voss",
  ),
  en(
    /^[Ii] am (?<value>\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+){0,2})(?=$|,| from | and | by the way| here)/u,
    "I am Nadia Voss",
    "Nadia Voss",
  ),
  en(
    /^(?:(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening)|morning|evening)[,! ]+)?this is (?<value>(?!The\b|My\b|Not\b|What\b)\p{Lu}\p{Ll}+)$/u,
    "this is Nadia",
    "Nadia",
  ),
  en(
    /^(?:(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening)|morning|evening)[,! ]+)?(?<value>(?!Over\b|Right\b|Not\b|You\b|It\b|Same\b|Welcome\b|Nothing\b|Nobody\b)\p{Lu}\p{Ll}+) here$/u,
    "Nadia here",
    "Nadia",
  ),
];

export const EN_EMPLOYER: readonly SlotPattern[] = [
  en(
    /^[Ii] am (?:now |currently )?(?:at|with) (?:an? |the )(?:[\p{L}-]+ ){1,5}(?:called|named) (?<value>\p{Lu}[\p{L}\d&.'-]*(?: [\p{Lu}&][\p{L}\d&.'-]*)*)/u,
    "I am at a GP practice called Corvane now",
    "Corvane",
  ),
  en(
    /^[Ii] (?:(?:will(?: be)?|am going to(?: be)?) work(?:ing)? (?:at|for)|(?:will(?: be)?|am going to(?: be)?) join(?:ing)?) (?<value>\p{Lu}[\p{L}\d&.'-]*(?: [\p{Lu}&][\p{L}\d&.'-]*)*)/u,
    "I will be working at Corvane Labs",
    "Corvane Labs",
  ),
  en(
    /^[Ii] (?:am (?:now )?(?:going to )?start(?:ing)?|will (?:be )?start(?:ing)?|start|started) (?:(?:work|a (?:new )?(?:job|role|position)|my new (?:job|role)) )?(?:at|with) (?!(?:Gate|Room|Level|Platform|Page|Chapter|Step|Stage|School|Grade|Year)\b)(?<value>\p{Lu}[\p{L}\d&.'-]*(?: [\p{Lu}&][\p{L}\d&.'-]*)*)(?=$|,| (?:on|in|next|this|tomorrow|from|soon|as|after|\p{Lu}\p{Ll}+day)\b)/u,
    "I am starting at Corvane Labs next month",
    "Corvane Labs",
  ),
  en(
    /^(?:i|we) (?:currently |now |still |actually |no longer |don't |do not )*(?:work|am (?:now |currently )?working|have worked|have been working|am (?:now )?employed) (?:at|for|in) (?!home\b|the (?:garden|kitchen|office|morning|evening)|progress|a\b|an\b|\d|mornings|shifts)(?<value>[\p{Lu}\d](?:[\p{L}\d&.'-]|,? (?=[\p{Lu}&]))*)/iu,
    "I work at Corvane Labs",
    "Corvane Labs",
  ),
  en(
    /^[Ii] (?:[\p{L}\d',& -]{2,60}? and (?:I )?(?:(?:then|now|have|am) )*)?(?:just |recently |have |finally |now |then |also |officially )*(?:joined|joining|started (?:a (?:new )?job )?(?:at|with|working (?:at|for))|(?:moved|went|switched) (?:over )?to work (?:at|for)|(?:got|took|accepted|landed) (?:a|the|my) (?:new )?(?:[\p{L}-]+ )?(?:job|role|position|offer) (?:at|with|from)|was hired (?:by|at)|signed with) (?<value>\p{Lu}[\p{L}\d&.'-]*(?: [\p{Lu}&][\p{L}\d&.'-]*)*)/u,
    "I joined Corvane Labs",
    "Corvane Labs",
  ),
  en(
    /^[Ii] (?:left|quit|resigned from) [\p{L}\d&.' -]{2,40}? (?:for|to (?:join|work (?:at|for))) (?:a (?:job|role|position) (?:at|with) )?(?<value>\p{Lu}[\p{L}\d&.'-]*(?: [\p{Lu}&][\p{L}\d&.'-]*)*)/u,
    "I left Alder & Sons for Corvane Labs",
    "Corvane Labs",
  ),
  en(
    new RegExp(
      `^[Ii] (?:am|work as|am working as|became) (?:now |currently )?(?:an?|the|their) (?:[\\p{L}\\d/&'-]+ ){0,5}(?:${ROLE_WORDS}) (?:at|for|with) (?:the )?(?<value>\\p{Lu}[\\p{L}\\d&.'-]*(?: [\\p{Lu}&][\\p{L}\\d&.'-]*)*)`,
      "u",
    ),
    "I am a line cook at Corvane Labs",
    "Corvane Labs",
  ),
  en(
    /^[Ii](?: have [\p{L}\d',& -]{2,50}? and I)? am (?:now (?:at|with)|(?:at|with)(?= \p{Lu}[\p{L}\d&.' -]* (?:now|these days|as )))(?: the)? (?<value>\p{Lu}[\p{L}\d&.'-]*(?: [\p{Lu}&][\p{L}\d&.'-]*)*)/u,
    "I am with Corvane Labs now",
    "Corvane Labs",
  ),
];

/** Left behind: the value ends, and none begins. */
export const EN_LEFT_EMPLOYER: readonly SlotPattern[] = [
  en(
    /^[Ii] (?:just |recently |have |finally |already |officially )*(?:left|quit|resigned from|(?:quit|left|lost) my (?:job|role|position) (?:at|with)|got laid off (?:from|by)|was laid off (?:from|by)|no longer work (?:at|for)|am no longer (?:at|with)|stopped working (?:at|for)|do not work (?:at|for)|don't work (?:at|for)) (?<value>\p{Lu}[\p{L}\d&.'-]*(?: [\p{Lu}&][\p{L}\d&.'-]*)*)(?=$|,| (?:last|this|in|on|any ?more|yesterday|today|after|a|because|and|two|\d))/u,
    "I left Corvane Labs last month",
    "Corvane Labs",
    { polarity: "negative" },
  ),
];

export const EN_ROLE: readonly SlotPattern[] = [
  en(
    new RegExp(
      `^i (?:am|work as|am working as|was promoted to|got promoted to|became|am now|will be) (?:now )?(?:still )?(?:(?:a|an|the|your|our) )?(?<value>(?!(?:no|not|hardly|barely|never)\\b)(?:[\\p{L}\\d/&'-]+ ){0,5}(?:${ROLE_WORDS}))\\b(?![ -](?:of (?:my|the) (?:day|year)|mode))`,
      "iu",
    ),
    "I am a night-shift nurse at the clinic",
    "night-shift nurse",
  ),
  en(
    new RegExp(
      `^(?:now |i am )?(?<value>(?:[\\p{L}-]+ ){0,3}(?:${ROLE_WORDS})) as of (?:today|now|this|last|monday|next)`,
      "iu",
    ),
    "senior buyer as of today",
    "senior buyer",
  ),
];

export const EN_HOME: readonly SlotPattern[] = [
  en(
    /^I (?:now )?stay(?:ing)? (?:at|in) (?<value>\p{Lu}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]*)*) (?:one|lah?|leh)$/u,
    "I stay at Aberhaven one",
    "Aberhaven",
  ),
  en(
    /^(?:[Ii]|[Ww]e) (?:currently |now |still |both |actually |am |have |been |no longer |don't |do not )*(?:live|living|(?<=\bhave (?:[a-z]+ )*)lived|based|reside|located|settled|staying permanently) (?:in|near|out of|just outside) (?!a\b|an\b|fear|peace|town\b|hope|the (?:moment|past|city|country)\b)(?<value>(?:the )?\p{L}[\p{L}'-]*(?:,? \p{Lu}[\p{L}'-]*)*)/u,
    "I live in Aberhaven",
    "Aberhaven",
  ),
  en(
    new RegExp(
      `^(?:(?:[Ii]|[Ww]e|[Mm]y (?:family|wife|husband|partner) and [Ii]|[Tt]he (?:family|two of us) and [Ii]) |[Jj]ust |[Ff]inally )(?:just |recently |have |only |already |finally |actually |now |all |both )*(?:moved|relocated|(?:am|are) (?:moving|relocating)(?! (?:soon|next))|settled(?: down)?) (?:house )?(?:back |over |out |down |up )?(?:from \\p{Lu}[\\p{L} '-]* )?(?:to|in|into) (?:(?:an?|our|the) (?:[\\p{L}-]+ ){0,3}(?:flat|apartment|house|home|studio|cottage|bungalow|condo|place|village|town|suburb) (?:in|near|outside) )?(?<value>${PLACE})${SINCE}$`,
      "u",
    ),
    "I moved to Aberhaven",
    "Aberhaven",
  ),
];

/** Whoever rents or owns a dwelling somewhere lives there. */
export const EN_DWELLING: readonly SlotPattern[] = [
  en(
    new RegExp(
      `^(?:[Ii]|[Ww]e) (?:am |are |have |just |now |still |currently |recently |both )*(?:rent|renting|rented|bought|own) (?:an?|the|our|my) (?:[\\p{L}-]+ ){0,3}(?:flat|apartment|house|home|studio|bedsit|cottage|bungalow|condo|room|place|flatshare) (?:in|near|outside) (?<value>${PLACE})${SINCE}$`,
      "u",
    ),
    "I rent a small flat in Aberhaven",
    "Aberhaven",
  ),
];

export const EN_ORIGIN: readonly SlotPattern[] = [
  en(
    /^[Ii] (?:am|come|am originally|grew up|was born(?: and raised)?) (?:originally )?(?:from|in) (?<value>\p{Lu}[\p{L}'-]*(?:,? \p{Lu}[\p{L}'-]*)*)/u,
    "I grew up in Aberhaven",
    "Aberhaven",
  ),
];

export const EN_AGE: readonly SlotPattern[] = [
  en(
    / ?(?:is|am|are|turned|just turned|will be) (?<value>\d{1,2})(?: (?:years? old|yo|yrs? old|now)|$)/iu,
    "my daughter is 9 years old",
    "9",
    { subject: "user's daughter" },
  ),
];

export const EN_BIRTHDAY: readonly SlotPattern[] = [
  en(/^my birthday is (?:on |the )?(?<value>.{3,40})$/iu, "My birthday is 3 March", "3 March"),
  en(
    /^[Ii] was born (?:on|in) (?<value>(?:the )?(?:\d|January|February|March|April|May|June|July|August|September|October|November|December).{0,30})$/u,
    "I was born on 3 March 1990",
    "3 March 1990",
  ),
];

export const EN_ALLERGY: readonly SlotPattern[] = [
  en(
    / ?(?:(?:am|is|are) not|isn't|aren't) (?:actually |really |in fact )*(?:allergic|intolerant|sensitive) to (?<value>.{2,60}?)(?: (?:after all|at all|actually|any ?more|any longer))*$/iu,
    "I am not allergic to latex after all",
    "latex",
    { polarity: "negative" },
  ),
  en(
    / ?(?:am|is|are|was diagnosed as) (?:severely |badly |mildly |deathly |really |also |very |highly )*(?:allergic|intolerant|sensitive) to (?<value>.{2,60})$/iu,
    "I am allergic to latex",
    "latex",
  ),
  en(
    / ?(?:have|has|got) (?:a |an |severe |bad |mild )*(?<value>[\p{L} -]{2,30}) allerg(?:y|ies)\b/iu,
    "I have a severe latex allergy",
    "latex",
  ),
];

const REACTION =
  "(?:a |an |really |bad |terrible |awful |very )*(?:rash(?:es)?|hives|migraines?|heartburn|an upset stomach|stomach ?aches?|cramps|sick|itchy|swollen|bloated|nauseous|ill)";

/** A reaction of the body, without the word allergy. */
export const EN_REACTION: readonly SlotPattern[] = [
  en(
    new RegExp(
      ` ?(?:always |often |usually )?(?:gets?|break(?:s)? out in|come(?:s)? out in) ${REACTION} (?:from|when i (?:eat|drink|touch|have)|after (?:eating|drinking|touching|having)?|if i (?:eat|drink|touch|have)|whenever i (?:eat|drink|touch|have)) ?(?<value>.{2,50})$`,
      "iu",
    ),
    "I get a rash from shrimp",
    "shrimp",
  ),
  en(
    new RegExp(
      `^(?<value>[\\p{L}][\\p{L} -]{1,40}?) (?:always |really |usually )?(?:gives? me ${REACTION}|makes? (?:me (?:sick|ill|itchy|bloated|nauseous|break out)|my (?:throat|face|lips|skin|tongue|eyes?) (?:swell|itch|close|burn)(?: up)?))`,
      "iu",
    ),
    "Peanuts make my throat swell",
    "Peanuts",
  ),
];

export const EN_TRAIT: readonly SlotPattern[] = [
  en(
    /^i am (?:a |an |now |actually |totally |recently |strictly |mostly |very )*(?<value>left[- ]handed|right[- ]handed|colou?r[- ]?blind|vegetarian|vegan|pescatarian|lactose[- ]intolerant|gluten[- ]free|coeliac|celiac|diabetic|asthmatic|dyslexic|deaf|hard of hearing|near[- ]?sighted|short[- ]?sighted|pregnant|married|single|engaged|divorced|widowed|retired|self[- ]employed|an? ?introvert|introvert|extrovert|morning person|night owl|early bird|muslim|jewish|christian|buddhist|hindu|catholic|teetotal|non[- ]?smoker|native [\p{L}]+ speaker|utc[+-]\d{1,2}|on utc[+-]\d{1,2}|gmt[+-]\d{1,2})\b/iu,
    "I am left-handed",
    "left-handed",
  ),
];

export const EN_LIKES: readonly SlotPattern[] = [
  en(
    /(?<!\b(?:would|feels?|looks?|sounds?|seems?|is|are|was|were|it's|just|more|something|stuff|things|moments|nothing|not)) ?(?:do |really |absolutely |also |always |still |actually |just |totally |definitely |honestly |particularly |especially |usually |generally |both |all |kinda |sorta )*(?<!\bwould (?:also |really |absolutely |just )?)(?:likes?|loves?|enjoys?|prefers?|adores?|am (?:really |very |so |a bit )?(?:into|fond of|partial to|keen on)|is (?:really |very |so )?(?:into|fond of|keen on)|am (?:a )?(?:big |huge |massive )?fan of|am a (?:big |huge )?(?<fan>\w+) (?:person|fan|lover)$|(?:am |have been |been )?(?:also )?getting into|would rather have|swears? by|go(?:es)? for|favou?rs?) (?!it\b|that\b|this\b|(?:them|him|her|us|these|those)(?= and| so| all| too| very|[.,!]|$)|everything\b|there\b|being here|hearing|seeing|talking to you|chatting with|all (?:the|of)|the (?:idea|way|look|sound|vibe|details?|blue|energy)\b|you\b|how\b|when\b|what\b|ur\b|your\b|to (?:know|see|hear|thank|ask|get|say)\b)(?<value>.{2,160})$/iu,
    "I really like short meetings",
    "short meetings",
  ),
];

export const EN_DISLIKES: readonly SlotPattern[] = [
  en(
    / ?(?:really |absolutely |just |totally |also |always )*(?:hates?|dislikes?|detests?|loathes?|(?:don'?t|doesn'?t|do not|does not) (?:really )?like|(?:can'?t|cannot) (?:stand|bear)) it when (?<value>(?!i\b)[^,;]{6,90})$/iu,
    "I hate it when meetings overrun",
    "meetings overrun",
    { polarity: "negative" },
  ),
  en(
    / ?(?:do |really |absolutely |also |always |still |actually |just |totally )*(?:hates?|dislikes?|detests?|loathes?|despises?|(?:don'?t|doesn'?t|do not|does not|dont|never) (?:really |even |much )?(?:like|enjoy|love|want(?! to)|eat|drink|care for|do|use|wear|touch)|(?:can'?t|cannot|cant) (?:stand|bear|tolerate|eat|drink|have|do)|am not (?:a )?(?:big |huge )?(?:fan of|into|fond of|keen on)|avoids?) (?!it\b|that\b|this\b|you\b|how\b|when\b|what\b|to (?:say|be|sound|break|admit|bother)\b|know|anything\b|well\b|much\b|enough\b)(?<value>.{2,160})$/iu,
    "I can't stand cilantro",
    "cilantro",
    { polarity: "negative" },
  ),
];

/** A change of taste or habit: the new one. */
export const EN_SWITCHED: readonly SlotPattern[] = [
  en(
    /^(?:[Ii]|[Ww]e) (?:have |just |recently |finally |now |also |completely |mostly |all )*(?:(?:switched|converted|swapped)(?: over| back)?|(?:gone|went) (?:over|back)) (?:from [^,]{2,40} )?to (?!the (?:doctor|gym|office|store|shop|park|beach|hospital)|work\b|bed\b|sleep\b|an? |the |my |our |this |that |being\b|normal\b|see\b|school\b|college\b|\p{Lu})(?<value>(?:drinking |eating |using |only |taking |reading |wearing )?[\p{L}\d][^,.;]{2,60}?)(?: now| instead| these days| lately)?(?: (?:instead of|rather than|because|since|for) .{2,60})?$/u,
    "I have switched to oat milk",
    "oat milk",
  ),
  en(
    /^(?:[Ii]|[Ww]e) (?:only |mostly )?(?:now (?:only )?(?=drink|eat|use|take|wear|read|prefer)(?:drink|eat|use|take|wear|read|prefer) )(?<value>[^,.;]{2,60}?)(?: now| instead| these days)?(?: (?:instead of|rather than) .{2,60})?$/u,
    "I now drink filter coffee instead of lattes",
    "filter coffee",
  ),
];

export const EN_FAVOURITE: readonly SlotPattern[] = [
  en(
    /^(?<value>[^,]{2,60}) (?:is|are) my (?:all[- ]time )?favou?rite(?: thing)?$/iu,
    "Rhubarb pie is my favourite",
    "Rhubarb pie",
  ),
];

export const EN_ONLY: readonly SlotPattern[] = [
  en(
    / ?(?:will |can |should |do |does )?(?:only|exclusively) (?:ever )?(?:wears?|eats?|drinks?|uses?|takes?|buys?|accepts?|reads?|listens? to|watch(?:es)?|works?|flies|fly|travels?|answers?|replies|reply|shops?|rides?|plays?) (?<value>.{2,120})$/iu,
    "he only wears wool socks",
    "wool socks",
    { subject: "he" },
  ),
];

export const EN_GOAL: readonly SlotPattern[] = [
  en(
    /^(?!(?:my|our|the) [\p{L} -]{2,30} (?:for|of) [^,]{2,40}? (?:is|was) (?:now )?[\d$€£])(?:my|our|the) (?:main |big |current |real |long[- ]term |short[- ]term |personal |overall )?(?:goal|target|aim|objective|plan|dream|resolution)(?: (?:for|this|by|of) [^,]{2,40}?)? (?:is|was|=) (?:still |now )?(?:to )?(?<value>.{3,160})$/iu,
    "Our goal for this half is to ship weekly",
    "ship weekly",
  ),
  en(
    /^(?:i|we) (?:am|are) (?:trying|aiming|hoping|planning|working|training|saving|saving up|studying) (?:to|for|towards?|on) (?<value>(?:run|lose|gain|learn|save|finish|reach|hit|get (?:to|under|below|into)|pass|become|quit|cut|reduce|launch|buy|a (?:marathon|half|house|promotion)|the (?:exam|marathon)|my (?:exam|thesis|degree|licence)).{2,120})$/iu,
    "I am trying to run a half marathon in May",
    "run a half marathon in May",
  ),
  en(
    /^(?:i|we) (?:want|need|hope|intend|plan|aim) to (?<value>(?:run|lose|gain|learn|save|finish|reach|hit|get (?:to|under|below|into)|pass|become|quit|cut|reduce|launch|retire|graduate|publish|write a book).{2,120}(?:\bby\b|\bbefore\b|\bunder\b|\bwithin\b|this (?:year|half|quarter)|next (?:year|quarter)|\d).{0,60})$/iu,
    "I want to reach 500 subscribers by June",
    "reach 500 subscribers by June",
  ),
];
