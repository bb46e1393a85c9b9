import Database from 'better-sqlite3';

type Call = (this: Database.Statement, ...parameters: unknown[]) => unknown;

/** Stands in front of a statement; whatever it answers is answered. */
export type Guard = (statement: Database.Statement, run: () => unknown) => unknown;

const methods = ['run', 'get', 'all', 'iterate'] as const;

/**
 * Stands in front of every statement of better-sqlite3, of all databases, those with which it begins and ends transactions
 * and those of pragmas too; not of `exec`.
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

function statementPrototype(): Record<(typeof methods)[number], Call> {
  const db = new Database(':memory:');
  try {
    return Object.getPrototypeOf(db.prepare('SELECT 1'));
  } finally {
    db.close();
  }
}
