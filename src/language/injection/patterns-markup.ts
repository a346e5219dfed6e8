import type { InjectionPattern } from "./mark.js";

/** Looked for in the text as it is: what markup and invisible characters do, they do by their own signs. */
export const RAW_PATTERNS: readonly InjectionPattern[] = [
  [
    "role-marker",
    /<\|(?:im_start|im_end|system|user|assistant|endoftext|start_header_id|end_header_id|eot_id)\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|assistant|developer|instructions?|system[-_]prompt|tool_result|function_results?)>|["']role["']\s{0,2}:\s{0,2}["'](?:system|developer)["']/giu,
  ],
  [
    "hidden-markup",
    /<(?:script|iframe|object|embed|meta)\b[^<>]{0,500}>|<[a-z][a-z0-9]{0,12}\b[^<>]{0,300}?(?:display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden|(?:font-size|max-height|height|width)\s{0,3}:\s{0,3}0(?![.\d])|\ssize\s?=\s?["']?0|opacity\s{0,3}:\s{0,3}0(?![.\d])|color\s{0,3}:\s{0,3}(?:transparent|#fff(?:fff)?\b|white\b)|text-indent\s{0,3}:\s{0,3}-\d{3}|left\s{0,3}:\s{0,3}-\d{3}|\shidden(?=[\s>]))[^<>]{0,300}>/giu,
  ],
  [
    "invisible",
    /[\u202a-\u202e\u2066-\u2069]|\u{e0001}|[\u{e0020}-\u{e007f}]{2,}(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{1,7})|(?:[\u200b\u200c\u2060-\u2064\ufeff]\u200d?){3,64}/gu,
  ],
  [
    "reveal",
    /<img\b[^<>]{0,300}src\s?=\s?["']?https?:\/\/[^"'<>\s]{1,300}[?&][\w.-]{1,40}=(?:[A-Z]{3,}_[A-Z_]{2,}|[{<[]|%7b|\$\{)[^<>]{0,300}>/giu,
  ],
  [
    "reveal",
    /!?\[[^\]\n]{0,200}\]\(\s?https?:\/\/[^)\s]{1,300}[?&][\w.-]{1,40}=[^)\n]{0,40}?(?:[{<【[]|\$\{|%7b|%s)[^)\n]{0,200}\)/giu,
  ],
];

/** Lines that pose as a message of another role. Looked for in the plain view. */
export const ROLE_LINES: InjectionPattern = [
  "role-marker",
  /(?<=^|\n)[ \t]{0,4}(?:#{1,4}[ \t]{0,3}|\*\*|\[|【)?(?:system|assistant|developer|human|系统|系统消息|系统提示|开发者|助手)(?:(?:[ \t]{1,2}(?:message|prompt|override|note))?(?:\]|】|\*\*)(?=[ \t]{0,2}[:：]?[ \t]{0,2}\S)|(?:[ \t]{1,2}(?:message|prompt|override|note))?[ \t]{0,2}[:：]|(?<=#[ \t]{0,3}(?:system|系统提示|系统消息))[ \t]{0,2}(?=\n))/giu,
];
