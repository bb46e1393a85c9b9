import { useState } from 'preact/hooks';
import { useAnswer } from '../answer.ts';
import { getText, segment } from '../api.ts';
import { isoDayOf, moment, plural, rupees } from '../format.ts';
import { download } from '../parts/download.ts';
import { Failure } from '../parts/failure.tsx';
import { type Column, moneyLook, mono, RowTable } from '../parts/row-table.tsx';
import { attempt, changedSlowly, now, today } from '../store.ts';
import type { Statement as Day } from '../types.ts';
import { useChosenMerchant } from '../whole.ts';
import { journalHeights, OrderOf } from './ledger.tsx';
import { MerchantChips } from './merchant-chips.tsx';
import { Figure } from './merchant-panel.tsx';

/** The changes in a merchant's available balance on one IST day. */
export function Statement() {
  const { mchId, merchants } = useChosenMerchant();
  const [day, setDay] = useState<string | null>(null);
  const date = day ?? isoDayOf(now.value);
  const path = mchId === null ? null : `/merchants/${segment(mchId)}/statement`;
  const { data, error } = useAnswer<Day>(path, { date }, changedSlowly);
  const save = () =>
    attempt(`${mchId}-${date}.csv is saved.`, async () =>
      download(await getText(`${path}.csv`, { query: { date } }), `${mchId}-${date}.csv`, 'text/csv'),
    );
  return (
    <section class="page" tabIndex={0} aria-labelledby="statement-title">
      <header>
        <h1 id="statement-title">Statement</h1>
        <label class="day">
          IST day{' '}
          <input
            type="date"
            required
            value={date}
            onChange={({ currentTarget }) => currentTarget.value !== '' && setDay(currentTarget.value)}
          />
        </label>
        <button type="button" disabled={data === null} onClick={save}>
          Save as CSV
        </button>
      </header>
      <MerchantChips merchants={merchants} view="statement" chosen={mchId} />
      {error !== null && <Failure text={error} />}
      {data !== null && (
        <>
          <ul class="figures">
            <Figure name="opening balance" amount={data.openingBalance} />
            <Figure name="closing balance" amount={data.closingBalance} />
          </ul>
          <p class="quiet signs">{plural(data.entries.length, 'entry', 'entries')}, oldest first.</p>
          {data.entries.length > 0 && (
            <RowTable
              label="Entries"
              name="journal statement"
              columns={columns}
              rows={data.entries}
              heights={journalHeights}
              focusable
            />
          )}
        </>
      )}
    </section>
  );
}

const columns: readonly Column<Day['entries'][number]>[] = [
  { title: 'Time', name: 'time', look: mono, cell: ({ time }) => moment(time, today.value) },
  { title: 'Kind', name: 'kind', cell: ({ kind }) => kind },
  {
    title: 'Order',
    name: 'order',
    look: mono,
    cell: ({ kind, mchOrderNo, orderNo }) => <OrderOf kind={kind} orderNo={orderNo} name={mchOrderNo} />,
  },
  { title: 'Fee', name: 'fee', look: mono, cell: ({ fee }) => rupees(fee) },
  { title: 'Net', name: 'net', look: ({ net }) => moneyLook(net), cell: ({ net }) => rupees(net) },
  { title: 'Balance', name: 'balance', look: mono, cell: ({ balance }) => rupees(balance) },
];
