import { availableAccount, heldAccount } from '../../domain/ledger.ts';
import { cut, entryAt, mapPage } from '../../store/pages.ts';
import { type EntryRow, gather, toEntry } from '../../store/rows/journal-rows.ts';
import type { AccountBalance, LedgerReads } from '../../store/store.ts';
import type { Database } from '../connection/database.ts';
import { balanceOf, type EntryJson, entriesOf, fromEntryJson, type InJson } from './journal-json.ts';
import { ledgerCheck } from './ledger-check.ts';

export function ledgerReads(database: Database): LedgerReads {
  const { schema } = database;
  return {
    async wallet(mchId) {
      const accounts = [availableAccount(mchId), heldAccount(mchId)];
      const text = `SELECT name, balance FROM ${schema}.accounts WHERE name = ANY ($1::text[])`;
      const rows = await database.read<{ name: string; balance: bigint }>({ text, values: [accounts] });
      const [available = 0n, held = 0n] = accounts.map(
        (account) => rows.find(({ name }) => name === account)?.balance,
      );
      return { available, held };
    },
    statement: statements(database),
    async transactions({ mchId, orderNo }) {
      const given = { 't.mch_id': mchId, 't.order_no': orderNo };
      const asked = Object.entries(given).flatMap(([column, value]) =>
        value === undefined ? [] : [{ column, value }],
      );
      const conditions = ['true', ...asked.map(({ column }, at) => `${column} = $${at + 1}`)];
      const text = `${entriesOf(schema)} WHERE ${conditions.join(' AND ')} ORDER BY t.seq, e.position`;
      const rows = await database.read<EntryRow & EntryJson>({
        text,
        values: asked.map(({ value }) => value),
      });
      return gather(rows.map(fromEntryJson));
    },
    check: ledgerCheck(database),
  };
}

interface StatementRow {
  readonly entries: readonly EntryJson[];
  readonly accounts: readonly InJson<AccountBalance, 'balance'>[];
}

/**
 * Reads a page of the journal and the balances in one query, so they match. The numbers of a merchant's entries follow
 * the order of commits.
 */
function statements(database: Database): LedgerReads['statement'] {
  const { schema } = database;
  const text = `SELECT
      (SELECT coalesce(json_agg(p ORDER BY p.seq, p.position), '[]') FROM (
        ${entriesOf(schema)}
        WHERE t.mch_id = $1 AND t.seq >= $2 AND (t.seq > $2 OR e.position > $3) ORDER BY t.seq, e.position LIMIT $4
      ) p) AS entries,
      (SELECT coalesce(json_agg(b ORDER BY b.seq), '[]') FROM (
        SELECT a.seq, a.name AS account, ${balanceOf(schema)}::text AS balance FROM ${schema}.accounts a
        WHERE a.mch_id = $1 OR (a.mch_id IS NULL AND EXISTS (
          SELECT FROM ${schema}.transactions t JOIN ${schema}.entries e ON e.transaction_seq = t.seq
          WHERE t.mch_id = $1 AND e.account_seq = a.seq))
      ) b) AS accounts`;
  return async (mchId, { limit, cursor }) => {
    const { seq, position } = cursor === undefined ? { seq: 0, position: 0 } : entryAt(cursor);
    const [row] = await database.read<StatementRow>({ text, values: [mchId, seq, position, limit + 1] });
    const { entries, accounts } = row ?? { entries: [], accounts: [] };
    const page = cut(entries.map(fromEntryJson), limit, (last) => `${last.seq}.${last.position}`);
    return {
      ...mapPage(page, toEntry),
      accounts: accounts.map(({ account, balance }) => ({ account, balance: BigInt(balance) })),
    };
  };
}
