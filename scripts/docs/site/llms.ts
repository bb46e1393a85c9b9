import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Page, root } from './pages.ts';

const about = `# inrgate

> A mock payment gateway for Indian rupees on your machine, an SDK for the mock and the real gateway, and the command
> \`inrgate\`. The mock gateway moves no real money. Each page below is a Markdown file.
`;

/**
 * Writes copies for programs (llmstxt.org): each page as Markdown next to its HTML, `llms.txt` with the list of pages,
 * and `llms-full.txt` with all pages. The pages of exports are long and generated, so only `llms.txt` lists them.
 */
export function writeForPrograms(folder: string, pages: readonly Page[]): void {
  for (const { source, route } of pages) {
    const target = path.join(folder, route);
    mkdirSync(path.dirname(target), { recursive: true });
    copyFileSync(path.join(root, source), target);
  }
  const list = pages.map(({ title, route }) => `- [${title}](${route})`).join('\n');
  writeFileSync(path.join(folder, 'llms.txt'), `${about}\n## Pages\n\n${list}\n`);
  const whole = pages
    .filter(({ route }) => !route.startsWith('reference/api/'))
    .map(
      ({ source, route }) => `<!-- ${route} -->\n\n${readFileSync(path.join(root, source), 'utf8').trim()}\n`,
    );
  writeFileSync(path.join(folder, 'llms-full.txt'), `${about}\n${whole.join('\n')}`);
}
