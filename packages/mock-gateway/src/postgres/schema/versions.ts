import { clusterTables } from './cluster.ts';
import { snapshotTables } from './cluster-snapshot.ts';
import { forgotten } from './forgotten.ts';
import { journalTables } from './journal.ts';
import { limitsByUse } from './limits-by-use.ts';
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
 * What makes the schema, version by version, its names without the schema's own. A version that was released never changes:
 * a change is a new version.
 */
export const versions: readonly string[] = [
  [storeTables, journalTables, snapshotTables, clusterTables, forget, writes, queue, run].join('\n'),
  [resets, limitsByUse].join('\n'),
];
