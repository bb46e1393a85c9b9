import MarkdownIt, { type Token } from 'markdown-it';
import type { Passage } from './passage.ts';

/** Replacement for code, the URL of a link and a placeholder. It keeps the structure of the sentence. */
export const code = 'CODE';
const parser = new MarkdownIt({ html: true });
/** Matches a line of a snippet that is a comment, for example in TypeScript, PHP, Python or a shell. */
const snippetComment = /^\s*(?:\/\/|#|\*|\/\*\*) (?<words>.*?)(?: \*\/)?$/;
/** Minimum number of words. A shorter text is a label, a value or a command. */
const leastWords = 4;
const opening = /^(?:paragraph|heading|tr)_open$/;

/**
 * Extracts the paragraphs, headings, table cells and comments in snippets of a Markdown page. Excludes quotations and
 * other code.
 */
export function markdownPassages(file: string, markdown: string): readonly Passage[] {
  const front = /^---\n[\s\S]*?\n---\n/.exec(markdown)?.[0] ?? '';
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
    if (token.type === 'fence') passages.push(...snippetComments(file, token));
    if (token.type !== 'inline' || quoted > 0) continue;
    const text = textOf(token.children ?? []);
    if (text !== '') passages.push({ file, line, text, isSentence: !isHeading });
  }
  return passages;
}

/** Extracts the comments of a snippet. Joins comments on adjacent lines. */
function snippetComments(file: string, { content, map, info }: Token): readonly Passage[] {
  if (/^(?:md|markdown|text)\b/.test(info)) return [];
  const passages: Passage[] = [];
  let open: string[] = [];
  for (const [index, line] of [...content.split('\n'), ''].entries()) {
    const words = snippetComment.exec(line)?.groups?.['words'];
    if (words !== undefined) open.push(words);
    else if (open.length > 0) {
      const text = open.join(' ').replaceAll(/`[^`]*`/g, code);
      const at = (map?.[0] ?? 0) + 2 + index - open.length;
      if (text.split(' ').length >= leastWords) passages.push({ file, line: at, text, isSentence: true });
      open = [];
    }
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
