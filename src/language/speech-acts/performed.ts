import { pairedMarks } from "../brackets.js";
import { hasHan, toSimplified } from "../script.js";
import type { Span } from "../span.js";

/* Talk in which the first person is not the speaker: games, parts, exercises, samples, texts to be worked on, words of others, plots. */

/** A head is searched this far; what opens later opens nothing. In characters */
const LONGEST_HEAD = 60;

/** What stands before a colon or a dash names a piece of work, an exercise, a sample, or somebody else's words. */
const EN_HEAD =
  /\b(?:translat(?:e|ion)|rewrite|rephrase|reword|paraphrase|proofread|polish|spell-?check|fix (?:the|my|this) (?:grammar|english|spelling|sentence)|correct (?:the|my|this)|(?:make|does) this (?:sentence )?sound|sounds? (?:better|natural|right|more)|grammar|how (?:do|would|can) (?:you|i) say|in (?:french|spanish|german|italian|japanese|chinese|english|portuguese|korean)|summari[sz]e|sample|example|exercise|test (?:data|user|record|input|case|account|message|text)|dummy|placeholder|fake (?:profile|user|data)|homework|assignment|essay|composition|math(?:s)? (?:problem|question|homework)|(?:word|story) problem|problem \d+|question \d+|riddle|joke|tongue[- ]twister|lyrics?|verse|chorus|poem|haiku|proverb|trivia|truths? and (?:a|one|two) lies?|\d+ questions|mad libs|(?:mock|practice) interview|role-?play|(?:the|this|a) (?:scene|script)|monologue|dialogue|diary of|in (?:the|my) dream|forwarded|fwd|e-?mail (?:i|we) (?:got|received)|(?:got|received) (?:this|an?) (?:e-?mail|message|text|letter)|(?:letter|postcard|card|note|voicemail|e-?mail|text|message) from|(?:this|customer|product|user|online|his|her|their) (?:review|comment)|testimonial|caption|cover letter|slogan|in a sentence|sentence with|comprehension|practi[cs]e|prompt|quote of|spelling bee|dictation|complaint|guest ?book|fake|made-?up|feedback on|limerick|sonnet|improv|put (?:this|it) in(?:to)?|check this|pretend|imagine|act as|speak as|in the voice of|mimic|impersonate)\b/iu;
const ZH_HEAD =
  /翻译|译成|译为|译一?下|怎么说|怎么写|用(?:英|日|法|德|韩|文言|白话|粤|四川|东北)[\p{Script=Han}]{0,3}(?:写|说|讲|翻)|润色|改写|改得|改成(?:[\p{Script=Han}]{0,4}(?:语气|风格|口吻))|校对|病句|语病|造句|例句|仿写|续写|扩写|缩写|作文|题目|(?:数学|应用|阅读|填空|选择|思考|奥数)题|谜语|猜谜|脑筋急转弯|绕口令|成语|接龙|飞花令|对对子|对联|上联|下联|下一句|歌词|台词|课文|古诗|诗句|背(?:课文|诗|书)|默写|测试(?:数据|用户|账号|一?下|样例|文本)|样例|范文|假数据|自我介绍稿|(?:面试|客服|销售)话术|模拟|模仿|扮演|假装|网友评论|转发|(?:收到|发(?:给)?我|发来|转来|别人|客户)[\p{Script=Han}]{0,6}(?:邮件|来信|短信|消息)|这(?:封|条|个)(?:邮件|短信|帖子|评论|留言)|帖子|文案|段子|笑话|日记里|书里|小说里|剧本|梦里|电影里|主角|旁白|谁在唱|谁唱|听写|唱|朗诵|阅读理解|完形填空|语法|标题|朋友圈|原话|一句话|对话|求职信|(?:写|发|拍)的(?:日记|作文|文章|信|诗|朋友圈)|假(?:身份|资料|简历)|人设|口语|跟读|看图说话/u;
/** The user's own words follow however the head is worded: notes, rules, what is to be remembered. */
const OWN_HEAD =
  /\b(?:remember|note|fyi|btw|by the way|for the record|heads?-? ?up|about me|my (?:rules?|notes|preferences?|allergies|details|style guide)|rules?|preferences?|always|never|from now on|whenever|every time|when (?:i|you))\b|(?<![日笔游书])记(?!者|叙)|备忘|对了|另外|以后|今后|凡是|每次|一律|规则|要求|偏好|关于我|我的(?:情况|习惯|要求|原则)|的时候/iu;
