import type { DatabaseSync } from 'node:sqlite';
import type { Disk } from './disk.ts';

interface Stored {
  /** Everything except the clock. Generated values are replaced by numbers in the order in which they occur. */
  readonly all: string;
  /** The time of the stored clock. */
  readonly clock: string;
}

/** Returns the stored state, including uncommitted writes. */
export function storedOn(disk: Disk): Stored {
  return disk.aside(() => ({
    all: withoutMadeUp(linesOf(disk.db).join('\n')),
    clock: JSON.stringify(
      disk.db.prepare(`SELECT json ->> 'frozenAt' AS frozen_at FROM state WHERE name = 'clock'`).get(),
    ),
  }));
}

function linesOf(db: DatabaseSync): readonly string[] {
  const tables = db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
    .all()
    .map(({ name }) => String(name));
  return tables.flatMap((table) =>
    db
      .prepare(`SELECT * FROM ${table} ${table === 'state' ? `WHERE name <> 'clock'` : ''}`)
      .all()
      .map((row) => `${table} ${JSON.stringify(row)}`),
  );
}

/** Matches order numbers, ids, tokens, signatures, wallet addresses, bank references, and the real time of a reset. */
const madeUp =
  /\b(?:PI|WD)\d{22}\b|\b[0-9a-fA-F]{16,64}\b|(?<=_)[0-9a-f]{32}\b|\bT[1-9A-HJ-NP-Za-km-z]{33}\b|\b\d{12}\b|\b1\d{12}\b/g;

function withoutMadeUp(text: string): string {
  const names = new Map<string, string>();
  return text.replace(madeUp, (value) => {
    if (value.length === 13 && !isNow(Number(value))) return value;
    const name = names.get(value) ?? `<${names.size}>`;
    names.set(value, name);
    return name;
  });
}

function isNow(epochMs: number): boolean {
  return Math.abs(epochMs - Date.now()) < 3_600_000;
}
