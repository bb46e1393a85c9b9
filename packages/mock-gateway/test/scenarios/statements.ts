import Database from 'better-sqlite3';
import type { MockGateway } from '../../src/index.ts';

type Call = (this: Database.Statement, ...parameters: unknown[]) => unknown;

/** Function that runs around a statement and can replace its result. */
export type Guard = (statement: Database.Statement, run: () => unknown) => unknown;

const methods = ['run', 'get', 'all', 'iterate'] as const;

/**
 * Runs the guard around every statement of better-sqlite3 in all databases, including transactions and pragmas, but not
 * `exec`.
 *
 * @returns a function that removes the guard
 */
export function inFrontOfStatements(guard: Guard): () => void {
  const prototype = statementPrototype();
  const originals = methods.map((name) => [name, prototype[name]] as const);
  for (const [name, original] of originals) {
    prototype[name] = function (...parameters) {
      return guard(this, () => original.apply(this, parameters));
    };
  }
  return () => Object.assign(prototype, Object.fromEntries(originals));
}

/** Returns a gateway's connection to its file. A statement identifies the connection. */
export async function connectionTo(file: string, gateway: MockGateway): Promise<Database.Database> {
  const found = Promise.withResolvers<Database.Database>();
  const remove = inFrontOfStatements(({ database }, run) => {
    if (database.name === file) found.resolve(database);
    return run();
  });
  await gateway.ledger.check();
  remove();
  return found.promise;
}

function statementPrototype(): Record<(typeof methods)[number], Call> {
  const db = new Database(':memory:');
  try {
    return Object.getPrototypeOf(db.prepare('SELECT 1'));
  } finally {
    db.close();
  }
}