const SEPARATOR =
  /[:：]\s*|\s[-–—]+\s|(?<=\b(?:this|following|lyric|sentence|line|paragraph)),\s|(?<=(?:这句|这句话|下面|以下|这段|这段话|一句|下句))[，,]\s*/u;

/** The rest of the turn is a game, a part that is played, or something made up, whatever its marks are. */
const EN_PLAY =
  /^[^\p{L}\p{N}]*(?:(?:ok|okay|so|hey|hi|now|well|right|and|please)[, ]+)*(?:pretending (?:to|i|you)|hypothetically,? i['’]?m|scene (?:one|two|\d)|finish (?:the|this|my) (?:story|sentence|poem|lyric|line)|answer as\b|let me (?:be|play) the\b|you(?:['’]re| are) (?:now )?(?:a|an|the) [\p{L} ]{2,24}, (?:and )?i(?:['’]m| am) (?:a|an|the|your)\b|let['’]?s (?:pretend(?! (?:that )?(?:i|we) (?:never|hadn|didn|haven))|play|role-?play|imagine|do (?:a role|an? improv|improv))|act like (?:my|you|a|an|the)\b|i(?:['’]ll| will| can) be (?:the|a|an|your)\b[^.!?\n]{0,40}\byou(?:['’]re|['’]ll be| are| be| can be| play)\b|(?:can|could|shall|wanna|want to|do you want to)(?: (?:we|you))? (?:pretend|play (?:a|some|the)|role-?play)|role-?play|pretend (?:i|i['’]m|that i|to be|you)|imagine (?:i|i['’]m|that i|you|that you|we)\b(?!.{0,20}\bhave to\b)|suppose (?:i|that i|my|we)\b|say my name (?:is|was)|i['’]ll be the|i (?:will |['’]ll )?play (?:the part|a character)|you be the|mad libs|two truths|truth or dare|would you rather|\d+ questions|knock[,\s]+knock|mock interview|in (?:the|my|a|this) (?:dream|story|novel|game|scene|roleplay)|once upon)/iu;
const ZH_PLAY =
  /^[^\p{L}\p{N}]*(?:好|那|来|我们|咱们|咱|现在|先|再|，)*(?:来|玩|做)?(?:一?[个下次局轮场])?(?:角色扮演|玩?(?:个|一个|一局|一轮)?(?:小)?游戏[：:，,吧！。]|成语接龙|词语接龙|飞花令|真心话|大冒险|猜谜|对对子|海龟汤|狼人杀[：:，,]|剧本杀[：:，,]|模拟面试|面试模拟|过家家|假装|想象(?:一下)?(?:你|我)|假如(?:我|你)是|假设(?:我|你)(?:是|叫|有)|你(?:现在)?(?:扮演|演|假装|来演)|我(?:来)?(?:扮演|演(?!员|出|唱|戏)|假装)|在梦里|我(?:昨晚)?梦见|梦里|玩(?!家|具|手机|过|了|得|的|游戏)[^，。！？]{1,8}(?:吧|呗|一局|一把|一轮)|玩[^，。！？]{2,8}[，,]我|(?:咱俩|我们俩?|咱们?)(?:来)?(?:演|表演|排练|对戏)|请?(?:以|用)第一人称|(?:接下来|现在)?你(?:来)?(?:当|扮|演|做)[^，。！？]{1,10}[，,](?:那)?我(?:来)?(?:当|扮|演|做|是)|我(?:来)?(?:当|扮|演)[^，。！？]{1,10}[，,](?:那)?你(?:来)?(?:当|扮|演|做|是)|我?(?:给你)?出(?:个|一个|你)?(?:对子|上联|谜语|题|成语)|我?(?:给你|跟你)?(?:讲|说)(?:一)?个(?:冷?笑话|段子|故事)|(?:如果|要是)?(?:真?有)?(?:来生|来世|下辈子)|假设我(?:叫|是|有|在|住)|假若我|你是(?!对|不|否|说|指|怎|什么|谁|哪|知道|了解|懂|我)[^，。！？我]{1,6}[，,]?我是|(?:现在)?开始(?:面试|演练|排练|彩排|模拟)|(?:看图|命题|限时)(?:写话|作文))/u;
/** What a game is played by: the turns behind it are moves. */
const EN_GAME =
  /\b(?:let['’]?s (?:play|pretend(?! (?:that )?(?:i|we) (?:never|hadn|didn|haven))|role-?play)|role-?play|mad libs|\d+ questions|truth or dare|trivia|word (?:game|chain|association)|riddles?|mock interview|pretend (?:you|to be)|you(?:['’]re| are| be) the|act as)\b/iu;
const ZH_GAME =
  /成语接龙|词语接龙|接龙|飞花令|角色扮演|真心话|大冒险|猜谜|谜语|对对子|脑筋急转弯|模拟面试|面试模拟|玩(?:个|一个|一局|一轮)?游戏|你(?:来)?(?:扮演|演)/u;
/** The speaker speaks for themselves again. */
const FOR_REAL =
  /\b(?:seriously|for real|jokes? aside|kidding aside|back to (?:reality|me|business|work)|(?:stop|end|enough|done with|quit) (?:the |of the |this |with the )?(?:game|role-?play|pretending|playing)|out of character|by the way|btw|anyway|actually|in real life|irl|as for me|remember)\b|说真的|说正经的|言归正传|话说回来|不开玩笑|不玩了|游戏结束|回到现实|现实(?:里|中)|到此为止|对了|另外|顺便|其实我|说回|记住|记一下|正事/iu;

/** A wish stands at the head of its message, or close by. In characters */
const LONGEST_WISH = 400;
/** Moves of a game are told from matter for so many turns behind its opening. */
const MOVES = 4;

/** "Use 'always' in a sentence:", 歌词大概是，…, 写了个小说开头，…: without a colon, or with the user's words in the head. */
const EN_SET =
  /^\W*(?:and |so )?as the (?:song|saying|poem|lyric|line|book)[^,.]{0,16} (?:says?|goes),|^\W*simon says\b|\blorem ipsum\b|^\W*riddle me\b|\bversion,? please\b|^[^.!?\n]{0,24}\b(?:interview|speech|dialogue|language|speaking|conversation) practi[cs]e\b|\b(?:line|lyric|quote|verse|saying)s? (?:from|of|in) (?:the|that|this|a) (?:film|movie|song|book|show|play|poem|musical)\b[^.!?\n]{0,24}\b(?:is|goes|was)\b|^[^.!?\n]{0,48}\bin a sentence\s*[:,-]|^\W*(?:(?:just|only|this is|ok|a|hello|mic) )*(?:a )?(?:test(?:ing)?|asdf\w*|foo bar)(?:[\s,.!:]+(?:test(?:ing)?|\d|one|two|check|this|my name|foo|again|message)\b)/iu;
const ZH_SET =
  /^(?:就像|正如)?(?:歌里|歌词里?|戏里|诗里|诗中|书上|课文里|老歌)(?:唱|写|说|讲)|^(?:唱|念|读|背|朗诵|听写|默写|跟读)(?:一?[句段首遍])?[：:]|^(?:台词|口语|面试|朗诵|情景|对话|演讲)(?:练习|排练|演练|模拟)[，,：:]|(?:造|编|弄|生成)(?:[一几]?个)?(?:假|虚拟|虚构)的?(?:身份|人设|角色|资料|简历|个人信息)|^[^。！？\n]{0,10}(?:歌词|台词|作文题|题目|下一句|上联|绕口令|谜面)(?:大概|好像|应该)?(?:是|唱的是)|^[^。！？\n]{0,10}(?:小说|故事|剧本|作文|日记|同人)的?(?:开头|片段|第一[句段章]|独白|一段|台词)[，,：:]|^(?:测试)+(?:一下|[\p{Script=Han}]{0,4}[，,。0-9])|^弹幕|^role:/iu;

/** A request about words, or a label, then somebody's first person: what follows is its material. */
const EN_ASKS =
  /^\W*(?:(?:can|could|would|will) you|please|would (?:this|that|it)|does (?:this|that|it)|is (?:this|that|it)|how (?:do|does|would|should)|what (?:is|does|would)|answer|finish|write|complete|continue|put|make|say|try|fix|use|turn|change|add|read|sing|recite|repeat|perform|start|rate|grade|score|judge|compare|caption|title|name|expand|shorten|simplify|help me (?:with|write|finish|say))\b[^:\n]{0,72}:\s*["“]?(?=(?:i|i['’]\p{L}+|we|my|our)\b)|^\W*(?:would|does|is|how (?:does|would)) (?:this|that|it|the following)\b[^,:.?!\n]{0,48}[,:?]\s*["“]?(?=(?:i|i['’]\p{L}+|we|my)\b)/iu;
const ZH_ASKS =
  /^你(?:觉得|看|听)(?:这|我这|下面)[^：:\n]{1,16}[：:]\s*[“"「]?(?:大家好|各位好?|您好|你好)?[，,]?(?=我|咱)|^(?:帮我)?(?:检查|看看?|改|批改|校对)一?下?(?:这句的?)?(?:语法|错别字|病句|标点)[：:，,](?=我)|^(?:请|帮我|帮忙|给我|替我|把|麻烦|你|如何|怎么|怎样|老师|这[道句段条首个]|那[道句段条首个]|给[^：:]{1,8}写)[^。！？：:\n]{0,28}[：:]\s*["“「]?(?=我|咱|俺|本人)|用[^，。：:]{1,4}[语文话](?:怎么|如何)?(?:说|写|讲|翻译)?[：:，,\s]\s?(?=我|咱)|(?:主题|题目|开头|第一句|内容)(?:是|叫|为)(?=我|咱)/u;
const EN_LABEL = /^\W*(?<label>[\p{L}'’ -]{2,36}):\s*["“]?(?=(?:i|i['’]\p{L}+|we|we['’]\p{L}+)\b)/iu;
const ZH_LABEL = /^(?<label>[\p{Script=Han}A-Za-z ]{2,10})[：:]\s*["“「]?(?=我|咱|俺|本人)/u;
/** Labels under which people speak of themselves. */
const EN_OWN_LABEL =
  /\b(?:updates?|fyi|fwiw|important(?:ly)?|reminder|context|ctx|background|notes?|things?|also|correction|news|heads|status|to-?do|jobs?|works?|career|diet\w*|food|allerg\w*|health|medical|family|home|living|kids?|pets?|hobb\w*|interests?|sports?|schedule|routine|habits?|plans?|goals?|budget|travel|about|intro\w*|confession|truth|facts?|deal|situation|problem|issue|trouble|reason|version|tl;?dr|summary|short|ps|p\.s|edit|so|well|ok(?:ay)?|look|listen|honest\w*|question|again|first|second|third|finally|disclaimer|details?|info\w*|preferences?|rules?|style|tone|name|me|myself|user|side|language|location|time ?zone|age|education|school|study|mood|today|tomorrow|yesterday|monday|tuesday|wednesday|thursday|friday|saturday|sunday|morning|evening|weekend|remember|btw|because|case|setup|stack|tools?|team|role|project|company|office|house|car|doctor|meds?|medication|sleep|exercise|training|constraint|requirement|decision|change|move|moving|answer|short answer|tests?|results?|diagnos\w*|scan|biopsy|turns out|came back)\b/iu;
const ZH_OWN_LABEL =
  /更新|背景|情况|补充|说明|更正|备注|注意|提醒|重要|另外|还有|其实|近况|现状|职业|工作|家庭|饮食|忌口|过敏|健康|身体|病史|用药|爱好|兴趣|习惯|作息|计划|目标|预算|需求|要求|偏好|原则|问题|原因|关于|基本|个人|信息|资料|姓名|名字|年龄|住址|地址|学历|专业|学校|公司|部门|职位|项目|团队|语言|口味|运动|出行|旅行|孩子|宠物|房|车|今天|昨天|明天|最近|上周|下周|周[一二三四五六日天末]|早上|晚上|总之|简单说|一句话说|先说|再说|首先|其次|最后|第[一二三]|结论|坦白|实话|真相|回答|答|顺便|声明|变更|通知|记|对了|本人|自述|我/u;

/** Whether what stands before a colon names a matter of the speaker's own (近况, "update"), and nobody who says what follows. */
export function labelsOwnMatter(label: string): boolean {
  return (hasHan(label) ? ZH_OWN_LABEL : EN_OWN_LABEL).test(label);
}

function isMaterial(text: string): boolean {
  const head = text.slice(0, LONGEST_HEAD * 3);
  if (hasHan(head)) {
    const simplified = toSimplified(head);
    if (ZH_ASKS.test(simplified)) return !OWN_HEAD.test(simplified.split(/[：:]/u, 1)[0] ?? "");
    const label = ZH_LABEL.exec(simplified)?.groups?.label;
    return label !== undefined && !/[说讲问]$/u.test(label) && !ZH_OWN_LABEL.test(label) && !OWN_HEAD.test(label);
  }
  if (EN_ASKS.test(head)) return !OWN_HEAD.test(head.split(/[:,?]/u, 1)[0] ?? "");
  const label = EN_LABEL.exec(head)?.groups?.label;
  return (
    label !== undefined && !EN_OWN_LABEL.test(label) && !OWN_HEAD.test(label) && !/\b(?:said|says|told)\b/iu.test(label)
  );
}

/** "The tweet said I quit my job", 帖子里说我…: words of a text. */
const TEXT_SAYS =
  /^\W*(?:(?:and|so|but) )?(?:the|this|that|his|her|their|a|an|my favou?rite) (?:\p{L}+ )?(?:tweet|post|poster|sign|article|song|e-?mail|review|text|message|note|letter|book|ad|caption|transcript|script|essay|poem|quote|meme|t-?shirt|bumper sticker|horoscope)s? (?:said|says|reads?|goes|went|started?|begins)\b[^.!?\n]{0,24}?\b(?:i|my)\b|^(?:这[个条篇首]|那[个条篇首]|他的|她的)?(?:帖子|微博|推文|来信|短信|海报|标语|字幕|歌|书|文章|弹幕|星座)[里上中]?(?:说|写着?|讲|唱)[：:，,]?(?=我)|^this is from (?:a|an|the|my)\b/iu;

/** Whether the head of a turn names a piece of work, an exercise or a sample that follows. */
function worksOn(text: string): boolean {
  const opening = text.slice(0, LONGEST_HEAD * 2);
  if (EN_SET.test(opening) || (hasHan(opening) && ZH_SET.test(toSimplified(opening)))) return true;
  const separator = SEPARATOR.exec(text.slice(0, LONGEST_HEAD + 8));
  if (separator === null) return false;
  const head = text.slice(0, separator.index);
  if (head.length > LONGEST_HEAD || /[。！!?？]|\.\s/u.test(head) || OWN_HEAD.test(head)) return false;
  return hasHan(head) ? ZH_HEAD.test(toSimplified(head)) : EN_HEAD.test(head);
}

/** Whether a turn opens something played or made up. */
function opensPlay(text: string): boolean {
  const head = text.slice(0, LONGEST_HEAD * 2);
  return hasHan(head) ? ZH_PLAY.test(toSimplified(head)) : EN_PLAY.test(head);
}

/** "He said on the podcast: I never …", "a user reported: I …": others' words, where the head names nobody. */
const EN_OTHERS =
  /^(?!(?:i|we)\b|\p{Lu}\p{Ll}+ (?:said|told me)\s?:)[^.:!?\n]{0,60}\b(?:said|says|texted|wrote|writes|messaged|emailed|e-mailed|posted|replied|commented|tweeted|reported|told (?:me|us)|sent (?:me|us)|left)\b[^.:!?\n]{0,40}:\s*["“]?(?=(?:hi|hey|hello)?[, ]*(?:i|i['’]\p{L}+|we|we['’]\p{L}+|my|our)\b)|^forwarded from \p{L}+:/iu;

const ZH_OTHERS =
  /^(?!我|咱|俺)[^。！？：:\n]{0,14}(?:群里|网上|论坛|知乎|微博|小红书|有人|网友|别人|人家|对方|陌生人|博主|[他她]|朋友|同学|同事|客户|老板)[^。！？：:\n]{0,10}(?:说|讲|写|发来|发的?|评论|吐槽|留言|回复|原话(?:是)?|消息|发(?:微信|短信|消息|信息|语音|邮件|私信)?(?:给我|过来)?|来信|来电|打电话(?:来|给我)?)[了道的]?\s*[:：]\s*[“"「]?(?=我|咱|本人|终于)/u;

function givesOthersWords(text: string): boolean {
  const head = text.slice(0, LONGEST_HEAD * 3);
  return EN_OTHERS.test(head) || (hasHan(head) && ZH_OTHERS.test(toSimplified(head)));
}

function endsAt(text: string, from: number): number {
  const paragraph = text.indexOf("\n\n", from);
  const end = paragraph < 0 ? text.length : paragraph;
  const real = FOR_REAL.exec(text.slice(from, end));
  return real === null || real.index === 0 ? end : from + real.index;
}

/** Shorter stretches between quotation marks are a word or a title in the head. */
const SHORTEST_QUOTED = 12;

/** Where the text that a head speaks of ends, if it stands between quotation marks: behind them the speaker goes on. */
function endOfQuoted(text: string): number {
  for (const [from, to] of pairedMarks(text, text.length)) {
    if (from > LONGEST_HEAD * 2) break;
    if (to - from >= SHORTEST_QUOTED && /["“「『]/u.test(text.charAt(from))) return to + 1;
  }
  return text.length;
}

/**
 * Stretches of a turn in which "I" is a part that is played, a sample, a text to be worked on, or somebody else. They end with their
 * paragraph, or where the speaker turns to themselves again ("seriously though", 说真的). Linear in the text.
 */
export function findPerformed(text: string): readonly Pick<Span, "start" | "end">[] {
  if (WISH.test(text.slice(0, LONGEST_WISH))) return findRetold(text);
  const from =
    opensPlay(text) ||
    givesOthersWords(text) ||
    worksOn(text) ||
    isMaterial(text) ||
    TEXT_SAYS.test(text.slice(0, LONGEST_HEAD * 3))
      ? 0
      : undefined;
  const end = from === undefined ? 0 : endsAt(text, from);
  const spans =
    from === undefined ? [] : [{ start: from, end: opensPlay(text) ? end : Math.min(end, endOfQuoted(text)) }];
  return [...spans, ...findRetold(text)];
}

/** A wish about keeping is the speaker's own, whatever it stands in. */
const WISH =
  /\b(?:confidential|off the record|between (?:us|you)|(?:don['’]?t|do not|never|please not|no need to) (?:\p{L}+ )?(?:save|store|keep|record|log|note|remember|retain|write)|(?<!\b(?:i|we|you|they|always|never|people|to) )(?:forget|erase|delete))\b|[别勿要用][再]?[记存留]|保密|忘[了掉记]|删[了掉除]|就当没/iu;

/** Whether one of the latest turns opened a game that this one may be a move of. @param before texts of the user's turns, oldest first */
export function isMove(text: string, before: readonly string[]): boolean {
  if (FOR_REAL.test(text)) return false;
  const latest = before.slice(-MOVES);
  const opened = latest.findLastIndex(
    (each) =>
      (hasHan(each) ? ZH_GAME.test(toSimplified(each)) : EN_GAME.test(each)) &&
      (opensPlay(each) || each.length < LONGEST_HEAD),
  );
  return opened >= 0 && !latest.slice(opened + 1).some((each) => FOR_REAL.test(each));
}

/** Tells a plot: what goes on behind it without a first person is still the plot. */
const TELLS =
  /(?:电影|影片|小说|故事|书|剧|片子|片|动画|纪录片|漫画|番)[^。！？\n]{0,24}(?:讲述|讲的|说的是|描写|围绕|改编)|主要讲(?:述|的)|\b(?:movie|film|book|novel|story|show|series|drama|play|episode)\b[^.!?\n]{0,48}\b(?:tells|is about|follows|cent(?:er|re)s (?:on|around)|revolves|depicts|is set)\b|\b(?:is|it['’]s) (?:a|the) (?:true )?story of\b/iu;
const SELF = /\b(?:i|i['’]\p{L}+|my|me|mine|we|our)\b|我|咱|俺/iu;
const SENTENCE = /[^。！？!?.\n]+[。！？!?.\n]*/gu;

function findRetold(text: string): readonly Pick<Span, "start" | "end">[] {
  if (!TELLS.test(text)) return [];
  const spans: { start: number; end: number }[] = [];
  let telling = false;
  for (const match of text.matchAll(SENTENCE)) {
    if (SELF.test(match[0].replace(/["“「][^"”」]*["”」]/gu, ""))) telling = TELLS.test(match[0]);
    else if (telling || TELLS.test(match[0])) {
      telling = true;
      spans.push({ start: match.index, end: match.index + match[0].length });
    }
  }
  return spans;
}
