import { formatIst } from '@inrgate/sdk/internal';
import { formatAmount } from '@inrgate/sdk/protocol';
import type { z } from 'zod';
import type { LedgerEntry } from '../domain/ledger.ts';
import type { ControlDeps } from './deps.ts';
import type { longPage } from './input.ts';
import { pageOf } from './paging.ts';
import type { ControlResponse } from './responses/responses.ts';

export function ledgerControls({ ports }: ControlDeps) {
  return {
    check: () => ports.store.ledger.check(),
  };
}

/** Returns a page of a merchant's double-entry journal, oldest first, with the current account balances. */
export async function merchantLedger(
  { ports }: ControlDeps,
  mchId: string,
  page: z.output<typeof longPage>,
): Promise<ControlResponse<'Ledger'>> {
  const statement = ports.store.ledger.statement(mchId, page);
  const { items: entries, nextCursor } = await pageOf(statement, entryView);
  const { accounts } = await statement;
  return {
    accounts: accounts.map(({ account, balance }) => ({ account, balance: formatAmount(balance) })),
    entries,
    nextCursor,
  };
}

function entryView({
  at,
  amount,
  transactionId,
  kind,
  orderNo,
  account,
}: LedgerEntry): ControlResponse<'Ledger'>['entries'][number] {
  return { transactionId, kind, orderNo, at: formatIst(at), account, amount: formatAmount(amount) };
}
