import path from 'node:path';
import ts from 'typescript';
import { root } from '../site/pages.ts';
import type { Fence } from './fences.ts';

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2024.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  moduleDetection: ts.ModuleDetectionKind.Force,
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  types: ['node'],
};

/**
 * A page's TypeScript: its files in their final state, and every snippet as a separate file. The tests of another file
 * compile its parts.
 */
function sourcesOf(page: string, fences: readonly Fence[], folder: string): ReadonlyMap<string, string> {
  const own = path.join(folder, page.replaceAll(/\W+/g, '-'));
  const written = fences
    .filter(({ language, directive }) => language === 'ts' && (directive.not ?? directive.from) === undefined)
    .map(({ title, line, text }) => [path.join(own, title ?? `line-${line}.ts`), text] as const);
  return new Map(written);
}

/**
 * Errors of the compiler for the TypeScript on the pages, with the installed packages of a user.
 *
 * @param folder folder with the installed packages
 */
export function problemsOfTypes(
  pages: ReadonlyMap<string, readonly Fence[]>,
  folder: string,
): readonly string[] {
  const sources = new Map([...pages].flatMap(([page, fences]) => [...sourcesOf(page, fences, folder)]));
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, directoryExists, getSourceFile } = host;
  const folders = new Set([...sources.keys()].map((file) => path.dirname(file)));
  host.getCurrentDirectory = () => root;
  host.readFile = (file) => sources.get(file) ?? readFile(file);
  host.fileExists = (file) => sources.has(file) || fileExists(file);
  host.directoryExists = (name) => folders.has(name) || directoryExists?.(name) === true;
  host.getSourceFile = (file, ...rest) => {
    const text = sources.get(file);
    return text === undefined ? getSourceFile(file, ...rest) : ts.createSourceFile(file, text, rest[0]);
  };
  const program = ts.createProgram([...sources.keys()], options, host);
  return [...sources.keys()].flatMap((file) =>
    ts.getPreEmitDiagnostics(program, program.getSourceFile(file)).map(({ messageText, start = 0 }) => {
      const line = (sources.get(file) ?? '').slice(0, start).split('\n').length;
      return `${path.relative(folder, file)}, line ${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    }),
  );
}
