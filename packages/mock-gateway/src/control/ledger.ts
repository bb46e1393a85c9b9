import { formatAmount, formatIst } from '@inrgate/sdk/protocol';
import type { LedgerTransaction } from '../domain/ledger.ts';
import type { ControlDeps } from './deps.ts';

export function ledgerControls({ ports }: ControlDeps) {
  return {
    /** Recomputes every balance from the journal. */
    check: () => ports.store.ledger.check(),
  };
}

/** The double-entry journal of a merchant: accounts with balances, entries oldest first. */
export async function merchantLedger({ ports }: ControlDeps, mchId: string) {
  const [accounts, transactions] = await Promise.all([
    ports.store.ledger.accounts(mchId),
    ports.store.ledger.transactions({ mchId }),
  ]);
  return {
    accounts: accounts.map(({ account, balance }) => ({ account, balance: formatAmount(balance) })),
    entries: transactions.flatMap(entriesOf),
  };
}

function entriesOf(transaction: LedgerTransaction) {
  const { id, kind, orderNo, at } = transaction;
  return transaction.postings.map(({ account, amount }) => ({
    transactionId: id,
    kind,
    orderNo,
    at: formatIst(at),
    account,
    amount: formatAmount(amount),
  }));
}
