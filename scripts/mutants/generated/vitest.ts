/**
 * Stands in for Vitest in the tests that `trial.ts` runs: keeps what they describe, to run it again and again in one
 * process, and leaves the rest to Vitest.
 */
import * as vitest from 'vitest';

export const { assert, expect, expectTypeOf, inject, vi } = vitest;

type Step = () => unknown;
type Body = (...given: never[]) => unknown;

interface Hooks {
  readonly before: Step[];
  readonly after: Step[];
}

/** A test as it was described. */
export interface Collected {
  readonly title: string;
  /** With the hooks of its suites. Rejects with what the test throws. */
  readonly run: () => Promise<void>;
}

let collected: Collected[] = [];
let suites: readonly { readonly name: string; readonly hooks: Hooks }[] = [];
let finished: Step[] = [];

/** What a file describes as it is loaded. */
export async function collect(load: () => Promise<unknown>): Promise<readonly Collected[]> {
  collected = [];
  suites = [{ name: '', hooks: { before: [], after: [] } }];
  await load();
  return collected;
}

async function run(body: Step, hooks: readonly Hooks[]): Promise<void> {
  finished = [];
  try {
    for (const step of hooks.flatMap(({ before }) => before)) await step();
    await body();
  } finally {
    for (const step of hooks.toReversed().flatMap(({ after }) => after)) await step();
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

function describeOne(name: string, ...rest: readonly unknown[]): void {
  const outer = suites;
  suites = [...outer, { name, hooks: { before: [], after: [] } }];
  bodyOf(rest)();
  suites = outer;
}

function itOne(name: string, ...rest: readonly unknown[]): void {
  const title = [...suites.slice(1).map((suite) => suite.name), name].join(' > ');
  const body = bodyOf(rest);
  const hooks = suites.map((suite) => suite.hooks);
  collected.push({ title, run: () => run(() => body(), hooks) });
}

/** Options may stand before it, a timeout after it. */
function bodyOf(rest: readonly unknown[]): Body {
  const body = rest.find((one) => typeof one === 'function');
  if (body === undefined) throw new Error('nothing to run');
  return body as Body;
}

/** Where every row is a list, it is a list of arguments; their places in the table tell the titles apart. */
function each(define: typeof itOne) {
  return (table: readonly unknown[]) =>
    (name: string, ...rest: readonly unknown[]) => {
      const body = bodyOf(rest) as (...given: readonly unknown[]) => unknown;
      const rows = table.every((row) => Array.isArray(row)) ? table : table.map((row) => [row]);
      for (const [place, row] of rows.entries()) define(`${name} (${place + 1})`, () => body(...row));
    };
}

function withTables(define: typeof itOne) {
  return Object.assign(define.bind(undefined), { each: each(define) });
}

export const describe = withTables(describeOne);
export const it = withTables(itOne);
export const test = withTables(itOne);
