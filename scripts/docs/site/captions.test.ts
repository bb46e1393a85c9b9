import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { pages, root } from './pages.ts';

/**
 * Returns the pictures of a page, alone on a line or as a group in HTML, that have no caption in italics below them.
 */
function withoutCaption(source: string): readonly string[] {
  const blocks = readFileSync(path.join(root, source), 'utf8')
    .replaceAll(/^```.*?^```/gms, '')
    .split(/\n\n+/);
  return blocks.filter(
    (block, index) => /!\[[^\]]*\]\(|^<img /m.test(block) && !/^\*[^*]/.test(blocks[index + 1] ?? ''),
  );
}

it('each picture of a page has a caption', () => {
  const sources = ['README.md', ...pages().map(({ source }) => source)];
  expect(sources.flatMap(withoutCaption)).toEqual([]);
});

it.each(['php', 'python', 'typescript'])('the tutorial in %s has a picture', (language) => {
  const page = readFileSync(path.join(root, `docs/tutorial/${language}.md`), 'utf8');
  expect(page).toMatch(/^!\[/m);
});
