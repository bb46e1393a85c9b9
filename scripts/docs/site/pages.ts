import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../../..');

/** A page of the site, with its Markdown. */
export interface Page {
  /** Path from the repository's root: `docs/how-to/go-live.md`. */
  readonly source: string;
  /** Path on the site: `how-to/go-live.md`. */
  readonly route: string;
  readonly title: string;
}

/** Routes of Markdown files outside `docs/`. */
const outside: readonly (readonly [source: RegExp, route: string])[] = [
  [/^packages\/sdk\/README\.md$/, 'reference/sdk.md'],
  [/^packages\/conformance\/README\.md$/, 'reference/checkers.md'],
  [/^packages\/mock-gateway\/README\.md$/, 'reference/gateway.md'],
  [/^packages\/cli\/README\.md$/, 'reference/command.md'],
  [/^examples\/README\.md$/, 'how-to/examples.md'],
  [/^examples\/([^/]+)\/README\.md$/, 'how-to/examples/$1.md'],
  [/^ARCHITECTURE\.md$/, 'explanation/architecture.md'],
  [/^CONTRIBUTING\.md$/, 'explanation/contributing.md'],
  [/^decisions\/(.+\.md)$/, 'explanation/decisions/$1'],
];

/** Returns every page of the site. Includes the pages of the API if TypeDoc has written them. */
export function pages(): readonly Page[] {
  const found = globSync(
    ['docs/**/*.md', 'packages/*/README.md', 'examples/{,*/}README.md', 'decisions/*.md', '*.md'],
    { cwd: root, exclude: ['**/node_modules/**', 'docs/.vitepress/**'] },
  );
  return found
    .map((file) => file.replaceAll(path.sep, '/'))
    .sort()
    .flatMap((source) => {
      const route = routeOf(source);
      return route === null
        ? []
        : [{ source, route, title: titleOf(readFileSync(path.join(root, source), 'utf8')) }];
    });
}

function routeOf(source: string): string | null {
  if (source.startsWith('docs/')) return source.slice('docs/'.length);
  const [pattern, route] = outside.find(([known]) => known.test(source)) ?? [];
  return pattern === undefined || route === undefined ? null : source.replace(pattern, route);
}

function titleOf(markdown: string): string {
  const [, title = ''] = /^# (.+)$/m.exec(markdown) ?? [];
  return title
    .replaceAll('`', '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim();
}
