import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/**
 * docs/reference/conformance.md, whose rows are `| id | rule | tests |`. The title of a test contains the ids of its
 * rules, for example `[spec:payin.idempotent]`.
 */

/** The ids in the titles of each test file, by its path from the repository's root. */
export type Titles = ReadonlyMap<string, readonly string[]>;

/** A row with an id. The sentence can contain a `|`. */
const row = /^\| `((?:spec|reading|contract):[A-Za-z0-9._-]+)` \| (.*) \| ([^|]*)\|$/gm;

export function idsOfPage(page: string): readonly string[] {
  return [...page.matchAll(row)].map(([, id = '']) => id);
}

interface Written {
  /** Sentences by id. A row without a sentence keeps its own. */
  readonly sentences: ReadonlyMap<string, string>;
  readonly titles: Titles;
}

/** Writes the sentence of each rule, and links to the tests that have its id in a title. */
export function writtenPage(page: string, { sentences, titles }: Written): string {
  const linked = new Set<string>();
  const rows = withEveryRow(page, [...sentences.keys()])
    .replace(/(?:^\[[^\]]+\]: \S+\n)+/gm, '')
    .replace(row, (_, id: string, sentence: string) => {
      const files = [...titles].filter(([, written]) => written.some((title) => holds(title, id)));
      for (const [file] of files) linked.add(file);
      const links = files.map(([file]) => `[${labelOf(file)}]`).sort();
      return `| \`${id}\` | ${sentences.get(id) ?? sentence} | ${links.join(' ')} |`;
    });
  const targets = [...linked].map((file) => `[${labelOf(file)}]: ../../${file}\n`).sort();
  return `${rows}${targets.join('')}`;
}

/** Adds the row of each new rule below the row of the rule before it. */
function withEveryRow(page: string, ids: readonly string[]): string {
  let whole = page;
  for (const [at, id] of ids.entries()) {
    if (whole.includes(`\n| \`${id}\` |`)) continue;
    const before = new RegExp(`^\\| \`${ids[at - 1]?.replaceAll('.', '\\.')}\` .*$`, 'm');
    whole = whole.replace(before, (line) => `${line}\n| \`${id}\` |  |  |`);
  }
  return whole;
}

/** Short name of a test file: `mock-gateway/wire/payin`. */
function labelOf(file: string): string {
  return file
    .replace(/^packages\/([^/]+)\/(?:src|test)\//, '$1/')
    .replace(/(?:\.(?:test|contract))?\.ts$/, '');
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

/** Describes each rule without a test, each title without a rule and each repeated rule. */
export function disagreements(page: string, titles: Titles): readonly string[] {
  const ids = idsOfPage(page);
  const all = [...titles.values()].flat();
  return [
    ...page
      .split('\n')
      .filter((line) => /^\| (?!id |`(?:spec|reading|contract):[A-Za-z0-9._-]+` )/.test(line))
      .map((line) => `a row without an id: ${line}`),
    ...ids.filter((id, at) => ids.indexOf(id) < at).map((id) => `a second row has the id ${id}`),
    ...ids
      .filter((id) => !all.some((title) => holds(title, id)))
      .map((id) => `no test has [${id}] in its title`),
    ...[...titles].flatMap(([file, written]) =>
      written
        .filter((title) => !ids.some((id) => holds(title, id)))
        .map((title) => `${file}: the page has no [${title}]`),
    ),
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
export function titlesOf(root: string, files: readonly string[]): Titles {
  return new Map(files.map((file) => [file, idsInTitles(file, readFileSync(path.join(root, file), 'utf8'))]));
}
