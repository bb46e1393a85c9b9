import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = path.dirname(import.meta.dirname);

/** The entry points of a package, by their sources. */
function entries(folder: string): readonly string[] {
  const manifest = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
  return Object.values<{ '@inrgate/source'?: string }>(manifest.exports)
    .map((target) => target['@inrgate/source'])
    .filter((source) => source !== undefined)
    .map((source) => path.join(root, folder, source));
}

/**
 * What a name brings along that a reader of the reference also sees: the members of interfaces, types and classes,
 * also those that they inherit or infer from a schema.
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
  // The wire's fields are described in the strict schemas, and by the resources and callbacks that are made of them.
  if (fileName.includes('/node_modules/') || fileName.endsWith('-received.ts')) return false;
  const name = ts.getNameOfDeclaration(member);
  if (name === undefined || ts.isPrivateIdentifier(name) || ts.isComputedPropertyName(name)) return false;
  // What a class says anew of an inherited member is said there.
  return !(ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Override);
}

it.each(['packages/sdk', 'packages/mock-gateway'])(
  'every public name of %s has a docstring',
  { timeout: 60_000 },
  (folder) => {
    const configPath = path.join(root, 'tsconfig.json');
    const { config } = ts.readConfigFile(configPath, ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
    const files = entries(folder);
    const program = ts.createProgram(files, options);
    const checker = program.getTypeChecker();
    const isBare = (symbol: ts.Symbol) => symbol.getDocumentationComment(checker).length === 0;
    const names = new Set<ts.Symbol>();
    const bare = new Set<string>();
    for (const file of files) {
      const module = checker.getSymbolAtLocation(program.getSourceFile(file) as ts.SourceFile);
      for (const exported of checker.getExportsOfModule(module as ts.Symbol)) {
        const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
        names.add(symbol);
        if (isBare(symbol)) bare.add(symbol.name);
        for (const member of members(symbol, checker).filter(isBare))
          bare.add(`${symbol.name}.${member.name}`);
      }
    }
    // Nothing is bare where nothing was found.
    expect(names.size).toBeGreaterThan(10);
    expect([...bare]).toEqual([]);
  },
);
