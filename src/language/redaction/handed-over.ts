import { before, type Detection, matchesOf } from "./detection.js";
import { isPlaceholder } from "./secret-shape.js";

/* Secrets that a sentence hands over with no word for "password" right before them: networks, locks, changes from one to another, pairs. */

/** A made-up word with figures, or with signs inside: otterbend19, Hr45_klop, kite-fish-09. Versions, models and measures are none. */
const MADE_UP =
  /^(?=[!-~]{6,40}$)(?=[^\d]{0,39}\d)(?=[^A-Za-z]{0,39}[A-Za-z])(?:[A-Za-z]{4,}\d{2,6}|[A-Za-z]+(?:[-_.][A-Za-z]+)*[-_.]?\d{2,6}[-_.]?[A-Za-z!#$%&*]*(?:[-_.][A-Za-z]{2,})*|[A-Za-z]{2,}\d{1,4}[A-Za-z_!@#$%^&*-]{2,}\d*|[A-Za-z]+(?:[-_]\d{1,4})+[-_][A-Za-z]+|\d{2,6}[A-Za-z]{4,})[!#$%^&*]?$/u;
const ORDINARY =
  /^(?:v?\d+(?:[.:/-]\d+)+\S*|[A-Za-z]+-?\d+(?:\.\d+)+|\d+(?:ghz|mhz|mbps|gbps|mb|gb|tb|kb|mah|euros?|dollars?|usd|eur|th|st|nd|rd|pm|am|min|mins|kg|km|px)|(?:netgear|archer|tplink|asus|linksys|huawei|xiaomi|redmi|iphone|galaxy|pixel|windows|python|node|java|php|ios|android|release|version|build|branch|feature|ticket|issue|order|room|level|unit|route|flight|gate|line|step|page|chapter|section|part|web|mp|utf|sha|md|ipv|usb|type|iso)[-_]?\d\S*|\S+\.(?:png|jpe?g|pdf|txt|md|json|ya?ml|csv|zip|js|ts|py|com|org|net|cn|io)|\S+@\S+\.\S+|\[?(?:redacted|vault):\S*)$/iu;

function isMadeUp(value: string): boolean {
  return MADE_UP.test(value) && !ORDINARY.test(value) && !isPlaceholder(value);
}

function bare(value: string): string {
  return value.replace(/(?:[.,;:?)\]}"'`>]|!(?=["'`)]))+$/u, "");
}

/** The password of a network: "wifi's on the fridge, it's …", "the guest network … you get in with …". */
const NETWORK =
  /(?:\bwi-?fi|\bwlan|\bhotspot|\b(?:guest|home|office|caf[eé]|house) network|无线网?|热点|網絡|网络)(?![^\n。.!?]{0,24}(?:router|model|adapter|extender|mouse|鼠标|路由器型号|型号))(?:[^\n。!?？]{0,48}\b(?:get|gets|getting) in)?[^\n。!?？]{0,56}?(?:\bis|['’]s|\bwith|\b(?:type|enter|use|try)(?:\sin)?|[:：=]|输入?|是|填|用|码)\s{0,2}["'`「]?(?<value>[A-Za-z\d][!-~]{5,39})/giu;
/** "use … to get into the shared drive". */
const USED_TO_ENTER =
  /\bget(?:s|ting)?\sin(?:to)?\b[^.!?\n]{0,32}\swith\s["'`]?(?<with>[A-Za-z\d][!-~]{5,39})|\b(?:use|type|enter|try)\s["'`]?(?<value>[A-Za-z\d][!-~]{5,39})["'`]?\s(?:to|for|and (?:you['’]?re|you get))\s(?:get(?:ting)?\s(?:in|into|past)|log(?:ging)?\s?(?:in|on)|open(?:ing)?|unlock(?:ing)?|sign(?:ing)?\s?in|access(?:ing)?|connect(?:ing)?|in\b)/giu;
/** "password same as always, …", "the starting password they gave me is …". */
const AS_EVER =
  /\b(?:password|passcode|passphrase|pw|pwd)\s(?:(?:is\s)?(?:the\s)?(?:same|unchanged|usual)[^.!?\n,]{0,24},\s{1,2}|(?:that\s)?(?:they|he|she|we|i|it|you|IT|HR)\s[^.!?\n,;]{1,24}\sis\s)["'`]?(?<value>[!-~]{6,40})/gu;

/** Words near a change that say what it opens. */
const OPENS =
  /pass(?:word|code|phrase)|\bpw\b|pwd|wi-?fi|router|\bpin\b|login|log[\s-]?in|\block|safe|alarm|gate|door|\bdb\b|database|admin|root|account|vault|密码|密碼|口令|锁|门禁|登录|账号|无线|路由|保险/iu;
const CHANGED =
  /\b(?:chang|reset|rotat|switch|updat|mov|swap)\w*\s[^.!?\n]{0,44}?\bfrom\s["'`]?(?<old>[!-~]{4,40})["'`]?\s(?:over\s)?(?:in)?to\s["'`]?(?<new>[!-~]{4,40})|(?:从|由)\s?["「]?(?<zhOld>[!-~]{4,40}?)["」]?\s?(?:改|换|变|更新|设)(?:成|为|到)了?\s?["「]?(?<zhNew>[!-~]{4,40})/giu;
/** Of a network or lock of one's own the words stand on either side; of a commit or error they never open anything. */
const OPENS_NOTHING =
  /error|status|branch|release|version|port|commit|price|budget|limit|count|错误|状态|版本|端口|价格|预算|分支|频段/iu;

function* changes(text: string): Generator<Detection> {
  for (const match of text.matchAll(CHANGED)) {
    const { old, zhOld, new: fresh, zhNew } = match.groups ?? {};
    const near = `${before(text, match.index, 40)} ${match[0]} ${text.slice(match.index + match[0].length, match.index + match[0].length + 32)}`;
    if (!OPENS.test(near) || OPENS_NOTHING.test(near)) continue;
    let from = match.index;
    for (const raw of [old ?? zhOld ?? "", fresh ?? zhNew ?? ""]) {
      const value = bare(raw);
      const start = text.indexOf(value, from);
      from = start + value.length;
      const digits = /^\d{4,12}$/u.test(value) && !/^(?:19|20)\d\d$/u.test(value);
      const signed =
        /[A-Za-z\d][!@#$%^&*]|[A-Za-z][_-]?\d{2}/u.test(value) &&
        /\d/u.test(value) &&
        value.length >= 6 &&
        !ORDINARY.test(value);
      if (value !== "" && (digits || signed || isMadeUp(value)))
        yield { kind: "password", start, end: start + value.length };
    }
  }
}

/** Name and password side by side, where something says that one gets in by them. */
const LOGIN_PAIR =
  /(?:\b(?:log[\s-]?in|login|log(?:s|ged)\s?in|sign(?:s|ed)?\s?in|signing\sin|creds?|credentials?)\b|登录名?|登陆|登入|用户名|账号|帐号)(?![^\n。.!?]{0,30}(?:attempt|page|form|button|expire|页面|失败|次数))[^\n。!?]{0,24}?(?<user>[A-Za-z][\w.@+-]{1,40})(?:\s{0,2}[/|:：]\s{0,2}|,?\sthen\s|\s(?:with|and)\s|[，,]\s{0,2}(?:后面(?:那个)?|然后|再|另一个|第二个|密码那[栏个])(?:是|输入?|填|用)?\s{0,2})["'`]?(?<value>[!-~]{6,40})/giu;

/** Codes that were sent, figures in groups: "they texted me 618204 as the login code", 短信验证码：55 02 17. */
const SENT_CODE =
  /(?<![\d.])(?<value>\d{4,8}|\d{2,4}(?:[ -]\d{2,4}){1,3})\s(?:as|is|was)\s(?:the|my|a|your|our)\s(?:\w+\s){0,2}?(?:log-?in|verification|security|one[- ]time|confirmation|access|unlock|sign-?in|2fa|mfa|otp|gate|door|entry)\s?(?:code|pin|number)?\b/giu;
/** "the code they sent is 77120", 验证码发来了：660142. */
const CODE_SENT =
  /\b(?:your|the|my) code(?:\sis|:)\s{0,2}(?<mine>\d{4,8})(?![\d.:/%-])|\b(?:gate|door|entry|entrance|press|dial)\b[^.!?\n]{0,32}?(?<hash>\d{3,8}#)|\b(?:code|pin|otp)\s(?:that\s)?(?:they|he|she|it|we|i|the\s\w+|IT)\s[^.!?\n\d]{1,24}\s(?:is|was)\s(?<value>\d{4,8})(?![\d.:/%-])|(?:验证|校验|动态)码[\p{Script=Han}]{1,6}[:：]\s{0,2}(?<code>\d{4,8})(?!\d)/giu;
const TURNED =
  /\b(?:safe|lock|combination|combo|dial|padlock)\b[^.!?\n\d]{0,24}(?<value>(?:left|right|clockwise|[lr])\s\d{1,2}(?:[,\s]{1,2}(?:then\s)?(?:left|right|clockwise|counterclockwise|[lr])\s\d{1,2}){1,3})/giu;
const GROUPED_CODE =
  /(?:\b(?:verification|security|login|sms|2fa|mfa|unlock|one[\s-]time|confirmation|access)[\s-]codes?|\botp|\b2fa|\bmfa|(?:验证|驗證|校验|动态|解锁|短信)(?:码|碼))\s{0,2}(?:is|was|[:：=]|是|为)?\s{0,2}(?<value>\d{2,4}(?:[ -]\d{2,4}){1,3})(?![\d.:/-])/giu;

/** Locks: "lockbox 8814", "unlock code for the bike shed 5521", 单元门禁 #4471, 保险柜转 12-40-33. */
const LOCK =
  /(?:\bkey\s?safe|\block\s?box|\bkeybox|\bunlock(?:ing)?\scode|\b(?:gate|door|shed|garage|alarm|entry|entrance|safe|locker|padlock|bike\slock|key)\scode|\bpadlock|\bkeypad|\bcombo|\bpin|(?<alarm>\balarm)|(?:单元)?门禁|大门(?:密码)?|单元门|(?<!机械|智能|指纹)(?:门|密码|车|柜)锁|解锁码|保险[柜箱]|行李箱密码|取款码|开锁码)(?:['’]s)?(?<gap>[^\d\n。.!?]{0,36}?)(?<value>\d{3,8}(?:#|\*)?|\d{1,2}(?:-\d{1,2}){2,3})(?!\d|[.:/%-]\d|\s?(?:%|[a-z]*(?:mm|cm|kg|px)\b|[个层楼号寸位秒分点年月日天次元块人]))/giu;
const LOCK_GAP =
  /^(?:\s(?:is|was)(?:\s(?:now|still|just))?\s|\s{0,2}#\s?|\s(?:now|still|just)\s|\s{0,2}[:：=#]\s{0,2}|\s{1,2}#?|\s(?:for|to|of|on|at|outside|by|inside)\s[\p{L}\s'’-]{2,30}(?:\sis|:)?\s|[\p{Script=Han}]{0,4}(?:是|为|改成了?|改到了?|改为|换成了?|换到了?|转|输|按|到了)\s{0,2}#?|三位数\s?|[\p{Script=Han}]{0,2}密码[\p{Script=Han}]{0,4}\s|\s{0,2})$/iu;

function* locks(text: string): Generator<Detection> {
  for (const match of text.matchAll(LOCK)) {
    const { gap = "", value = "", alarm } = match.groups ?? {};
    if (!LOCK_GAP.test(gap) || /\b(?:at|map|board|badge|wall)\b/iu.test(gap) || /^(?:19|20)\d\d$/u.test(value))
      continue;
    // an alarm is set for a time; four figures that are none switch it off
    if (alarm !== undefined && (/^(?:[01]?\d|2[0-3])[0-5]\d$/u.test(value) || !/\bis|[:=]/u.test(gap))) continue;
    const end = match.index + match[0].length;
    yield { kind: "password", start: end - value.length, end };
  }
}

/** 安全问题的答案是白云小学. */
const ANSWER =
  /(?:安全|密保|找回)问题[^\n。！？]{0,14}?答案(?:就?是|为|[:：])\s{0,2}["“「]?(?<value>[\p{Script=Han}A-Za-z\d]{2,16})(?=["”」，。！？,.!\n]|$)/gu;

/** Secrets handed over in passing. */
export function* findHandedOver(text: string): Generator<Detection> {
  for (const pattern of [NETWORK, USED_TO_ENTER, AS_EVER, LOGIN_PAIR]) {
    for (const match of text.matchAll(pattern)) {
      const said = match.groups?.value ?? match.groups?.with ?? "";
      const value = bare(said);
      const strong = pattern === LOGIN_PAIR || pattern === AS_EVER;
      if (
        !isMadeUp(value) &&
        !(
          strong &&
          /\d/u.test(value) &&
          /[a-z]/iu.test(value) &&
          /[A-Z]|[_#$%^&*!]/u.test(value) &&
          !ORDINARY.test(value)
        )
      )
        continue;
      const start = match.index + match[0].lastIndexOf(said);
      yield { kind: "password", start, end: start + value.length };
    }
  }
  yield* changes(text);
  yield* locks(text);
  for (const pattern of [SENT_CODE, GROUPED_CODE, TURNED])
    for (const { start, end } of matchesOf(text, pattern)) yield { kind: "password", start, end };
  for (const match of text.matchAll(CODE_SENT)) {
    const end = match.index + match[0].length;
    const { value, code, mine, hash } = match.groups ?? {};
    yield { kind: "password", start: end - (value ?? code ?? mine ?? hash ?? "").length, end };
  }
  for (const { start, end } of matchesOf(text, ANSWER)) yield { kind: "password", start, end };
}
