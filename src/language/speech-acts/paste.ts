import { pairedMarks } from "../brackets.js";
import type { Span } from "../span.js";

/** Under this length a text is not searched for a pasted remainder. */
const SHORTEST_PASTE = 20;
/** Share of signs that are neither letters, digits, spaces nor sentence marks, above which a line is machine talk. */
const SYMBOL_SHARE = 0.22;

const LOG_LINE =
  /^\s*(?:\[?\d{4}[-/]\d{2}[-/]\d{2}[T ]\d{2}:\d{2}|\[?\d{2}:\d{2}:\d{2}[\].,\s]|\d{1,3}(?:\.\d{1,3}){3}\s|(?:at|in) [\w$.<>]+\(|at \S+:\d+|File "|Traceback|Caused by|goroutine \d|panic:|fatal:|--- FAIL|FAIL\b|PASS\b|ok\s+\S+\s+\d|#\d+ |error(?:\[\w+\])?:|warning:|info:|debug:|Exception\b|[\w.]+(?:Error|Exception)\b\s*[:(]|-->|\s*\|\s|\^+|\+\+\+|@@|diff --git|index [0-9a-f]{6}|npm (?:ERR|WARN)|Found \d+ errors?|ERROR\b|WARN\b|INFO\b|DEBUG\b|FATAL\b|\$ |> |>>> |root@|PS [A-Z]:|\w+@\w+[:~]|\d+:\d+\s+(?:error|warning))/u;
const CODE_LINE =
  /^\s*(?:import |from \S+ import|export |const |let |var |function |def |class |return\b|if \(|for \(|while \(|public |private |static |#include|using |package |SELECT |INSERT |UPDATE |DELETE |CREATE |ALTER |<\/?[a-z][\w-]*[\s>/]|[{}[\]()]+[,;]?\s*$|"[\w-]+"\s*:|[\w.]+\s*=\s*\S+;?\s*$|[\w.]+\s*=\s*[\w.]+\(.*\)?;?\s*$|[A-Z][A-Z0-9_]{2,}=|@\w+|\/\/|\/\*|\* |#!|---\s*$|- name:|\w+\(.*\);?\s*$|[\w.]+\.[\w]+\(.*\))/u;
const FENCE = /^\s*(?:```|~~~)/u;
const QUOTED_LINE = /^\s*(?:>|》|｜|\|)\s?/u;
const MAIL_HEADER =
  /^\s*(?:From|To|Cc|Subject|Sent|Date|发件人|收件人|抄送|主题|发送时间|日期|-{2,}\s*(?:Original|Forwarded|原始邮件|转发))\s*[:：-]/u;
/** The head of a request about what follows it. */
const ABOUT_WHAT_FOLLOWS =
  /(?:总结|概括|摘要|翻译|看看|看下|看一下|润色|改写|校对|改改|改一?下|分析|检查|解读|提取|整理|回复|点评|评价|讲讲|啥意思|什么意思|解释|转发|summari[sz]e|tl;?dr|translate|proofread|rewrite|polish|edit|review|check|explain|look at|take a look|analy[sz]e|fix|reply to|respond to|what does this|what do you think of|here(?:'s| is| are)|this (?:email|article|text|message|log|page|error)|(?:收到|网上看到|群里发|他发|她发|对方发|文章|帖子|邮件|通知|网页)(?:的|了)?)/iu;
/** The user's own words follow, however long. */
const OWN_WORDS =
  /(?:brain ?dump|my (?:own )?(?:notes|words|ramble|thoughts)|read it all|here(?:'s| is) (?:everything|what you need|my)|挑有用的记|有用的记|记一下|记住|帮我记|都是我(?:写|自己)|我自己(?:写|整理)|我的情况|我的要求|我整个过程|贴给你)/iu;
const OPENS_LIST = /[:：]\s*$/u;
const HTML_COMMENT = /<!--[\s\S]{0,2000}?-->/gu;

function symbolShare(line: string): number {
  let symbols = 0;
  for (const sign of line)
    if (!/[\p{L}\p{N}\s，。！？、；：""''“”‘’（）()!?.,;:'"…～~\p{Extended_Pictographic}-]/u.test(sign)) symbols += 1;
  return symbols / Math.max(1, line.length);
}

/** A line that a program wrote, or that is written for one. */
export function isMachineLine(line: string): boolean {
  const bare = line.trim();
  if (bare === "") return false;
  const head = bare.slice(0, 300);
  if (LOG_LINE.test(head) || CODE_LINE.test(head)) return true;
  return bare.length >= 12 && symbolShare(head) > SYMBOL_SHARE;
}

interface Line {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  let start = 0;
  while (start <= text.length) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    lines.push({ text: text.slice(start, end), start, end });
    start = end + 1;
  }
  return lines;
}

/** The first line asks for something to be done with the rest: where the rest begins. */
function requestedRest(lines: readonly Line[]): number | undefined {
  const [head] = lines;
  if (head === undefined || lines.length < 2 || OWN_WORDS.test(head.text)) return undefined;
  const rest = lines.slice(1).filter((line) => line.text.trim() !== "");
  if (rest.length === 0) return undefined;
  const asks = ABOUT_WHAT_FOLLOWS.test(head.text);
  const blank = lines[1]?.text.trim() === "";
  const length = rest.reduce((sum, line) => sum + line.text.length, 0);
  if (asks && (OPENS_LIST.test(head.text) || blank || length > 4 * head.text.length) && length >= SHORTEST_PASTE)
    return lines[1]?.start;
  return undefined;
}

/** Where a paste between quotation marks ends, and the user's own words go on; the end of the text where none closes it. */
function endOfRest(text: string, start: number): number {
  const opens = text.slice(start).search(/\S/u);
  if (opens < 0 || !/["“「『]/u.test(text.charAt(start + opens))) return afterBlankLine(text, start);
  const closed = [...pairedMarks(text, LONGEST_QUOTATION)].find(([from]) => from === start + opens);
  return closed === undefined ? text.length : closed[1] + 1;
}

/** A last paragraph in which the speaker tells who they are, or how it is to be done. */
const OWN_PARAGRAPH =
  /^(?:(?:btw|by the way|context|note|also|p\.?s\.?|对了|另外|说明一下|补充一下)[,:，： ]*)?(?:i(?:'m| am|'ve| have|'d)?\b|we(?:'re|'ve)?\b|my\b|我(?!们的?客户)|我们|本人)/iu;
const LONGEST_OWN_PARAGRAPH = 200;

function afterBlankLine(text: string, start: number): number {
  const last = /\n[ \t]*\n(?<own>[^\n]+)\s*$/u.exec(text.slice(start));
  const own = last?.groups?.own?.trim();
  if (last === null || own === undefined || own.length > LONGEST_OWN_PARAGRAPH) return text.length;
  // a letter may be in the first person from its first word on: then the whole is the letter
  if (OWN_PARAGRAPH.test(text.slice(start).trim()) || !OWN_PARAGRAPH.test(own)) return text.length;
  return SIGNS_OFF.test(own) ? text.length : start + last.index;
}

/** The last line of a letter. */
const SIGNS_OFF =
  /^(?:i|we) (?:look forward|hope|remain|appreciate|would like|thank)|^我们?(?:期待|希望|相信|在此|谨|将)/iu;

const SEPARATOR_LINE = /^\s*(?:-{3,}|\*{3,}|={3,}|_{3,}|~{4,}|—{2,})\s*$/u;

/** What stands between two lines of dashes: somebody's letter, put into the message. */
function framedBySeparators(lines: readonly Line[]): { readonly start: number; readonly end: number } | undefined {
  const rules = lines.filter((line) => SEPARATOR_LINE.test(line.text));
  const [first, last] = [rules[0], rules.at(-1)];
  if (first === undefined || last === undefined || first === last) return undefined;
  return { start: first.start, end: last.end };
}

/** The part of a one-line request behind its colon: "总结下这段：……". */
function inlineRest(text: string): number | undefined {
  const head = /^[^：:\n]{2,40}[：:]/u.exec(text);
  if (head === null || text.length - head[0].length < SHORTEST_PASTE) return undefined;
  return ABOUT_WHAT_FOLLOWS.test(head[0]) &&
    !OWN_WORDS.test(head[0]) &&
    /^(?:[^\p{L}]*)(?:帮|请|麻烦|给|替|翻译|总结|润色|改|summ|trans|proof|rewr|polish|explain|check|review|can|could|please|pls)/iu.test(
      head[0],
    )
    ? head[0].length
    : undefined;
}

/** "Here's the opening of my story:": what follows is the story. */
const STORY_HEAD =
  /^[^\n。.!?！？]{0,60}(?:\b(?:story|novel|novella|poem|lyrics?|screenplay|script|monologue|scene|chapter|fan ?fic(?:tion)?|essay|blog post|draft|dialogue|first (?:line|paragraph|page)|opening (?:line|paragraph|scene)?)\b|小说|故事|剧本|歌词|诗(?:歌)?|台词|独白|散文|作文|同人|开头|片段|第一段|草稿|初稿|推文|文案)[^\n。.!?！？:：]{0,40}[:：]\s*/iu;
/** A quotation shorter than this is a name or a phrase. */
const SHORTEST_QUOTATION = 16;
const LONGEST_QUOTATION = 4_000;
const SEVERAL_CLAUSES = /[，。！？；,.!?;…](?=.)|[。！？.!?…]$/u;

/** Where a told story begins; the user's own list ("my draft of the rules:") is told by its head. */
function storyRest(text: string): number | undefined {
  const head = STORY_HEAD.exec(text);
  return head === null || OWN_WORDS.test(head[0]) ? undefined : head[0].length;
}

/** Longer stretches between quotation marks that are clauses of their own: somebody else's words, or made up. */
function quotations(text: string): readonly { start: number; end: number }[] {
  if (!/["“「『]/u.test(text)) return [];
  return [...pairedMarks(text, LONGEST_QUOTATION)]
    .filter(([from, to]) => /["“「『]/u.test(text.charAt(from)) && to - from >= SHORTEST_QUOTATION)
    .filter(([from, to]) => SEVERAL_CLAUSES.test(text.slice(from + 1, to)))
    .map(([from, to]) => ({ start: from, end: to + 1 }));
}

/**
 * Stretches of a turn that are not the speaker's own statement: code, logs, quoted lines, mails, and what a request is about.
 * Sorted, without overlaps; offsets into the text. Linear in the text.
 */
export function findPastes(text: string): readonly Span[] {
  const lines = linesOf(text);
  const spans: { start: number; end: number }[] = [];
  const rest = storyRest(text) ?? requestedRest(lines) ?? (lines.length === 1 ? inlineRest(text) : undefined);
  const restStart = rest ?? text.length;
  const restEnd = rest === undefined ? text.length : endOfRest(text, rest);
  let fenced = false;
  let mail = 0;
  const framed = framedBySeparators(lines);
  for (const line of lines) {
    if (line.start >= restStart && line.start < restEnd) continue;
    const fence = FENCE.test(line.text);
    if (MAIL_HEADER.test(line.text)) mail += 1;
    const machine =
      fenced ||
      fence ||
      (framed !== undefined && line.start >= framed.start && line.end <= framed.end) ||
      mail >= 2 ||
      QUOTED_LINE.test(line.text) ||
      isMachineLine(line.text);
    if (fence) fenced = !fenced;
    if (machine) spans.push({ start: line.start, end: line.end });
  }
  if (rest !== undefined) spans.push({ start: rest, end: restEnd });
  spans.push(...quotations(text));
  for (const comment of text.matchAll(HTML_COMMENT))
    spans.push({ start: comment.index, end: comment.index + comment[0].length });
  return merged(spans).map(({ start, end }) => ({ text: text.slice(start, end), start, end }));
}

function merged(spans: readonly { start: number; end: number }[]): readonly { start: number; end: number }[] {
  const sorted = [...spans].sort((a, b) => a.start - b.start);
  const out: { start: number; end: number }[] = [];
  for (const span of sorted) {
    const last = out.at(-1);
    if (last !== undefined && span.start <= last.end + 1) last.end = Math.max(last.end, span.end);
    else out.push({ ...span });
  }
  return out;
}
