import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { type Page, root } from './pages.ts';

/**
 * Folders whose pages the front page does not link individually. Each folder is folded and links to its first page,
 * because VitePress nests two buttons in a group without a link.
 */
const folders: Readonly<Record<string, string>> = {
  'how-to/examples': 'All examples',
  'reference/api': 'API of the packages',
  'explanation/decisions': 'All decisions',
};

/**
 * Creates the sidebar: the sections of the front page with their links, followed by the folders. A page outside the
 * sections and folders is an error.
 */
export function sidebar(pages: readonly Page[]): DefaultTheme.SidebarItem[] {
  const sections = sectionsOf(readFileSync(path.join(root, 'docs/index.md'), 'utf8'), pages);
  const named = new Set(sections.flatMap(({ items = [] }) => items.map(({ link }) => link)));
  const rest = pages.filter((page) => page.route !== 'index.md' && !named.has(linkOf(page)));
  const unnamed = rest.filter(({ route }) => folderOf(route) === undefined);
  if (unnamed.length > 0)
    throw new Error(`docs/index.md does not name ${unnamed.map(({ source }) => source).join(', ')}`);
  const groups = Object.entries(folders).flatMap(([folder, text]) => {
    const items = rest.filter(({ route }) => folderOf(route) === folder).map(item);
    const [first] = items;
    return first === undefined ? [] : [{ text, link: first.link, collapsed: true, items }];
  });
  return [...sections, ...groups];
}

/** Returns each `## Heading` of the front page, with the pages that the section links to. */
function sectionsOf(front: string, pages: readonly Page[]): DefaultTheme.SidebarItem[] {
  return front
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const links = [...section.matchAll(/^- \[([^\]]+)\]\(([^)]+)\)/gm)];
      const items = links.flatMap(([, text = '', href = '']) => {
        const source = path.posix.join('docs', href);
        const page = pages.find((candidate) => candidate.source === source);
        return page === undefined ? [] : [{ text, link: linkOf(page) }];
      });
      return { text: section.slice(0, section.indexOf('\n')), items };
    })
    .filter(({ items }) => items.length > 0);
}

function folderOf(route: string): string | undefined {
  return Object.keys(folders).find((folder) => route.startsWith(`${folder}/`));
}

function item(page: Page): { readonly text: string; readonly link: string } {
  return { text: page.title, link: linkOf(page) };
}

function linkOf({ route }: Page): string {
  return `/${route.replace(/(?:index)?\.md$/, '')}`;
}
