import { DatabaseSync, StatementSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import type { MockGateway } from '../../src/index.ts';

/** A statement, or a script for `exec`, of a connection. */
export interface Statement {
  readonly database: DatabaseSync;
  readonly sql: string;
}

/** Function that runs around a statement and can replace its result. */
export type Guard = (statement: Statement, run: () => unknown) => unknown;

const origins = new WeakMap<StatementSync, Statement>();
const guards: Guard[] = [];

/** Runs the guard around every statement of every database, including transactions and `exec`, until it is removed. */
export function inFrontOfStatements(guard: Guard): () => void {
  guards.push(guard);
  return () => {
    if (guards.includes(guard)) guards.splice(guards.indexOf(guard), 1);
  };
}

function guarded(statement: Statement, run: () => unknown): unknown {
  return guards.reduceRight<() => unknown>((inner, guard) => () => guard(statement, inner), run)();
}

// Replace the methods once, because a statement can be older than its guard.
const { prepare, exec } = DatabaseSync.prototype;
DatabaseSync.prototype.prepare = function (sql, ...rest) {
  const statement = prepare.call(this, sql, ...rest);
  origins.set(statement, { database: this, sql });
  return statement;
};
DatabaseSync.prototype.exec = function (sql) {
  guarded({ database: this, sql }, () => exec.call(this, sql));
};
for (const name of ['run', 'get', 'all'] as const) {
  const original: (...values: never[]) => unknown = StatementSync.prototype[name];
  Object.assign(StatementSync.prototype, {
    [name](this: StatementSync, ...values: never[]) {
      const origin = origins.get(this);
      const run = () => original.apply(this, values);
      return origin === undefined ? run() : guarded(origin, run);
    },
  });
}
/** Returns a gateway's connection to its store. */
export async function connectionOf(gateway: MockGateway): Promise<DatabaseSync> {
  const found = Promise.withResolvers<DatabaseSync>();
  const remove = inFrontOfStatements(({ database }, run) => {
    found.resolve(database);
    return run();
  });
  await gateway.ledger.check();
  remove();
  return found.promise;
}

/**
 * Makes the statements that match fail like on a full disk, until the end of the test or until the returned function is
 * called.
 */
export function failStatements(pattern: RegExp): () => void {
  const remove = inFrontOfStatements(({ sql }, run) => {
    if (!pattern.test(sql)) return run();
    throw Object.assign(new Error('made by the test'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
  });
  onTestFinished(remove);
  return remove;
}

/** Waits long enough for all work that waits for nothing else. */
export async function aWhile(): Promise<void> {
  for (let left = 100; left > 0; left--) await new Promise((resolve) => setImmediate(resolve));
}
