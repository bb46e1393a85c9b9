import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/**
 * Compares docs/reference/conformance.md with the titles of the tests. A row of the page is `| id | rule | tests |`,
 * with links to the test files. The title of a test contains the ids of its rules, for example
 * `[spec:payin.idempotent]`.
 */

export interface Row {
  /** Id of the rule, or an empty string. */
  readonly id: string;
  /** Paths of the test files from the repository's root. A broken link stays unchanged. */
  readonly files: readonly string[];
  readonly line: number;
}

const idOfCell = /^`((?:spec|reading|contract):[A-Za-z0-9._-]+)`$/;

/** @param pagePath path of the page from the repository's root, because the links are relative to the page */
export function rowsOf(page: string, pagePath: string): readonly Row[] {
  const targets = new Map(
    [...page.matchAll(/^\[([^\]]+)\]: (\S+)$/gm)].map(([, label = '', target = '']) => [
      label,
      path.posix.join(path.posix.dirname(pagePath), target),
    ]),
  );
  return page.split('\n').flatMap((text, index) => {
    const [id, , tests = ''] = cellsOf(text);
    if (id === undefined || id === 'id' || /^-+$/.test(id)) return [];
    const labels = [...tests.matchAll(/\[([^\]]+)\]/g)].map(([, label = '']) => label);
    const files = labels.map((label) => targets.get(label) ?? label);
    return [{ id: idOfCell.exec(id)?.[1] ?? '', files, line: index + 1 }];
  });
}

function cellsOf(line: string): readonly string[] {
  if (!line.startsWith('|')) return [];
  return line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
}

/** Returns the ids in the titles of a file's tests and suites. `*` stands for the values of a template. */
export function idsInTitles(fileName: string, source: string): readonly string[] {
  if (!/\[(spec|reading|contract):/.test(source)) return [];
  const ids = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTest(node.expression))
      for (const id of idsOf(titleOf(node.arguments[0]))) ids.add(id);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest));
  return [...ids];
}

function idsOf(title: string): readonly string[] {
  return [...title.matchAll(/\[((?:spec|reading|contract):[^\]\s]+)\]/g)].map(([, id = '']) => id);
}

/** Matches `it`, `test` and `describe`, with modifiers such as `.each(…)`, but not with `.skip` or `.todo`. */
function isTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return ['it', 'test', 'describe'].includes(callee.text);
  if (ts.isCallExpression(callee)) return isTest(callee.expression);
  return (
    ts.isPropertyAccessExpression(callee) &&
    !['skip', 'todo'].includes(callee.name.text) &&
    isTest(callee.expression)
  );
}

function titleOf(title: ts.Expression | undefined): string {
  if (title === undefined) return '';
  if (ts.isStringLiteralLike(title)) return title.text;
  if (!ts.isTemplateExpression(title)) return '';
  return title.head.text + title.templateSpans.map(({ literal }) => `*${literal.text}`).join('');
}

/** Describes each difference between the page and the tests in a sentence. */
export function disagreements(
  rows: readonly Row[],
  titles: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const ids = rows.map(({ id }) => id);
  return [
    ...rows.flatMap((row, index) => faultsOfRow(row, ids.indexOf(row.id) < index, titles)),
    ...[...titles].flatMap(([file, written]) =>
      written
        .filter((title) => !ids.some((id) => holds(title, id)))
        .map((title) => `${file}: the page has no [${title}]`),
    ),
  ];
}

function faultsOfRow(
  { id, files, line }: Row,
  isSecond: boolean,
  titles: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  if (id === '') return [`line ${line}: a row without an id`];
  const faults = files.flatMap((file) => {
    const written = titles.get(file);
    if (written === undefined) return [`line ${line}: ${id} names ${file}, which does not exist`];
    return written.some((title) => holds(title, id))
      ? []
      : [`line ${line}: no test in ${file} has [${id}] in its title`];
  });
  return [
    ...(isSecond ? [`line ${line}: a second row has the id ${id}`] : []),
    ...(files.length === 0 ? [`line ${line}: ${id} names no test file`] : []),
    ...faults,
  ];
}

/**
 * Compares a title with an id. A `*` stands for one word of an id, because a table inserts the ids of its rows into the
 * title.
 */
function holds(title: string, id: string): boolean {
  if (!title.includes('*')) return title === id;
  const pattern = title.split('*').map((part) => part.replaceAll('.', '\\.'));
  return new RegExp(`^${pattern.join('[A-Za-z0-9_-]+')}$`).test(id);
}

/** @param files paths from the repository's root */
export function titlesOf(root: string, files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  return new Map(files.map((file) => [file, idsInTitles(file, readFileSync(path.join(root, file), 'utf8'))]));
}
