import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { allMutators } from '../../node_modules/@stryker-mutator/instrumenter/dist/src/mutators/index.js';
import { root } from '../workspace.mjs';
import type { Survivor } from './reason.ts';

type Mutator = (typeof allMutators)[number];

/**
 * Mutator of numbers, for example limits, fees, delays and statuses. Stryker does not change numbers, so scores exclude
 * these mutants.
 */
const numberMutator: Mutator = {
  name: 'NumberLiteral',
  *mutate({ node, parent }) {
    const isKey = 'key' in parent && parent.key === node;
    if (isKey || parent.type === 'TSLiteralType') return;
    if (node.type === 'NumericLiteral') yield { ...node, value: node.value + 1, extra: {} };
    if (node.type === 'BigIntLiteral') yield { ...node, value: BigInt(node.value) + 1n, extra: {} };
  },
};
allMutators.push(numberMutator);

type Ignorer = Parameters<Instrumenter['instrument']>[1]['ignorers'][number];
type NodePath = Parameters<Mutator['mutate']>[0];

/** Strings of schemas and documents that only people read, as docs/explanation/mutants.md explains. */
const descriptions: Ignorer = {
  shouldIgnore: ({ node, parent }: NodePath) =>
    parent !== null && isText(node) && (isDescription(parent, node) || isDescribeCall(parent))
      ? 'a description'
      : undefined,
};

function isText({ type }: NodePath['node']): boolean {
  return ['StringLiteral', 'TemplateLiteral', 'BinaryExpression'].includes(type);
}

function isDescription(parent: NodePath['node'], node: NodePath['node']): boolean {
  if (parent.type !== 'ObjectProperty' || parent.value !== node || parent.key.type !== 'Identifier')
    return false;
  return ['description', 'summary'].includes(parent.key.name);
}

function isDescribeCall(parent: NodePath['node']): boolean {
  if (parent.type !== 'CallExpression' || parent.callee.type !== 'MemberExpression') return false;
  return parent.callee.property.type === 'Identifier' && parent.callee.property.name === 'describe';
}

/** A generated mistake in a source. */
export interface Generated {
  /** Number that Stryker assigns. It changes whenever the sources change. */
  readonly id: string;
  /** The name of the source and a hash of the changed lines. The key does not depend on their position. */
  readonly key: string;
  /** Kind of the mistake. */
  readonly mutator: string;
  /** Path from the root. */
  readonly file: string;
  /** Line and column at which the mistake begins, counted from 0. */
  readonly start: Position;
  readonly end: Position;
  /** The original code. */
  readonly from: string;
  readonly to: string;
}

interface Position {
  readonly line: number;
  readonly column: number;
}

export interface Instrumented {
  /** Instrumented sources by absolute path. */
  readonly sources: ReadonlyMap<string, string>;
  readonly mutants: readonly Generated[];
}

/** @returns paths from the root, sorted */
export function filesOf(patterns: readonly string[], name: RegExp): readonly string[] {
  return globSync([...patterns], { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => name.test(file))
    .sort();
}

/** @param files paths from the root */
export async function instrument(files: readonly string[]): Promise<Instrumented> {
  const given = files.map((file) => ({
    name: path.join(root, file),
    mutate: true,
    content: readFileSync(path.join(root, file), 'utf8'),
  }));
  // Remove `as const`, because Stryker skips this code. The type would not allow a mutant.
  const loose = given.map((file) => ({
    ...file,
    content: file.content.replaceAll(/ as const\b/g, '         '),
  }));
  const options = { plugins: null, excludedMutations: [], ignorers: [descriptions] };
  const instrumented = await new Instrumenter(quiet()).instrument(loose, options);
  const lines = new Map(given.map(({ name, content }) => [name, content.split('\n')]));
  const seen = new Map<string, number>();
  const mutants = instrumented.mutants
    .filter(({ status }) => status !== 'Ignored')
    .map(({ id, fileName, location: { start, end }, replacement = '', mutatorName }) => {
      const all = lines.get(fileName) ?? [];
      const own = all.slice(start.line, end.line + 1);
      const from = own
        .map((line, at) =>
          line.slice(at === 0 ? start.column : 0, at === own.length - 1 ? end.column : undefined),
        )
        .join('\n');
      const name = path.basename(fileName, '.ts');
      const around = [all[start.line]?.trim(), all[end.line]?.trim()];
      const digest = hash([mutatorName, from, replacement, ...around].join('\0'));
      const times = seen.get(`${name} ${digest}`) ?? 0;
      seen.set(`${name} ${digest}`, times + 1);
      const key = `${name} ${digest}${times === 0 ? '' : `.${times}`}`;
      return {
        id,
        key,
        mutator: mutatorName,
        file: path.relative(root, fileName),
        start,
        end,
        from,
        to: replacement,
      };
    });
  return {
    sources: new Map(instrumented.files.map(({ name, content }) => [name, content])),
    mutants,
  };
}

/** Formats a mutant: position, original code and replacement. */
export function described({ file, start, from, to, key }: Generated): string {
  return `${file}:${start.line + 1}:${start.column + 1} (${key})\n  - ${short(from)}\n  + ${short(to)}`;
}

/** Formats a mutant for the summary, without the line number, which changes often. */
export function survivorOf({ file, from, to }: Generated): Survivor {
  return { file, from: short(from), to: short(to) };
}

function short(code: string): string {
  const line = code.replaceAll(/\s+/g, ' ');
  return line.length <= 160 ? line : `${line.slice(0, 120)} … ${line.slice(-40)}`;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

function quiet() {
  const no = () => false;
  const nothing = () => {};
  const levels = {
    trace: nothing,
    debug: nothing,
    info: nothing,
    warn: nothing,
    error: nothing,
    fatal: nothing,
  };
  const enabled = { isTraceEnabled: no, isDebugEnabled: no, isInfoEnabled: no };
  return { ...levels, ...enabled, isWarnEnabled: no, isErrorEnabled: no, isFatalEnabled: no };
}
