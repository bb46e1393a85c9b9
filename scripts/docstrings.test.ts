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

/** What a name brings along that a reader of the reference also sees: the members of interfaces, types and classes. */
function members(declaration: ts.Declaration): readonly ts.NamedDeclaration[] {
  if (ts.isInterfaceDeclaration(declaration)) return [...declaration.members];
  if (ts.isTypeAliasDeclaration(declaration))
    return literals(declaration.type).flatMap((type) => [...type.members]);
  if (!ts.isClassDeclaration(declaration)) return [];
  return declaration.members.filter(
    (member) =>
      member.name !== undefined &&
      !ts.isPrivateIdentifier(member.name) &&
      // What a class of its own says of an inherited member is said there.
      !(ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Override) &&
      !ts.isComputedPropertyName(member.name),
  );
}

function literals(type: ts.TypeNode): readonly ts.TypeLiteralNode[] {
  if (ts.isTypeLiteralNode(type)) return [type];
  if (ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type)) return type.types.flatMap(literals);
  return ts.isParenthesizedTypeNode(type) ? literals(type.type) : [];
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
    const seen = new Set<ts.Symbol>();
    const bare: string[] = [];
    for (const file of files) {
      const module = checker.getSymbolAtLocation(program.getSourceFile(file) as ts.SourceFile);
      for (const exported of checker.getExportsOfModule(module as ts.Symbol)) {
        const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
        if (seen.has(symbol)) continue;
        seen.add(symbol);
        if (symbol.getDocumentationComment(checker).length === 0) bare.push(symbol.name);
        for (const member of (symbol.declarations ?? []).flatMap(members)) {
          const own = member.name && checker.getSymbolAtLocation(member.name);
          if (own && own.getDocumentationComment(checker).length === 0)
            bare.push(`${symbol.name}.${own.name}`);
        }
      }
    }
    expect(seen.size).toBeGreaterThan(20);
    expect(bare).toEqual([]);
  },
);
