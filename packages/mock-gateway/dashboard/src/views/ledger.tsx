import { useMemo } from 'preact/hooks';
import { accountMeaning, accountName } from '../accounts.ts';
import { useAnswer } from '../answer.ts';
import { segment } from '../api.ts';
import { seriesOf } from '../balances.ts';
import { command } from '../copy.ts';
import { moment, plural, rupees } from '../format.ts';
import { Empty } from '../parts/empty.tsx';
import { BalancePlot } from '../parts/plot.tsx';
import { type Column, moneyLook, mono, RowTable } from '../parts/row-table.tsx';
import { hrefOf, type View } from '../route.ts';
import { systemIsDark } from '../screen.ts';
import { changedSlowly, today } from '../store.ts';
import type { Ledger as Journal, LedgerCheck, LedgerEntry } from '../types.ts';
import { useChosenMerchant, wholeJournal } from '../whole.ts';
import { MerchantChips } from './merchant-chips.tsx';
import { Figure } from './merchant-panel.tsx';

const journalHeights = [30, 48] as const;

/** The double-entry journal of a merchant, its balances over time, and the check of all balances. */
export function Ledger() {
  const { mchId, merchants } = useChosenMerchant();
  // Fetch the check and the journal less often than events arrive, because both are read completely.
  const check = useAnswer<LedgerCheck>('/ledger/check', {}, changedSlowly).data;
  const journal = useAnswer<Journal>(
    mchId === null ? null : `/merchants/${segment(mchId)}/ledger`,
    {},
    changedSlowly,
    wholeJournal,
  ).data;
  return (
    <section class="page" tabIndex={0} aria-labelledby="ledger-title">
      <header>
        <h1 id="ledger-title">Ledger</h1>
        {check !== null && <Balanced check={check} />}
      </header>
      <MerchantChips merchants={merchants} view="ledger" chosen={mchId} />
      {mchId !== null && journal !== null && <Books journal={journal} mchId={mchId} />}
    </section>
  );
}

function Balanced({ check: { balanced, accounts, entries, problems } }: { readonly check: LedgerCheck }) {
  return (
    <span class={`verdict ${balanced ? 'well' : 'ill'}`}>
      {balanced ? 'Balanced' : 'Not balanced'}: {plural(entries, 'entry', 'entries')} over{' '}
      {plural(accounts, 'account')} {balanced ? 'sum to ₹0.00' : problems.join(' ')}
    </span>
  );
}

interface BooksProps {
  readonly journal: Journal;
  readonly mchId: string;
}

function Books({ journal: { accounts, entries }, mchId }: BooksProps) {
  const series = useMemo(() => seriesOf(entries, mchId), [entries, mchId]);
  const newestFirst = useMemo(() => entries.toReversed(), [entries]);
  return (
    <>
      <ul class="figures">
        {accounts.map(({ account, balance }) => {
          const name = accountName(account, mchId);
          return <Figure key={account} name={name} amount={balance} meaning={accountMeaning(name)} />;
        })}
      </ul>
      {accounts.length > 0 && <Signs />}
      {entries.length === 0 ? (
        <Empty
          title="No money has moved"
          text="A paid pay-in, a payout and a top-up each become a transaction whose entries sum to zero. Top up:"
          command={command(`inrgate mock credit 1000.00 ${mchId}`, location)}
        />
      ) : (
        <>
          <BalancePlot key={`${mchId} ${systemIsDark.value}`} series={series} />
          <RowTable
            label="Journal"
            name="journal"
            columns={columnsOf(mchId)}
            rows={newestFirst}
            heights={journalHeights}
            focusable
          />
        </>
      )}
    </>
  );
}

/** Explains why the account that is the source of money has a negative balance. */
function Signs() {
  return (
    <p class="quiet signs">
      The entries of a transaction sum to zero. Money enters through <code>gateway:collected</code> and{' '}
      <code>gateway:topups</code>, so their balances are negative. A merchant’s accounts are never below zero.
      All merchants share the gateway’s accounts.
    </p>
  );
}

/** The list that contains the order of an entry. A top-up has no order. */
const viewOfKind: Readonly<Record<LedgerEntry['kind'], View | null>> = {
  payin: 'payins',
  link: 'links',
  hold: 'payouts',
  capture: 'payouts',
  release: 'payouts',
  credit: null,
};

function OrderOf({ kind, orderNo }: LedgerEntry) {
  const view = viewOfKind[kind];
  if (view === null || orderNo === null) return <>top-up</>;
  return <a href={hrefOf({ view, id: orderNo })}>{orderNo}</a>;
}

function columnsOf(mchId: string): readonly Column<LedgerEntry>[] {
  return [
    { title: 'Time', name: 'time', look: mono, cell: ({ at }) => moment(at, today.value) },
    { title: 'Kind', name: 'kind', cell: ({ kind }) => kind },
    { title: 'Order', name: 'order', look: mono, cell: (entry) => <OrderOf {...entry} /> },
    { title: 'Account', name: 'account', look: mono, cell: ({ account }) => accountName(account, mchId) },
    {
      title: 'Amount',
      name: 'amount',
      look: ({ amount }) => moneyLook(amount),
      cell: ({ amount }) => rupees(amount),
    },
  ];
}
