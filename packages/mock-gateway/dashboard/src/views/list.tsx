import { count } from '../format.ts';
import { idOf, type ListState, list, loadMore, type Rows } from '../lists.ts';
import { Failure } from '../parts/failure.tsx';
import { type Column, RowTable } from '../parts/row-table.tsx';
import { hrefOf, route } from '../route.ts';
import type { ListKind } from '../search.ts';
import { columnsOf } from './columns.tsx';
import { ListEmpty } from './list-empty.tsx';
import { NewOrder } from './new-order.tsx';

const rowHeights = [34, 54] as const;

const titles: Readonly<Record<ListKind, string>> = {
  payins: 'Pay-ins',
  payouts: 'Payouts',
  links: 'Links',
  callbacks: 'Callbacks',
  requests: 'Requests',
};

/** The rows of the list in the URL. */
export function List() {
  const state = list.value;
  const { kind, items, error, loaded, query, nextCursor, stoppedAfter } = state;
  return (
    <section class="list" aria-labelledby="list-title">
      <header>
        <h1 id="list-title">
          {titles[kind]} <Found {...state} />
        </h1>
        {stoppedAfter !== undefined && <SearchOlder compared={stoppedAfter} />}
        {(kind === 'payins' || kind === 'payouts') && <NewOrder key={kind} kind={kind} />}
      </header>
      {error !== null && <Failure text={error} />}
      {loaded && items.length === 0 && error === null ? (
        <ListEmpty kind={kind} searched={query !== ''} />
      ) : (
        <RowTable
          label={titles[kind]}
          name={kind}
          rowName={kind}
          columns={linked(kind, columnsOf[kind] as readonly Column<Rows[ListKind]>[])}
          rows={items}
          heights={rowHeights}
          keyOf={(item) => idOf(kind, item)}
          hasMore={nextCursor !== null}
          top={`${kind} ${query}`}
          onEnd={stoppedAfter === undefined ? loadMore : undefined}
        />
      )}
    </section>
  );
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

/** States that the search stopped at its limit, and continues the search. */
function SearchOlder({ compared }: { readonly compared: number }) {
  return (
    <>
      <small role="status">The search stopped after {count(compared)} rows.</small>
      <button type="button" class="small" onClick={loadMore}>
        Search older rows
      </button>
    </>
  );
}

function linked(kind: ListKind, columns: readonly Column<Rows[ListKind]>[]) {
  const { query, id: chosen, tab } = route.value;
  return columns.map((column, at): Column<Rows[ListKind]> => {
    if (at > 0) return column;
    const cell = (item: Rows[ListKind], index: number) => {
      const id = idOf(kind, item);
      return (
        <a
          href={hrefOf({ view: kind, id, query, tab: chosen === null ? 'summary' : tab })}
          aria-current={id === chosen ? 'true' : undefined}
        >
          {column.cell(item, index)}
        </a>
      );
    };
    return { ...column, cell };
  });
}
