/** Terms that carry no matter of their own in a statement: who speaks, and that it holds. As the analyzer gives them. */
export const HOLDING_TERMS: readonly string[] =
  "user team ask alway never usual usually now current currently also just onli realli prefer like please 用户 要求 以后 一律 都 每次 现在 目前 一般 通常 平时 总是 再 说 还是 这边 就 要 会 别 不要 给 请 只 把 换成 改成 改为 改到".split(
    " ",
  );
