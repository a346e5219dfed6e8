import type { Span } from "./span.js";

export type InjectionKind =
  /** Asks that earlier instructions be dropped or replaced. */
  | "override"
  /** Poses as a message of another role. */
  | "role-marker"
  /** Gives the model another person to be. */
  | "persona"
  /** Asks for the hidden prompt, or that data be sent away. */
  | "reveal"
  /** Text that a page hides from its reader. */
  | "hidden-markup"
  /** Characters that a reader cannot see, or that turn the direction of what is seen. */
  | "invisible";

/** A place where a text tries to instruct the model that will read it. */
export interface InjectionMark {
  readonly kind: InjectionKind;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

const PATTERNS: readonly (readonly [InjectionKind, RegExp])[] = [
  [
    "override",
    /\b(?:ignore|disregard|forget|override|bypass|skip|drop|do not follow|don't follow|stop following)\s{1,4}(?:(?:all|any|every|each|of|the|your|my|our|these|those|this|everything|whatever|previous|prior|above|earlier|preceding|existing|original|initial|current|system|safety|developer|foregoing|that|in|and|it|was|you|were|been|have|told|said)[\s,]{1,4}){0,8}(?:instructions?|prompts?|rules?|guidelines?|directions?|directives?|commands?|constraints?|polic(?:y|ies)|context|messages?|restrictions?|programming|training|above|before)\b/giu,
  ],
  [
    "override",
    /\b(?:new|updated|real|actual|revised)\s{1,3}(?:system\s{1,3})?(?:instructions?|prompt|directives?)\s{0,3}(?::|are\b|follow)/giu,
  ],
  [
    "override",
    /(?:忽略|无视|無視|忘记|忘記|忘掉|不要理会|不用理会|不要遵守|不必遵守|抛弃|跳过|绕过|覆盖|推翻|作废)[^。！？\n]{0,20}?(?:指令|指示|提示词|提示|规则|規則|设定|設定|约束|限制|命令|系统消息)/gu,
  ],
  ["override", /(?:新的?|真正的?|最新)(?:系统)?(?:指令|提示词|指示)\s{0,2}(?:如下|是|[:：])/gu],
  [
    "role-marker",
    /<\|(?:im_start|im_end|system|user|assistant|endoftext|start_header_id|end_header_id|eot_id)\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|assistant|developer|instructions?|system[-_]prompt)>/giu,
  ],
  [
    "role-marker",
    /(?<=^|\n)[ \t]{0,4}(?:#{1,4}[ \t]{0,3}|\*\*|\[)?(?:system|assistant|developer|human|系统|系统消息|系统提示|开发者|助手)(?:\]|\*\*)?(?:[ \t]{1,2}(?:message|prompt|override|note))?(?:\*\*)?[ \t]{0,2}[:：]/giu,
  ],
  [
    "persona",
    /\b(?:you are now (?:an?|the|in|dan|called|named|free|no longer|acting|operating|jailbroken|unrestricted)\b|from now on,? you (?:are|will be|must act)|pretend (?:to be|you are|that you are)|act as (?:an? |the )?(?:unrestricted|uncensored|evil|jailbroken|developer|admin|root|dan)|enter (?:developer|dan|god|debug|admin) mode|you have no (?:restrictions|rules|filters|limits)|jailbreak(?:ed)? mode)\b/giu,
  ],
  [
    "persona",
    /(?:从现在(?:起|开始)[，,]?你(?:就)?(?:是|将|必须|要扮演)|你现在(?:是|不再是)|(?:假装|扮演|假设)你(?:是|没有)|进入(?:开发者|越狱|管理员|调试)模式|你没有任何限制)/gu,
  ],
  [
    "reveal",
    /\b(?:reveal|print|show|repeat|output|leak|expose|tell me|give me|display|dump)\s{1,3}(?:me\s{1,3})?(?:all\s{1,3})?(?:of\s{1,3})?(?:your|the|its)\s{1,3}(?:(?:hidden|secret|full|entire|initial|original|internal|confidential)\s{1,3}){0,3}(?:system\s{1,3})?(?:prompt|instructions|rules|system message|memory|memories|other users'? data)\b/giu,
  ],
  [
    "reveal",
    /\b(?:send|post|forward|upload|exfiltrate|transmit|email)\s{1,3}(?:[\w']{1,16}\s{1,3}){0,8}?(?:to|at)\s{1,3}https?:\/\/\S{1,200}/giu,
  ],
  [
    "reveal",
    /(?:输出|打印|显示|泄露|泄漏|透露|告诉我|重复|公开|复述).{0,6}?(?:你的|系统|隐藏的?|完整的?|内部的?|初始).{0,6}?(?:提示词|系统提示|指令|规则|系统消息|设定|prompt)/giu,
  ],
  ["reveal", /把.{1,20}?(?:发送|上传|转发|提交|发)到\s{0,2}https?:\/\/\S{1,200}/gu],
  [
    "hidden-markup",
    /<(?:script|iframe|object|embed|meta)\b[^<>]{0,500}>|<[a-z][a-z0-9]{0,12}\b[^<>]{0,300}?(?:display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden|font-size\s{0,3}:\s{0,3}0|opacity\s{0,3}:\s{0,3}0(?![.\d])|\shidden(?=[\s>]))[^<>]{0,300}>/giu,
  ],
  [
    "invisible",
    /[\u202a-\u202e\u2066-\u2069]|\u{e0001}|[\u{e0020}-\u{e007f}]+|(?:[\u200b\u200c\u2060-\u2064\ufeff]\u200d?){3,64}/gu,
  ],
];

/** HTML comments; one that never closes hides nothing. */
function* findComments(text: string): Generator<{ readonly start: number; readonly end: number }> {
  let start = text.indexOf("<!--");
  while (start >= 0) {
    const closing = text.indexOf("-->", start + 4);
    if (closing < 0) return;
    yield { start, end: closing + 3 };
    start = text.indexOf("<!--", closing + 3);
  }
}

/**
 * Places where a text tries to instruct a model: in order, overlaps of different kinds included. A mark is no verdict: a person may
 * write about such sentences. Linear in the text.
 */
export function findInjection(text: string): InjectionMark[] {
  const marks: InjectionMark[] = [];
  for (const [kind, pattern] of PATTERNS) {
    for (const match of text.matchAll(pattern))
      marks.push({ kind, start: match.index, end: match.index + match[0].length });
  }
  for (const { start, end } of findComments(text)) marks.push({ kind: "hidden-markup", start, end });
  return marks.sort((a, b) => a.start - b.start || a.end - b.end);
}

const OPENING = /<keepsake-memory(?=[\s>/])[^>]{0,1000}>/giu;
const CLOSING = "</keepsake-memory>";

/**
 * Spans of a text that Keepsake itself put into a prompt, tags included: recalled memories that must not be learned again. What opens
 * and never closes reaches to the end, so that a cut prompt is not taken for the user's words.
 */
export function isInjectedContext(text: string): Span[] {
  const spans: Span[] = [];
  const lower = text.toLowerCase();
  const folded = lower.length === text.length ? lower : text;
  let covered = 0;
  for (const match of text.matchAll(OPENING)) {
    const start = match.index;
    if (start < covered) continue;
    const closing = folded.indexOf(CLOSING, start);
    const end = closing < 0 ? text.length : closing + CLOSING.length;
    spans.push({ text: text.slice(start, end), start, end });
    covered = end;
  }
  return spans;
}
