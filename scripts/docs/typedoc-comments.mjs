/**
 * A TypeDoc plugin that fails the build if a public name of the packages has no doc comment. It uses TypeDoc's program,
 * because another program takes seven seconds of the processor.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Converter } from 'typedoc';
import ts from 'typescript';
import { libraries, root } from '../workspace.mjs';

/**
 * @param {string} name of a package
 * @returns {readonly string[]} the sources of the public entry points
 */
function entries(name) {
  const folder = path.join(root, 'packages', name);
  const { exports } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return Object.entries(exports)
    .filter(([entry, target]) => entry !== './internal' && target['@inrgate/source'] !== undefined)
    .map(([, target]) => path.join(folder, target['@inrgate/source']));
}

/** @param {ts.Declaration} member */
function isTold(member) {
  const { fileName } = member.getSourceFile();
  // Skip the fields of the wire, because their strict schemas describe them.
  if (fileName.includes('/node_modules/') || fileName.endsWith('-received.ts')) return false;
  const name = ts.getNameOfDeclaration(member);
  if (name === undefined || ts.isPrivateIdentifier(name) || ts.isComputedPropertyName(name)) return false;
  return !(ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Override);
}

/**
 * @param {ts.Symbol} symbol
 * @param {ts.TypeChecker} checker
 * @returns {readonly ts.Symbol[]} the members of an interface, type or class, including inherited and inferred members
 */
function members(symbol, checker) {
  if (!(symbol.flags & ts.SymbolFlags.Type)) return [];
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  const statics = symbol.flags & ts.SymbolFlags.Class ? [checker.getTypeOfSymbol(symbol)] : [];
  return [...(type.isUnion() ? type.types : [type]), ...statics]
    .flatMap((part) => part.getProperties())
    .filter(({ declarations = [] }) => declarations.some(isTold));
}

/**
 * @param {ts.Program} program
 * @param {string} file an entry point
 * @returns {readonly string[]} its exported names without a doc comment, and their members
 */
function bareNames(program, file) {
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(/** @type {ts.SourceFile} */ (program.getSourceFile(file)));
  const isBare = (/** @type {ts.Symbol} */ symbol) => symbol.getDocumentationComment(checker).length === 0;
  return checker.getExportsOfModule(/** @type {ts.Symbol} */ (module)).flatMap((exported) => {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const bare = members(symbol, checker).filter(isBare);
    return [...(isBare(symbol) ? [symbol.name] : []), ...bare.map(({ name }) => `${symbol.name}.${name}`)];
  });
}

/** @param {import('typedoc').Application} app */
export function load(app) {
  app.converter.on(Converter.EVENT_BEGIN, ({ programs: [program] }) => {
    if (program === undefined) throw new Error('TypeDoc has no program');
    const bare = new Set(libraries.flatMap(entries).flatMap((file) => bareNames(program, file)));
    for (const name of bare) app.logger.error(`${name} has no doc comment`);
  });
}
