import path from 'node:path';
import ts from 'typescript';
import { root } from '../workspace.mjs';
import { filesOf, type Generated } from './instrument.ts';
import type { Imports } from './near.ts';

const isCompiled = /\/src\/.*(?<!\.test|\.contract)\.ts$/;

/**
 * Returns the keys of the mutants that the compiler rejects, in their source or in a file that imports it. `npm run
 * check` runs the compiler, so these mutants need no test.
 */
export function rejectedByCompiler(mutants: readonly Generated[], imports: Imports): ReadonlySet<string> {
  const mutated = new Map<string, { readonly text: string; readonly version: string }>();
  const service = serviceOf(mutated);
  const isRejected = (mutant: Generated) => {
    mutated.set(path.join(root, mutant.file), { text: textOf(mutant), version: mutant.key });
    const readers = imports.of(mutant.file).filter((file) => isCompiled.test(file));
    const rejected = [mutant.file, ...readers].some((file) => {
      const absolute = path.join(root, file);
      return (
        service.getSyntacticDiagnostics(absolute).length > 0 ||
        service.getSemanticDiagnostics(absolute).length > 0
      );
    });
    mutated.clear();
    return rejected;
  };
  return new Set(mutants.filter(isRejected).map(({ key }) => key));
}

function textOf({ file, start, end, to }: Generated): string {
  const text = ts.sys.readFile(path.join(root, file)) ?? '';
  const lines = text.split('\n');
  const offset = ({ line, column }: Generated['start']) =>
    lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, column);
  return text.slice(0, offset(start)) + to + text.slice(offset(end));
}

function serviceOf(
  mutated: ReadonlyMap<string, { readonly text: string; readonly version: string }>,
): ts.LanguageService {
  const config = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(
    { ...config.config, include: [], files: [] },
    ts.sys,
    root,
  );
  const files = filesOf(['packages/*/src/**/*.ts'], isCompiled);
  return ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => files.map((file) => path.join(root, file)),
    getScriptVersion: (file) => mutated.get(file)?.version ?? '0',
    getScriptSnapshot: (file) => {
      const text = mutated.get(file)?.text ?? ts.sys.readFile(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    ...(ts.sys.realpath === undefined ? {} : { realpath: ts.sys.realpath }),
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
}
