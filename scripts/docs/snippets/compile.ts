import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compile } from '../../workspace.mjs';
import type { Fence } from './fences.ts';

const compilerOptions = {
  target: 'es2023',
  lib: ['es2024'],
  module: 'nodenext',
  moduleDetection: 'force',
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  types: ['node'],
};

/**
 * Collects a page's TypeScript: its files in their final state, and every snippet as a separate file. Omits parts of
 * other files, because their own tests compile them.
 */
function sourcesOf(page: string, fences: readonly Fence[]): ReadonlyMap<string, string> {
  const own = page.replaceAll(/\W+/g, '-');
  const written = fences
    .filter(({ language, directive }) => language === 'ts' && (directive.not ?? directive.from) === undefined)
    .map(({ title, line, text }) => [path.join(own, title ?? `line-${line}.ts`), text] as const);
  return new Map(written);
}

/**
 * Returns the compiler's errors for the TypeScript on the pages. Uses the installed packages, as a user would.
 *
 * @param folder empty folder for the files, below the installed packages
 */
export async function problemsOfTypes(
  pages: ReadonlyMap<string, readonly Fence[]>,
  folder: string,
): Promise<{ readonly files: number; readonly problems: string }> {
  const sources = new Map([...pages].flatMap(([page, fences]) => [...sourcesOf(page, fences)]));
  for (const [file, text] of sources) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const { code, output } = await compile(folder, ['--pretty', 'false']);
  return { files: sources.size, problems: code === 0 ? '' : `exit code ${code}:\n${output}` };
}
