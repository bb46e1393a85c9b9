import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import { type Page, root } from './pages.ts';

interface Environment {
  /** The absolute path of the page's source. */
  readonly realPath?: string;
}

type Token = ReturnType<MarkdownRenderer['parse']>[number];

/**
 * Converts links between files of the repository to links of the site. In the repository, readers need the original
 * links. A link to a file outside the site, for example to a test, becomes the file's name.
 */
export function repositoryLinks(md: MarkdownRenderer, pages: readonly Page[]): void {
  const routes = new Map(pages.map(({ source, route }) => [source, route]));
  md.core.ruler.push('repository-links', ({ tokens, env }) => {
    const { realPath } = env as Environment;
    const source = realPath === undefined ? undefined : repositoryPath(realPath);
    if (source === undefined) return;
    for (const { children } of tokens) if (children !== null) relink(children, source, routes);
  });
}

function repositoryPath(file: string): string {
  return path.relative(root, file).replaceAll(path.sep, '/');
}

function relink(tokens: Token[], source: string, routes: ReadonlyMap<string, string>): void {
  const open: boolean[] = [];
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const target = siteTarget(String(token.attrGet('href')), source, routes);
      open.push(target !== null);
      if (target === null) asName(token);
      else token.attrSet('href', target);
    }
    if (token.type === 'link_close' && open.pop() === false) token.tag = 'span';
  }
}

function asName(token: Token): void {
  token.type = 'span_open';
  token.tag = 'span';
  token.attrs = null;
}

/**
 * Returns the target of a link on the site, or null if the site does not contain it.
 *
 * @param source the page's path in the repository
 */
function siteTarget(href: string, source: string, routes: ReadonlyMap<string, string>): string | null {
  if (/^(?:[a-z]+:|#|\/)/i.test(href)) return href;
  const [, file = '', rest = ''] = /^([^?#]*)(.*)$/.exec(href) ?? [];
  const target = path.posix
    .normalize(path.posix.join(path.posix.dirname(source), decodeURI(file)))
    .replace(/\/$/, '');
  const route =
    target === 'README.md' ? 'index.md' : (routes.get(target) ?? routes.get(`${target}/README.md`));
  if (route !== undefined) {
    const from = path.posix.dirname(routes.get(source) ?? '');
    const relative = path.posix.relative(from, route);
    return `${relative.startsWith('.') ? '' : './'}${relative}${rest}`;
  }
  // Keep a broken link, so the build reports it.
  return isInRepository(target) ? null : href;
}

function isInRepository(target: string): boolean {
  const file = path.join(root, target);
  return (
    existsSync(file) &&
    (statSync(file).isDirectory() || !target.endsWith('.md') || !target.startsWith('docs/'))
  );
}
