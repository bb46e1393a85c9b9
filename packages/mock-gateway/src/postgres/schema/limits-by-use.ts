import { limitTables } from './limits.ts';

/**
 * Version 2 of the functions that count calls and failures. They remove the least recently seen caller first. A caller
 * moves to the end of the list only once per half of the maximum number of callers, because each move costs an index
 * entry.
 */
export const limitsByUse = [
  lastUsed({ name: 'admit', table: 'rates', by: 'caller', most: 'most_callers' }),
  lastUsed({ name: 'record_failures', table: 'failures', by: 'ip', most: 'most_addresses' }),
].join('\n');

interface Counting {
  readonly name: string;
  readonly table: string;
  readonly by: string;
  readonly most: string;
}

function lastUsed({ name, table, by, most }: Counting): string {
  const start = limitTables.indexOf(`CREATE FUNCTION ${name}(`);
  const made = limitTables.slice(start, limitTables.indexOf('$$;', start) + 3);
  const end = 'END LOOP;\n      IF has_new THEN';
  const move = `UPDATE ${table} t SET seq = DEFAULT WHERE t.era = asked_era AND t.${by} = one.${by}
          AND t.seq <= (SELECT last_value FROM ${table}_seq_seq) - ${most} / 2;
      ${end}`;
  return made.replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION').replace(end, move);
}
