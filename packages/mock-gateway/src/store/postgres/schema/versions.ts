import { journalTables } from './journal.ts';
import { storeTables } from './tables.ts';

/**
 * What makes the schema, version by version, its names without the schema's own. A version that was released never changes:
 * a change is a new version.
 */
export const versions: readonly string[] = [[storeTables, journalTables].join('\n')];
