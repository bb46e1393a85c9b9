import Database from 'better-sqlite3';
import type { MockGateway } from '../../src/index.ts';

type Call = (this: Database.Statement, ...parameters: unknown[]) => unknown;

/** Runs before a statement; its result replaces that of the statement. */
export type Guard = (statement: Database.Statement, run: () => unknown) => unknown;

const methods = ['run', 'get', 'all', 'iterate'] as const;

/**
 * Guards every statement of better-sqlite3, of all databases, including those of transactions and pragmas, but not
 * `exec`.
 *
 * @returns puts it back as it was
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

/** The connection that a gateway has to its file, found by a statement that it runs. */
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
