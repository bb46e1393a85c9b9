import MarkdownIt, { type Token } from 'markdown-it';
import type { Passage } from './passage.ts';

/** Stands for code, a link's URL and a placeholder, so that a sentence keeps its shape. */
export const code = 'CODE';
const parser = new MarkdownIt({ html: true });
const opening = /^(?:paragraph|heading|tr)_open$/;

/** Paragraphs, headings and table cells of a Markdown page. Quotations and code blocks are left out. */
export function markdownPassages(file: string, markdown: string): readonly Passage[] {
  const front = /^---\n[\s\S]*?\n---\n/.exec(markdown)?.[0] ?? '';
  // Blank lines keep the line numbers.
  const body = front.replaceAll(/[^\n]/g, '') + markdown.slice(front.length);
  const passages: Passage[] = [];
  let quoted = 0;
  let line = 0;
  let isHeading = false;
  for (const token of parser.parse(body, {})) {
    if (token.type === 'blockquote_open') quoted += 1;
    if (token.type === 'blockquote_close') quoted -= 1;
    if (opening.test(token.type)) {
      line = (token.map?.[0] ?? 0) + 1;
      isHeading = token.type === 'heading_open';
    }
    if (token.type !== 'inline' || quoted > 0) continue;
    const text = textOf(token.children ?? []);
    if (text !== '') passages.push({ file, line, text, isSentence: !isHeading });
  }
  return passages;
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map(wordsOf).join('').replaceAll(/\s+/g, ' ').trim();
}

function wordsOf({ type, content }: Token): string {
  if (type === 'text') return content;
  if (type === 'code_inline') return code;
  return type === 'softbreak' || type === 'hardbreak' ? ' ' : '';
}
