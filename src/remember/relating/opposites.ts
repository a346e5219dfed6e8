/** Words of which two statements that say the same never use one each. Flat lists: linear in the text. */
const OPPOSITES: readonly (readonly RegExp[])[] = [
  [/\bleft\b|左/iu, /\bright\b|右/iu],
  [/\bbefore\b|之前|前(?!端|台)/iu, /\bafter\b|之后|以后/iu],
  [/\b(?:start|begin|open)(?:s|ed|ing)?\b|开始|起/iu, /\b(?:end|finish|close|stop)(?:s|ed|ing)?\b|结束|截止/iu],
  [/\buntil\b|\btill\b|到.{1,8}为止/iu, /\bfrom\b|\bsince\b|从.{1,8}起/iu],
  [/\b(?:cut|lower|reduce|decrease|drop)\w*\b|降|减|下调/iu, /\b(?:raise|increase|lift|bump)\w*\b|升|涨|上调|增/iu],
  [
    /\b(?:min(?:imum)?|lowest|at least|coldest)\b|最低|最小|至少|不低于|不小于/iu,
    /\b(?:max(?:imum)?|highest|at most|warmest)\b|最高|最大|最多|不超过|不大于/iu,
  ],
  [/\bon\b(?= in| for|[.!]?$)|打开|开启/iu, /\boff\b|关闭|停用|关掉/iu],
  [/\bread\b|读/iu, /\bwrite\b|写/iu],
  [
    /\b(?:all|every|each)\b(?<!nearly every)(?<!almost all)|所有|全部/iu,
    /\b(?:some|most|nearly|almost|half|part)\b|部分|一些|大多/iu,
  ],
  [/\bmust\b|\bhave to\b|必须|务必/iu, /\bshould\b|\bmay\b|应该|可以|建议/iu],
  [/\bused to\b|住过|曾|以前/iu, /\bnow\b|现在|目前/iu],
  [/\bowes? me\b/iu, /\bi owe\b/iu],
  [/\bmine\b|是我的|\bto me\b/iu, /\b(?:roommate|neighbou?r|brother|sister|friend)(?:'s)?\b|室友的|邻居的/iu],
  [/\b(?:kilomet(?:er|re)s?|km)\b|公里/iu, /\bmiles?\b|英里|里(?=$|[，。])/iu],
  [
    /\bdollars?\b|\busd\b|\$|美元/iu,
    /\beuros?\b|\beur\b|€|欧元/iu,
    /\bpounds?\b|\bgbp\b|£|英镑/iu,
    /人民币|\brmb\b|\bcny\b|¥|元(?!旦)/iu,
  ],
  [
    /\bseconds?\b|秒/iu,
    /\bminutes?\b|分钟/iu,
    /\bhours?\b|小时/iu,
    /\bdays?\b|天(?!津)/iu,
    /\bweeks?\b|周|星期/iu,
    /\bmonths?\b|个月/iu,
    /\byears?\b|年/iu,
  ],
  [/\blit(?:er|re)s?\b|升/iu, /\bgallons?\b|加仑/iu],
  [/\b(?:grams?|g)\b|克/iu, /\b(?:kilos?|kilograms?|kg)\b|公斤|千克/iu, /\b(?:lbs?|ounces?|oz)\b|斤|磅/iu],
  [/\beach\b|各/iu, /\bshared?\b|共用|合用/iu],
  [/\bonly\b|只有|仅/iu, /\bexcept\b|除了|除.{1,6}外/iu],
  [/\bquit\b|\bstopped\b|戒|不再/iu, /\b(?:started|again|took up)\b|又开始|重新/iu],
  [
    /有点|还算|\b(?:a bit|slightly|a little|mildly|moderately|somewhat)\b/iu,
    /极|非常|特别|爱死|\b(?:extremely|terribly|very|ador(?:e|es|ed)|loath(?:e|es|ed)|can'?t stand|hate[sd]?)\b/iu,
  ],
  [/\bolder\b|\belder\b|哥|姐|大(?:女儿|儿子)/iu, /\byounger\b|弟|妹|小(?:女儿|儿子)/iu],
  [/表/u, /堂/u],
  [/前同事|\bformer\b|\bex-/iu, /(?<!前)同事|\bcurrent\b/iu],
];

/** Whether the first uses a word of which the second uses the opposite and not the word itself, or the other way round. */
export function areOpposed(first: string, second: string): boolean {
  return OPPOSITES.some((group) => {
    const a = group.map((pattern) => pattern.test(first));
    const b = group.map((pattern) => pattern.test(second));
    const only = (own: readonly boolean[], other: readonly boolean[]) =>
      own.some((has, at) => has && other[at] !== true);
    return only(a, b) && only(b, a);
  });
}
