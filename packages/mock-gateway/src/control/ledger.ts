import { formatIst } from '@inrgate/sdk/internal';
import { formatAmount } from '@inrgate/sdk/protocol';
import type { LedgerEntry } from '../domain/ledger.ts';
import type { Page } from '../store/paging.ts';
import type { ControlGateway } from './control-gateway.ts';
import { pageOf } from './paging.ts';
import type { ControlResponse } from './responses/responses.ts';

/** Returns a page of a merchant's double-entry journal, oldest first, with the current account balances. */
export async function merchantLedger(
  { store }: ControlGateway,
  mchId: string,
  page: Page,
): Promise<ControlResponse<'Ledger'>> {
  const { accounts, items, nextCursor } = await pageOf(() => store.ledger.statement(mchId, page), entryView);
  return {
    accounts: accounts.map(({ account, balance }) => ({ account, balance: formatAmount(balance) })),
    entries: items,
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
