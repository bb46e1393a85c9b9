import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { DefaultTheme } from 'vitepress';
import { type Page, root } from './pages.ts';

const parts = {
  tutorial: 'Tutorial',
  'how-to': 'How-to guides',
  reference: 'Reference',
  explanation: 'Explanation',
} as const;

/** Folders below a part. They are not folded: what unfolds them is a button within a button. */
const folders: Readonly<Record<string, string>> = {
  'how-to/examples': 'Each example',
  'reference/api': 'Exports of the packages',
  'explanation/decisions': 'Decisions',
};

/**
 * Every page under its part, with its own title. Those that the front page names come in its order, the others after
 * them: a new page needs nothing else.
 */
export function sidebar(pages: readonly Page[]): DefaultTheme.SidebarItem[] {
  const front = readFileSync(path.join(root, 'docs/index.md'), 'utf8');
  const place = ({ source }: Page): number => {
    const at = front.indexOf(`](${path.posix.relative('docs', source)})`);
    return at === -1 ? front.length : at;
  };
  const ordered = pages.toSorted(
    (one, other) => place(one) - place(other) || one.title.localeCompare(other.title),
  );
  return Object.entries(parts)
    .map(([part, text]) => ({ text, items: [...within(ordered, part), ...subfolders(ordered, part)] }))
    .filter(({ items }) => items.length > 0);
}

/** The pages that stand in a folder itself. */
function within(pages: readonly Page[], folder: string): DefaultTheme.SidebarItem[] {
  return pages.filter(({ route }) => path.posix.dirname(route) === folder).map(item);
}

function subfolders(pages: readonly Page[], part: string): DefaultTheme.SidebarItem[] {
  const below = pages.filter(
    ({ route }) => route.startsWith(`${part}/`) && path.posix.dirname(route) !== part,
  );
  const groups = Map.groupBy(below, ({ route }) => route.split('/').slice(0, 2).join('/'));
  return [...groups]
    .filter(([, inIt]) => inIt.length > 0)
    .map(([folder, inIt]) => ({
      text: folders[folder] ?? path.posix.basename(folder),
      items: inIt.map(item),
    }));
}

function item({ title, route }: Page): DefaultTheme.SidebarItem {
  return { text: title, link: `/${route.replace(/(?:index)?\.md$/, '')}` };
}
