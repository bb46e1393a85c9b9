import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = path.dirname(import.meta.dirname);

/** An exported name that a file in another folder imports. */
interface Taken {
  /** Path of the file that exports the name, from the root. */
  readonly file: string;
  readonly name: string;
}

function sourceFiles(folder: string): readonly string[] {
  const files = globSync('**/*.{ts,tsx}', { cwd: path.join(root, folder), exclude: ['**/node_modules/**'] });
  return files
    .filter((file) => !/\.(?:test|test-d|contract|d)\.tsx?$/.test(file))
    .map((file) => path.join(folder, file));
}

function parsed(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(path.join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
}

/** Returns the names that a file imports from other folders, whether it re-exports or uses them. */
function takenBy(source: ts.SourceFile): readonly Taken[] {
  const own = path.dirname(source.fileName);
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const { moduleSpecifier } = statement;
    if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return [];
    const file = path.join(own, moduleSpecifier.text);
    if (!moduleSpecifier.text.startsWith('.') || path.dirname(file) === own) return [];
    const names = ts.isImportDeclaration(statement)
      ? statement.importClause?.namedBindings
      : statement.exportClause;
    if (names === undefined || !(ts.isNamedImports(names) || ts.isNamedExports(names))) return [];
    return [...names.elements].map(({ name, propertyName = name }) => ({ file, name: propertyName.text }));
  });
}

function bareNames(source: ts.SourceFile): ReadonlySet<string> {
  const isBare = (node: ts.Node) => !ts.getJSDocCommentsAndTags(node).some(ts.isJSDoc);
  const bare = source.statements.filter(isBare).flatMap((statement) => {
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) =>
        ts.isIdentifier(name) ? [name.text] : [],
      );
    const isNamed =
      ts.isFunctionDeclaration(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement);
    return isNamed && statement.name !== undefined ? [statement.name.text] : [];
  });
  return new Set(bare);
}

it.each(['packages/conformance/src', 'packages/mock-gateway/src', 'packages/mock-gateway/dashboard/src'])(
  'every name that a folder of %s imports from another folder has a docstring',
  (folder) => {
    const sources = sourceFiles(folder).map(parsed);
    const bare = new Map(sources.map((source) => [source.fileName, bareNames(source)]));
    const taken = sources.flatMap(takenBy);
    expect(taken.length).toBeGreaterThan(50);
    const found = taken.filter(({ file, name }) => bare.get(file)?.has(name));
    expect([...new Set(found.map(({ file, name }) => `${file}: ${name}`))].sort()).toEqual([]);
  },
);
