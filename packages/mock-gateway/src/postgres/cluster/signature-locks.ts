import { maxAddresses } from '../../limits/signature-lock.ts';
import type { Lock, LockRule, SignatureLocks } from '../../limits/signature-locks.ts';
import type { Database, Use } from '../connection/database.ts';
import { Groups } from './groups.ts';

interface Row {
  readonly ip: string;
  readonly locking: bigint;
  readonly locked_until: bigint;
}

interface Failure {
  readonly ip: string;
  readonly rule: LockRule;
  readonly now: number;
}

export interface SharedLocksOptions {
  readonly generation: number;
  /** Returns false if no IP address is locked at this instant. The table is then not read. */
  readonly mayLock?: (now: number) => boolean;
}

export function sharedLocks(
  database: Database,
  { generation, mayLock = () => true }: SharedLocksOptions,
): SignatureLocks {
  const { schema } = database;
  const failures = new Groups((group: readonly Failure[], first) =>
    recordAll(database, generation, { group, first }),
  );
  return {
    async lockOf(ip, now) {
      if (!mayLock(now)) return null;
      const text = `SELECT ip, locking, locked_until FROM ${schema}.failures
        WHERE era = $1 AND ip = $2 AND locked_until > $3`;
      const [row] = await database.read<Row>({ text, values: [generation, ip, now] });
      return row === undefined ? null : lockFrom(row);
    },
    async recordFailure(ip, rule, now) {
      await failures.ask({ ip, rule, now });
    },
    async list(now) {
      const text = `SELECT ip, locking, locked_until FROM ${schema}.failures
        WHERE era = $1 AND locked_until > $2 ORDER BY locked_until DESC, seq`;
      return (await database.read<Row>({ text, values: [generation, now] })).map(lockFrom);
    },
    async lift(ip, now) {
      const text = `DELETE FROM ${schema}.failures WHERE era = $1 AND ip = $2 AND locked_until > $3 RETURNING ip`;
      return (await database.write({ text, values: [generation, ip, now] })).length > 0;
    },
    async liftAll() {
      // Delete the rows in the order in which failures lock them, to avoid deadlocks.
      const text = `DELETE FROM ${schema}.failures WHERE seq IN (
        SELECT seq FROM ${schema}.failures WHERE era = $1 ORDER BY ip FOR UPDATE)`;
      await database.write({ text, values: [generation] });
    },
  };
}

interface Failures {
  readonly group: readonly Failure[];
  readonly first: Pick<Use, 'since'>;
}

async function recordAll(database: Database, generation: number, { group, first }: Failures) {
  const integers = (of: (failure: Failure) => number) => group.map((failure) => BigInt(of(failure)));
  const statement = {
    text: `SELECT ${database.schema}.record_failures($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      generation,
      group.map(({ ip }) => ip),
      integers(({ rule }) => rule.failures),
      integers(({ rule }) => rule.windowSeconds * 1000),
      integers(({ rule }) => rule.lockSeconds * 1000),
      integers(({ now }) => now),
      maxAddresses,
    ],
  };
  await database.write(statement, first);
  return group.map(() => null);
}

function lockFrom({ ip, locking, locked_until: lockedUntil }: Row): Lock {
  return { ip, failures: Number(locking), lockedUntil: Number(lockedUntil) };
}
