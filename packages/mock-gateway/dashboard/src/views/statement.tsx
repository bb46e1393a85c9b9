import { useRef, useState } from 'preact/hooks';
import { useAnswer } from '../answer.ts';
import { getText, keyless, segment } from '../api.ts';
import { isoDayOf, moment, plural, rupees } from '../format.ts';
import { download } from '../parts/download.ts';
import { Failure } from '../parts/failure.tsx';
import { VirtualRows } from '../parts/virtual-rows.tsx';
import { hrefOf, route } from '../route.ts';
import { narrow } from '../screen.ts';
import { attempt, changed, changedSlowly, now, today } from '../store.ts';
import type { Statement as Day } from '../types.ts';
import { allMerchants } from '../whole.ts';
import { viewOfKind } from './ledger.tsx';
import { MerchantChips } from './merchant-chips.tsx';
import { Figure } from './merchant-panel.tsx';

const rowHeight = 30;
/** On a narrow screen a row has two lines. */
const tallRowHeight = 48;

/** The changes of a merchant's available balance on one IST day. */
export function Statement() {
  const merchants = useAnswer('/merchants', keyless, changed, allMerchants).data?.items ?? [];
  const mchId = route.value.id ?? merchants[0]?.mchId ?? null;
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
          {data.entries.length > 0 && <Entries entries={data.entries} />}
        </>
      )}
    </section>
  );
}

const titles = ['Time', 'Kind', 'Order', 'Fee', 'Net', 'Balance'] as const;

function Entries({ entries }: Pick<Day, 'entries'>) {
  const box = useRef<HTMLDivElement>(null);
  const height = narrow.value ? tallRowHeight : rowHeight;
  return (
    <div
      class="rows journal statement"
      ref={box}
      role="table"
      tabIndex={0}
      aria-label="Entries"
      aria-rowcount={entries.length + 1}
    >
      <div role="rowgroup" class="head">
        <div role="row" class="row">
          {titles.map((title) => (
            <span key={title} role="columnheader" class={title.toLowerCase()}>
              {title}
            </span>
          ))}
        </div>
      </div>
      <VirtualRows
        box={box}
        rows={entries}
        rowHeight={height}
        row={(entry, index) => <Row key={index} entry={entry} index={index} height={height} />}
      />
    </div>
  );
}

interface RowProps {
  readonly entry: Day['entries'][number];
  readonly index: number;
  readonly height: number;
}

function Row({ entry, index, height }: RowProps) {
  const { time, kind, mchOrderNo, orderNo, fee, net, balance } = entry;
  const view = viewOfKind[kind];
  return (
    <div
      role="row"
      class="row"
      aria-rowindex={index + 2}
      style={{ transform: `translateY(${index * height}px)` }}
    >
      <span role="cell" class="time mono">
        {moment(time, today.value)}
      </span>
      <span role="cell" class="kind">
        {kind}
      </span>
      <span role="cell" class="order mono">
        {view !== null && orderNo !== null ? (
          <a href={hrefOf({ view, id: orderNo })}>{mchOrderNo ?? orderNo}</a>
        ) : (
          'top-up'
        )}
      </span>
      <span role="cell" class="fee mono">
        {rupees(fee)}
      </span>
      <span role="cell" class={`net mono ${net.startsWith('-') ? 'out' : 'in'}`}>
        {rupees(net)}
      </span>
      <span role="cell" class="balance mono">
        {rupees(balance)}
      </span>
    </div>
  );
}
