import { useEffect, useRef } from 'preact/hooks';
import { count } from '../format.ts';
import { idOf, type ListState, list, loadMore, type Rows } from '../lists.ts';
import { Failure } from '../parts/failure.tsx';
import { VirtualRows } from '../parts/virtual-rows.tsx';
import { hrefOf, route } from '../route.ts';
import { narrow } from '../screen.ts';
import type { ListKind } from '../search.ts';
import type { Payout } from '../types.ts';
import { Bulk } from './bulk.tsx';
import { type Column, columnsOf } from './columns.tsx';
import { ListEmpty } from './list-empty.tsx';
import { NewOrder } from './new-order.tsx';
import { SaveHar } from './save-har.tsx';

const rowHeight = 34;
/** On a narrow screen a row has two lines. */
const tallRowHeight = 54;

const titles: Readonly<Record<ListKind, string>> = {
  payins: 'Pay-ins',
  payouts: 'Payouts',
  links: 'Links',
  callbacks: 'Callbacks',
  requests: 'Requests',
};

/** The rows of the list that the URL names. */
export function List() {
  const box = useRef<HTMLDivElement>(null);
  const state = list.value;
  const { kind, items, error, loaded, query } = state;
  const columns = columnsOf[kind] as readonly Column<Rows[ListKind]>[];
  // Another list or search starts at the top.
  useEffect(() => box.current?.scrollTo(0, 0), [kind, query]);
  return (
    <section class="list" aria-labelledby="list-title">
      <header>
        <h1 id="list-title">
          {titles[kind]} <Found {...state} />
        </h1>
        {kind === 'requests' && items.length > 0 && <SaveHar query={query} />}
        {(kind === 'payins' || kind === 'payouts') && <NewOrder key={kind} kind={kind} />}
        {kind === 'payouts' && <Bulk listed={items as readonly Payout[]} />}
      </header>
      {error !== null && <Failure text={error} />}
      {loaded && items.length === 0 && error === null ? (
        <ListEmpty kind={kind} searched={query !== ''} />
      ) : (
        <div
          class={`rows ${kind}`}
          ref={box}
          role="table"
          aria-label={titles[kind]}
          aria-rowcount={rowsInAll(state)}
        >
          <div role="rowgroup" class="head">
            <div role="row" class={`row ${kind}`}>
              {columns.map(({ title, name }) => (
                <span key={name} role="columnheader" class={name}>
                  {title === '' ? <span class="unseen">Moves</span> : title}
                </span>
              ))}
            </div>
          </div>
          <VirtualRows
            box={box}
            rows={items}
            rowHeight={narrow.value ? tallRowHeight : rowHeight}
            onEnd={loadMore}
            row={(item, index) => (
              <Row key={idOf(kind, item)} kind={kind} item={item} index={index} columns={columns} />
            )}
          />
        </div>
      )}
    </section>
  );
}

/** -1: the list has more rows than were loaded (ARIA, aria-rowcount). */
function rowsInAll({ items, nextCursor }: ListState): number {
  return nextCursor === null ? items.length + 1 : -1;
}

function Found({ items, nextCursor, loaded, query }: ListState) {
  if (!loaded || items.length === 0) return null;
  return (
    <small aria-live={query === '' ? 'off' : 'polite'}>
      {count(items.length)}
      {nextCursor === null ? '' : '+'} {query === '' ? '' : 'found'}
    </small>
  );
}

interface RowProps {
  readonly kind: ListKind;
  readonly item: Rows[ListKind];
  readonly index: number;
  readonly columns: readonly Column<Rows[ListKind]>[];
}

function Row({ kind, item, index, columns }: RowProps) {
  const id = idOf(kind, item);
  const { query, id: chosen, tab } = route.value;
  const height = narrow.value ? tallRowHeight : rowHeight;
  const [first, ...others] = columns;
  return (
    <div
      role="row"
      class={`row ${kind}`}
      aria-rowindex={index + 2}
      style={{ transform: `translateY(${index * height}px)` }}
    >
      <span role="cell" class={first?.name}>
        <a
          href={hrefOf({ view: kind, id, query, tab: chosen === null ? 'summary' : tab })}
          data-row={index}
          aria-current={id === chosen ? 'true' : undefined}
        >
          {first?.cell(item)}
        </a>
      </span>
      {others.map(({ name, cell }) => (
        <span key={name} role="cell" class={name}>
          {cell(item)}
        </span>
      ))}
    </div>
  );
}
