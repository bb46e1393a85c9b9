import ts from 'typescript';
import { code } from './markdown.ts';
import type { Passage } from './passage.ts';

/** Texts of a source, by the people who read them. */
export interface Said {
  readonly texts: readonly Passage[];
  readonly comments: readonly Passage[];
  readonly titles: readonly Passage[];
}

const callsWithTitle = /^(?:it|test|describe)\b/;
const isTest = /\.(?:test|contract)\.tsx?$/;
/** Minimum number of words. Shorter texts are names, keys and labels. */
const leastWords = 4;
const commentLine = /^\s*(?:\/\*\*?|\*\/|\*|\/\/)?\s?|\s*\*\/$/g;
/** Matches a line of a program or a stylesheet, by its end or by an operator that no sentence contains. */
const isProgram =
  /[;{]\s*(?:\/\/.*|#.*)?$|^\s*[\])}]|\{ [\w-]+: [^{}]*[;}]|\/\*\*|[=!~]=|=>|&&|\|\||\$\w+ =|;;|\((?:commandline|\w+ = )|^\s*(?:def|if|for|with|class) ?.*:$/m;
/** The innermost object of an example in a sentence. */
const object = /\{"[^{}]*\}/g;
const quoted = /`[^`\n]*`/g;
/** Matches a value in the title of a table of tests. */
const placeholder = /\$\w+/g;
/** Matches headings of the specification and of the interpretations, because they use their own words. */
const evidence = / ?\((?:spec|reading):[^()]*\)|\b(?:spec|reading):[^.]*/g;
const markup = /<!--.*?-->|<\/?\w[^<>]*>|&#?\w+;/g;
const sqlComment = /^\s*-- ?(.*)$/gm;
const isStatement =
  /^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WITH|PRAGMA|BEGIN|GRANT|LOCK|FROM|WHERE|AND|SET|DO)\b/;

export function sourcePassages(file: string, source: string): Said {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const said = { texts: [] as Passage[], comments: commentsOf(file, source, tree), titles: [] as Passage[] };
  const passage = (node: ts.Node, text: string): Passage => ({
    file,
    line: lineOf(tree, node.getStart(tree)),
    text: text.replaceAll(placeholder, code).replaceAll(/\s+/g, ' ').trim(),
    isSentence: true,
  });
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isJsxAttribute(node)) return;
    if (ts.isCallExpression(node) && callsWithTitle.test(node.expression.getText(tree))) {
      const [title] = node.arguments;
      const text = title === undefined ? undefined : textOf(title);
      if (text !== undefined) said.titles.push(passage(node, sentenceOf(text)));
    }
    const text = isTest.test(file) ? undefined : textOf(node);
    if (text !== undefined) {
      said.texts.push(
        ...paragraphs(withoutCode(text))
          .filter(isProse)
          .map((one) => passage(node, one)),
      );
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return said;
}

/** Converts a title to a sentence: removes the ids of its rules, and adds a capital letter. */
function sentenceOf(title: string): string {
  const words = title.replaceAll(/ ?\[\w+:[^\]]+\]/g, '');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the string of a literal, or of literals that `+` joins. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isJsxText(node))
    return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => code + literal.text).join('');
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const [left, right] = [textOf(node.left), textOf(node.right)];
  return left === undefined && right === undefined ? undefined : (left ?? code) + (right ?? code);
}

/** Removes HTML tags, SQL comments and examples in JSON. */
function withoutCode(text: string): string {
  const short = text.replaceAll(quoted, code).replaceAll(object, code);
  return short === text ? text.replaceAll(markup, ' ').replaceAll(sqlComment, '') : withoutCode(short);
}

/** Splits help and usage texts into paragraphs, options and examples. A long line continues on the next line. */
function paragraphs(text: string): readonly string[] {
  return text.split(/\n\s*\n|\n(?=\s*[-$•])|(?<!.{80})\n(?=\S)/);
}

function isProse(text: string): boolean {
  if (isProgram.test(text)) return false;
  const words = text.match(/(?<![\w/.<-])[A-Za-z][a-z']*(?![\w/=<(])/g) ?? [];
  const names = text.match(/[\w$-]+/g) ?? [];
  return (
    words.length >= leastWords &&
    2 * words.length > names.length &&
    !isStatement.test(text) &&
    /[a-z]{2} [a-z]{2}/.test(text)
  );
}

/** Extracts the comments of a source. Joins comments on adjacent lines. */
function commentsOf(file: string, source: string, tree: ts.SourceFile): readonly Passage[] {
  const passages: { file: string; line: number; text: string; isSentence: boolean; last: number }[] = [];
  const seen = new Set<number>();
  const take = ({ pos, end }: ts.CommentRange): void => {
    if (seen.has(pos)) return;
    seen.add(pos);
    const [line, last] = [lineOf(tree, pos), lineOf(tree, end)];
    const text = proseOf(source.slice(pos, end));
    const before = passages.at(-1);
    if (source.startsWith('//', pos) && before?.last === line - 1) {
      before.text += ` ${text}`;
      before.last = last;
    } else if (text !== '') passages.push({ file, line, text, isSentence: true, last });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) return;
    for (const range of ts.getLeadingCommentRanges(source, node.getFullStart()) ?? []) take(range);
    for (const range of ts.getTrailingCommentRanges(source, node.getEnd()) ?? []) take(range);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return passages.filter(({ text }) => !/^(?:biome-ignore|@ts-|\/|v8 |eslint|#|<)/.test(text));
}

function proseOf(comment: string): string {
  return comment
    .replace(/^\/\*\*?|\*\/$/g, '')
    .split('\n')
    .map((line) => line.replaceAll(commentLine, ''))
    .join('\n')
    .replaceAll(/```[\s\S]*?```/g, code)
    .replaceAll(/`[^`]*`/g, code)
    .replaceAll(/\{@link [^}]*\}/g, code)
    .replaceAll(/@example[\s\S]*$/g, '')
    .replaceAll(/@(?:param(?: \{[^}]*\})? \w+|\w+(?: \{[^}]*\})?)/g, '')
    .replaceAll(evidence, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function lineOf(tree: ts.SourceFile, position: number): number {
  return tree.getLineAndCharacterOfPosition(position).line + 1;
}
