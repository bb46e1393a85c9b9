import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.mjs';

/** Test files to run for a file that the page lists. Paths are relative to the root. */
export interface Suite {
  /** The quick test files: the listed file itself, or the files that import its suites. */
  readonly testFiles: readonly string[];
  readonly files: readonly string[];
}

export function suiteOf(file: string): Suite {
  const files = new Set([file]);
  for (const one of files) for (const importer of importersOf(one)) files.add(importer);
  return { testFiles: [...files].filter((one) => one.endsWith('.test.ts')), files: [...files] };
}

/** Returns the test files in the same folder that import a suite. */
function importersOf(file: string): readonly string[] {
  if (file.endsWith('.test.ts')) return [];
  return globSync('*.ts', { cwd: path.join(root, path.dirname(file)) })
    .map((name) => path.posix.join(path.posix.dirname(file), name))
    .filter((other) => importsOf(other).includes(file) && !/\.(?:slow|long)\.test\.ts$/.test(other));
}

/** Matches imports of suites. `samples` and rigs are not suites. */
const suiteImport = /^import \{ ([\w, ]+) \} from '(\.[^']+(?<!\/samples|-rig)\.contract\.ts)';$/gm;

function importsOf(file: string): readonly string[] {
  const source = readFileSync(path.join(root, file), 'utf8');
  return [...source.matchAll(/ from '(\.[^']+)'/g)].map(([, specifier = '']) => at(file, specifier));
}

/** Removes the other suites from the code of a file, because loading all suites takes the most time. */
export function withoutOtherSuites(code: string, file: string, wanted: readonly string[]): string {
  return code.replace(suiteImport, (line, names: string, specifier: string) => {
    if (wanted.includes(at(file, specifier))) return line;
    return `const [${names}] = Array.from({ length: ${names.split(',').length} }, () => () => {});`;
  });
}

function at(file: string, specifier: string): string {
  return path.posix.join(path.posix.dirname(file), specifier);
}
