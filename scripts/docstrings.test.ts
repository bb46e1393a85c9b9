import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = path.dirname(import.meta.dirname);

/** Returns the sources of a package's public entry points. */
function entries(folder: string): readonly string[] {
  const manifest = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
  return Object.entries<{ '@inrgate/source'?: string }>(manifest.exports)
    .filter(([name]) => name !== './internal')
    .map(([, target]) => target['@inrgate/source'])
    .filter((source) => source !== undefined)
    .map((source) => path.join(root, folder, source));
}

/**
 * Returns the members that the reference shows with a type: those of interfaces, types and classes, including inherited
 * and inferred members.
 */
function members(symbol: ts.Symbol, checker: ts.TypeChecker): readonly ts.Symbol[] {
  if (!(symbol.flags & ts.SymbolFlags.Type)) return [];
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  const statics = symbol.flags & ts.SymbolFlags.Class ? [checker.getTypeOfSymbol(symbol)] : [];
  return [...(type.isUnion() ? type.types : [type]), ...statics]
    .flatMap((part) => part.getProperties())
    .filter(({ declarations = [] }) => declarations.some(isTold));
}

function isTold(member: ts.Declaration): boolean {
  const { fileName } = member.getSourceFile();
  // Skip the fields of the wire, because their strict schemas describe them.
  if (fileName.includes('/node_modules/') || fileName.endsWith('-received.ts')) return false;
  const name = ts.getNameOfDeclaration(member);
  if (name === undefined || ts.isPrivateIdentifier(name) || ts.isComputedPropertyName(name)) return false;
  return !(ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Override);
}

const packages = ['packages/sdk', 'packages/conformance', 'packages/mock-gateway'];
const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
// Create one program for all packages, because each package imports most of the previous package.
const program = ts.createProgram(packages.flatMap(entries), options);
const checker = program.getTypeChecker();

it.each(packages)('every public name of %s has a docstring', (folder) => {
  const isBare = (symbol: ts.Symbol) => symbol.getDocumentationComment(checker).length === 0;
  const names = new Set<ts.Symbol>();
  const bare = new Set<string>();
  for (const file of entries(folder)) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file) as ts.SourceFile);
    for (const exported of checker.getExportsOfModule(module as ts.Symbol)) {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      names.add(symbol);
      if (isBare(symbol)) bare.add(symbol.name);
      for (const member of members(symbol, checker).filter(isBare)) bare.add(`${symbol.name}.${member.name}`);
    }
  }
  // If no names were found, the check below would always pass.
  expect(names.size).toBeGreaterThan(10);
  expect([...bare]).toEqual([]);
});

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
