import { findPastes } from "../speech-acts/paste.js";

interface Range {
  readonly start: number;
  readonly end: number;
}

/** What a tool, a page or a mail says begins behind such a line and goes on to the end of the text. */
const TOLD_BY_OTHERS =
  /(?:\b(?:tool|function|command|api)\s(?:result|output|response|call\soutput)s?|\bsearch\sresults?|\b(?:the\s|this\s)?(?:web\s?page|page|website|article|email|e-mail|mail|document|file|post|comment|review)\s(?:says|said|reads|contains|content|body|text)|\bhere(?:'s|\sis)\sthe\s(?:web\s?page|page|article|email|document|file)|工具(?:返回|结果|输出)|函数返回|搜索结果|检索结果|(?:网页|页面|文章|邮件|文档|文件|帖子|评论)(?:里|中|上)?(?:的)?(?:写着|写道|说|正文|内容|原文)(?:如下)?)\s{0,2}[:：]/giu;

/** The stretches of a text that are not the speaker's own words: pasted, quoted, or told by a tool. */
export function foreignStretches(text: string): readonly Range[] {
  const first = text.search(TOLD_BY_OTHERS);
  const told = first < 0 ? [] : [{ start: first, end: text.length }];
  return [...findPastes(text), ...told];
}
