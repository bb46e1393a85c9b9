import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { filesIn } from './workspace.mjs';

/**
 * Analyses the regular expressions of the sources. Each must run in linear time. Otherwise a few kilobytes from a
 * client could block the process, and no timeout could interrupt it.
 */

export interface Found {
  /** Path from the repository's root. */
  readonly file: string;
  readonly line: number;
  /** The literal, or the variable or function that builds the expression at run time. */
  readonly text: string;
  readonly literal: boolean;
}

interface Exception {
  readonly file: string;
  readonly text: string;
  readonly because: string;
}

const ownSetting = 'the address is a setting of the one who runs it';
const ownArguments = 'the text is commander’s about the caller’s own arguments, which the system bounds';

/** Literals that are not linear or cannot be analysed. Each literal must still exist in the source. */
export const exceptions: readonly Exception[] = [
  {
    file: 'packages/conformance/src/masking/masking.ts',
    text: String.raw`/(?<![\w.+-])[\w.+-]+(?:(?:@|%40)[\w.+-]+)+/g`,
    because: 'it begins where no name has begun, and at each @ it goes on; personal-data.test.ts holds it',
  },
  { file: 'packages/cli/src/session/session.ts', text: String.raw`/\/+$/`, because: ownSetting },
  ...[
    String.raw`/^error: unknown option '(.*?)'(\n\(Did you mean .*\))?$/s`,
    String.raw`/^option '([^']*)' (?:argument|value) '.*' (?:from .*?)?is invalid\. /s`,
    String.raw`/^command-argument value '.*' is invalid for argument '([^']*)'\. /s`,
    String.raw`/^unknown command '(?!.*\n\(Did you mean ).*$/s`,
  ].map((text) => ({ file: 'packages/cli/src/input/wrong-usage.ts', text, because: ownArguments })),
];

/** Literals whose analysis takes a tenth of a second or longer. Only the long test analyses them. */
export const longToAnalyse: readonly string[] = [
  '/^(?:forwarded|via|x-forwarded(?:-.*)?|x-real-ip|x-original-(?:host|forwarded-for)|(?:true|x)-client-ip|cf-(?:connecting-ip|ray|visitor))$/i',
  String.raw`/[:[,]\s*-?(?:[0-9]+[.eE]|[0-9]{16})/`,
  String.raw`/^(?:127(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}|::1|\[::1\]|(?:[a-z0-9_-]+\.)*localhost)$/i`,
  String.raw`/^(too many arguments.*?but got \d+): .*$/s`,
  String.raw`/^\uFEFF?\s*<(?:!doctype\s+html|html|head|body)\b/i`,
  String.raw`/("sign"\s*:\s*)(?:"(?:[^"\\]|\\[\s\S])*"?|[^,}\s]+)/gi`,
  '/^[A-Za-z0-9+/_-]{22,}={0,2}$/',
  '/<(?:input|button)[^<>]*>/g',
  String.raw`/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/`,
];

/**
 * Regular expressions that are built at run time, by the variable or object that contains them. Each entry states why
 * the expression is linear.
 */
export const putTogether: readonly Exception[] = [
  {
    file: 'examples/merchant-day/src/checkout.ts',
    text: 'attribute',
    because: 'from one start it reads to the next quote, and no other start lies between',
  },
  {
    file: 'packages/mock-gateway/src/http/control/control.ts',
    text: 'patterns',
    because: 'the paths are those of the table of routes: one part between fixed texts',
  },
  ...['inJson', 'inForm'].map((text) => ({
    file: 'packages/conformance/src/masking/masking.ts',
    text,
    because: 'the names are fixed, and a value ends where another name can begin',
  })),
  {
    file: 'packages/conformance/src/masking/masking.ts',
    text: 'inMultipart',
    because: 'from one start it reads 1,200 characters at most; personal-data.test.ts holds it',
  },
];

const root = path.dirname(import.meta.dirname);

/** Returns the sources of the packages and examples, without their tests and benchmarks. */
export function sourceFiles(): readonly string[] {
  return ['packages', 'examples']
    .flatMap((folder) => filesIn(folder, /\.(?:[mc]?[jt]s|[jt]sx)$/))
    .filter((file) => !/\/(?:test|bench|dist|\.[a-z]+)\/|\.(?:test|test-d|contract|config)\./.test(file));
}

export function regularExpressionsIn(
  file: string,
  source = readFileSync(path.join(root, file), 'utf8'),
): readonly Found[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: Found[] = [];
  const note = (node: ts.Node, literal: boolean) => {
    const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
    found.push({ file, line, text: literal ? node.getText(tree) : nameAround(node), literal });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) note(node, true);
    if (ts.isIdentifier(node) && node.text === 'RegExp' && !isTypeOrTest(node)) note(node, false);
    if (ts.isCallExpression(node) && compilesText(node)) note(node, false);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** Returns true if the name is a type or the operand of a type test, because neither creates an expression. */
function isTypeOrTest({ parent }: ts.Identifier): boolean {
  const isTest =
    ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword;
  return ts.isTypeNode(parent) || isTest;
}

/** Returns true for functions that compile a string to an expression: `text.match('a+')`. */
function compilesText({ expression, arguments: [first] }: ts.CallExpression): boolean {
  const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : '';
  const isText = first !== undefined && (ts.isStringLiteralLike(first) || ts.isTemplateExpression(first));
  return ['match', 'matchAll', 'search'].includes(name) && isText;
}

function nameAround(node: ts.Node): string {
  const named =
    ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node);
  if (named && node.name !== undefined) return node.name.getText();
  return node.parent === undefined ? '' : nameAround(node.parent);
}

export function isSameAs(found: Found): (exception: Exception) => boolean {
  return ({ file, text }) => file === found.file && text === found.text;
}

// Use this setting, because other settings start a worker or require Java.
process.env['RECHECK_SYNC_BACKEND'] = 'pure';
const { checkSync } = await import('recheck');

/** @returns the issue of a literal, or undefined if the literal is linear */
export function problemOf(literal: string): string | undefined {
  const end = literal.lastIndexOf('/');
  // A pattern that cannot be proved linear is an issue, because the second method only tries some inputs. Example: most
  // patterns with lookaround.
  const result = checkSync(literal.slice(1, end), literal.slice(end + 1), {
    checker: 'automaton',
    timeout: 120_000,
  });
  if (result.status === 'safe') return undefined;
  return result.status === 'vulnerable' ? result.complexity.summary : `not analysed: ${result.error.kind}`;
}
