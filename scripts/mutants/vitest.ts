/**
 * Replaces Vitest in the tests that `trial.ts` runs. Keeps the tests that files describe, to run them repeatedly in one
 * process. Vitest itself provides everything else.
 */
import * as vitest from 'vitest';

export const { assert, expect, expectTypeOf, inject, vi } = vitest;

type Step = () => unknown;
type Body = (...given: never[]) => unknown;

interface Context {
  readonly onTestFinished: typeof onTestFinished;
  readonly signal: AbortSignal;
}

interface Hooks {
  readonly before: Step[];
  readonly after: Step[];
}

/** A test that a file has described. */
export interface Collected {
  /** The titles of the suites, outermost first, followed by the title of the test. */
  readonly titles: readonly string[];
  /** Runs the test with the hooks of its suites. Rejects with the test's error. */
  readonly run: () => Promise<void>;
}

let collected: Collected[] = [];
let suites: readonly { readonly name: string; readonly hooks: Hooks }[] = [];
let finished: Step[] = [];

/** Collects the tests that a file describes when it is loaded. */
export async function collect(load: () => Promise<unknown>): Promise<readonly Collected[]> {
  collected = [];
  suites = [{ name: '', hooks: { before: [], after: [] } }];
  await load();
  return collected;
}

async function run(body: (context: Context) => unknown, hooks: readonly Hooks[]): Promise<void> {
  finished = [];
  try {
    for (const step of hooks.flatMap(({ before }) => before)) await step();
    await body({ onTestFinished, signal: new AbortController().signal });
  } finally {
    for (const step of hooks.flatMap(({ after }) => after).toReversed()) await step();
    for (const step of finished.toReversed()) await step();
  }
}

export function onTestFinished(step: Step): void {
  finished.push(step);
}

export function beforeEach(step: Step): void {
  suites.at(-1)?.hooks.before.push(step);
}

export function afterEach(step: Step): void {
  suites.at(-1)?.hooks.after.push(step);
}

/** Registers a preparation of a suite. Unlike in Vitest, it runs for each test. */
export function beforeAll(step: Step): void {
  beforeEach(step);
}

export function afterAll(step: Step): void {
  afterEach(step);
}

function describeOne(name: string, ...rest: readonly unknown[]): void {
  const outer = suites;
  suites = [...outer, { name, hooks: { before: [], after: [] } }];
  bodyOf(rest)();
  suites = outer;
}

function itOne(name: string, ...rest: readonly unknown[]): void {
  const titles = [...suites.slice(1).map((suite) => suite.name), name];
  const body = bodyOf(rest) as (context: Context) => unknown;
  const hooks = suites.map((suite) => suite.hooks);
  collected.push({ titles, run: () => run(body, hooks) });
}

/** Finds the body of a test among its arguments. Options can precede it, and a timeout can follow it. */
function bodyOf(rest: readonly unknown[]): Body {
  const body = rest.find((one) => typeof one === 'function');
  if (body === undefined) throw new Error('nothing to run');
  return body as Body;
}

/** Describes a test for each row of a table. If every row is a list, its elements are separate arguments. */
function each(define: typeof itOne) {
  return (table: readonly unknown[]) => {
    const areLists = table.every((row) => Array.isArray(row));
    return rowsOf(define, table, (row) => (areLists ? (row as readonly unknown[]) : [row]));
  };
}

/** Adds titles to the rows. The position in the table distinguishes equal titles. */
function rowsOf(
  define: typeof itOne,
  table: readonly unknown[],
  argumentsOf: (row: unknown, context: unknown) => readonly unknown[],
) {
  return (name: string, ...rest: readonly unknown[]) => {
    const body = bodyOf(rest) as (...given: readonly unknown[]) => unknown;
    for (const [place, row] of table.entries())
      define(`${name} (${place + 1})`, (context: unknown) => body(...argumentsOf(row, context)));
  };
}

function withTables(define: typeof itOne) {
  const tables = {
    each: each(define),
    for: (table: readonly unknown[]) => rowsOf(define, table, (row, context) => [row, context]),
  };
  const one = Object.assign(define.bind(undefined), tables);
  const none = Object.assign(() => {}, { each: () => () => {}, for: () => () => {} });
  const when = (holds: unknown) => (holds ? one : none);
  return Object.assign(one, { concurrent: one, runIf: when, skipIf: (holds: unknown) => when(!holds) });
}

export const describe = withTables(describeOne);
export const it = withTables(itOne);
export const test = withTables(itOne);
