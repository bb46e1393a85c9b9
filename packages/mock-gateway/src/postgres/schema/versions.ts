import { admitted } from './admitted.ts';
import { clusterTables } from './cluster.ts';
import { snapshotTables } from './cluster-snapshot.ts';
import { forgotten } from './forgotten.ts';
import { journalTables } from './journal.ts';
import { limitsByUse } from './limits-by-use.ts';
import { lockEnds } from './lock-ends.ts';
import { queue } from './queue.ts';
import { resets } from './resets.ts';
import { run } from './run.ts';
import { storeTables } from './tables.ts';
import { writes } from './writes.ts';

const forget = `
  CREATE FUNCTION forget() RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    TRUNCATE ${forgotten.join(', ')};
  END $$;
`;

/**
 * The statements of the schema by version, with unqualified names. A released version never changes, so a change is a
 * new version.
 */
export const versions: readonly string[] = [
  [storeTables, journalTables, snapshotTables, clusterTables, forget, writes, queue, run].join('\n'),
  [resets, limitsByUse].join('\n'),
  admitted,
  lockEnds,
];
