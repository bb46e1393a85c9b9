import { forgottenMoney, journalTables } from './journal.ts';
import { forgottenByPulse, pulseTables } from './pulse.ts';
import { queue } from './queue.ts';
import { run } from './run.ts';
import { forgottenBySharing, sharingTables } from './sharing.ts';
import { forgottenByStore, storeTables } from './tables.ts';
import { writes } from './writes.ts';

/** What a start over empties; `groups` stays, as somebody may still ask what became of one. */
const forget = `
  CREATE FUNCTION forget() RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    TRUNCATE ${[...forgottenByStore, ...forgottenMoney, ...forgottenByPulse, ...forgottenBySharing].join(', ')};
  END $$;
`;

/**
 * What makes the schema, version by version, its names without the schema's own. A version that was released never changes:
 * a change is a new version.
 */
export const versions: readonly string[] = [
  [storeTables, journalTables, pulseTables, sharingTables, forget, writes, queue, run].join('\n'),
];
