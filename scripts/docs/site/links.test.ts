import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { pages, root } from './pages.ts';

const sources = ['README.md', ...pages().map(({ source }) => source)].filter(
  (source) => !source.startsWith('docs/reference/api/'),
);

/** Returns the files that a page's links and pictures lead to, without headings. */
function targetsOf(source: string): readonly string[] {
  const text = readFileSync(path.join(root, source), 'utf8').replaceAll(/^```.*?^```|`[^`\n]*`/gms, '');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$|<img src="([^"]+)"/gm)];
  return links
    .map(([, inline, reference, picture]) => inline ?? reference ?? picture ?? '')
    .filter((target) => !/^(?:[a-z]+:|#)/i.test(target))
    .map((target) => decodeURI(target.replace(/#.*$/, '')));
}

it.each(sources)('every link of %s leads to a file of the repository', (source) => {
  const dead = targetsOf(source).filter(
    (target) => !existsSync(path.join(root, path.dirname(source), target)),
  );
  expect(dead).toEqual([]);
});
