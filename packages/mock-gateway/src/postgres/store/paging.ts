import { containing, cursorOf, cut, type Sequenced, sequenceBefore } from '../../store/pages.ts';
import type { Page, Paged } from '../../store/store.ts';
import type { Database, Parameter, Statement } from '../connection/database.ts';
import { writingLock } from '../schema/run.ts';

export interface Narrowing {
  /** Columns that must equal a value. */
  readonly columns: Readonly<Record<string, string | undefined>>;
  readonly text?: { readonly of: readonly string[]; readonly part: string | undefined };
  readonly minAmount?: bigint | undefined;
  readonly maxAmount?: bigint | undefined;
  /** Status that a deposit must have at an instant. */
  readonly statusAt?: { readonly status: string; readonly now: number } | undefined;
}

/**
 * Creates a function that reads one row by a condition, or null.
 *
 * @param select the SELECT without its WHERE clause
 */
export function finder<Row extends object, Item>(
  database: Database,
  select: string,
  toItem: (row: Row) => Item,
) {
  return async (condition: string, ...values: readonly Parameter[]): Promise<Item | null> => {
    const [row] = await database.read<Row>({ text: `${select} WHERE ${condition}`, values });
    return row === undefined ? null : toItem(row);
  };
}

/** Collects SQL conditions. The parameters are numbered in the order in which they are added. */
class Conditions {
  readonly values: Parameter[] = [];
  readonly sql: string[] = [];

  add(value: Parameter | undefined, condition: (value: string) => string): void {
    if (value === undefined) return;
    this.sql.push(condition(this.place(value)));
  }

  place(value: Parameter): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/**
 * Reads a page of a table, newest first.
 *
 * @param select the SELECT without its WHERE clause. The alias of the table is `t`
 */
export async function pageOf<Row extends Sequenced & object>(
  database: Database,
  {
    select,
    narrowing,
    page,
  }: { readonly select: string; readonly narrowing: Narrowing; readonly page: Page },
): Promise<Paged<Row>> {
  const conditions = new Conditions();
  narrow(conditions, narrowing);
  conditions.add(sequenceBefore(page.cursor), (before) => `t.seq < ${before}`);
  // Read one additional row, which shows whether a next page exists.
  const limit = conditions.place(page.limit + 1);
  const text = `${select} WHERE ${conditions.sql.join(' AND ')} ORDER BY t.seq DESC LIMIT ${limit}`;
  const rows = await readSettled<Row>(database, { text, values: conditions.values });
  return cut(rows, page.limit, cursorOf);
}

function narrow(conditions: Conditions, { columns, text, minAmount, maxAmount, statusAt }: Narrowing): void {
  for (const [column, value] of Object.entries(columns))
    conditions.add(value, (given) => `t.${column} = ${given}`);
  if (text?.part !== undefined) {
    const all = text.of.map((column) => `coalesce(t.${column}, '')`).join(' || chr(10) || ');
    // With the collation C, upper and lower case differ only for ASCII letters.
    conditions.add(
      containing(text.part),
      (part) => `lower((${all}) COLLATE "C") LIKE lower(${part} COLLATE "C")`,
    );
  }
  conditions.add(minAmount, (least) => `t.amount >= ${least}`);
  conditions.add(maxAmount, (most) => `t.amount <= ${most}`);
  conditions.add(statusAt?.status, (status) => {
    const now = conditions.place(statusAt?.now ?? 0);
    return `CASE WHEN t.status = 'pending' AND t.expires_at <= ${now} THEN 'expired' ELSE t.status END = ${status}`;
  });
}

/**
 * Reads while no insert is in progress. Otherwise every page could miss a row, because a row gets its number before its
 * commit.
 */
async function readSettled<Row extends object>(
  database: Database,
  statement: Statement,
): Promise<readonly Row[]> {
  return database.use(
    async (connection) => {
      const [, , rows] = await Promise.all([
        connection.query({ text: 'BEGIN' }),
        connection.query({ text: `SELECT ${writingLock(database.schema)}` }),
        connection.query<Row>(statement),
        connection.query({ text: 'COMMIT' }),
      ]);
      return rows;
    },
    { again: true },
  );
}
