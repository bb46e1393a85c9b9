import { signal } from '@preact/signals';
import { get } from './api.ts';
import { type ListKind, parseSearch } from './search.ts';
import type { Callback, Link, LoggedRequest, Page, Payin, Payout } from './types.ts';

/** Type of the rows in each list. */
export interface Rows {
  readonly payins: Payin;
  readonly payouts: Payout;
  readonly links: Link;
  readonly callbacks: Callback;
  readonly requests: LoggedRequest;
}

/** A list with the pages loaded so far. */
export interface ListState<Kind extends ListKind = ListKind> extends Page<Rows[Kind]> {
  readonly kind: Kind;
  readonly query: string;
  readonly problems: readonly string[];
  readonly error: string | null;
  /** False until the first page has arrived. */
  readonly loaded: boolean;
}

const pageSize = 100;

/** The list that the page shows. */
export const list = signal<ListState>({
  kind: 'payins',
  query: '',
  problems: [],
  items: [],
  nextCursor: null,
  error: null,
  loaded: false,
});

/** Aborts the previous query, so its response does not appear after a later query. */
let asking = new AbortController();
let loadingMore = false;

/** Identifier with which the page opens a row. */
export function idOf(kind: ListKind, row: Rows[ListKind]): string {
  if (kind === 'links') return (row as Link).linkCode;
  return kind === 'callbacks' || kind === 'requests' ? (row as Callback).id : (row as Payin).orderNo;
}

async function page<Kind extends ListKind>(
  kind: Kind,
  query: string,
  cursor?: string,
): Promise<Page<Rows[Kind]>> {
  const { filter } = parseSearch(kind, query);
  return get(`/${kind}`, {
    query: { ...filter, limit: String(pageSize), cursor },
    signal: asking.signal,
  });
}

/** Shows another list or another search. Keeps the old rows until the response arrives. */
export async function openList(kind: ListKind, query: string): Promise<void> {
  asking.abort();
  asking = new AbortController();
  const { problems } = parseSearch(kind, query);
  const before = list.value;
  const same = before.kind === kind;
  list.value = same
    ? { ...before, query, problems }
    : { kind, query, problems, items: [], nextCursor: null, error: null, loaded: false };
  await settle(async () => {
    list.value = { kind, query, problems, ...(await page(kind, query)), error: null, loaded: true };
  });
}

/** Reloads the first page. Keeps the rows of later pages. */
export async function refreshList(): Promise<void> {
  const { kind, query } = list.value;
  await settle(async () => {
    const fresh = await page(kind, query);
    const { items, nextCursor, stoppedAfter, ...rest } = list.value;
    if (rest.kind !== kind || rest.query !== query) return;
    const loaded = { items, nextCursor, stoppedAfter };
    list.value = { ...rest, ...merged(kind, fresh, loaded), error: null, loaded: true };
  });
}

/** Adds the newest rows at the top. If the new page is full, keeps the rows of later pages. */
function merged(
  kind: ListKind,
  fresh: Page<Rows[ListKind]>,
  loaded: Page<Rows[ListKind]>,
): Page<Rows[ListKind]> {
  const seen = new Set(fresh.items.map((row) => idOf(kind, row)));
  const last = fresh.items.at(-1);
  const joins =
    last === undefined ? -1 : loaded.items.findIndex((row) => idOf(kind, row) === idOf(kind, last));
  // Show only the new page if no later page exists, or if the old and the new page do not overlap. A page of a search
  // that stopped ends at the same row each time, so no row is missing after it.
  if (fresh.nextCursor === null || (joins === -1 && fresh.stoppedAfter === undefined)) return fresh;
  const older = loaded.items.slice(joins + 1).filter((row) => !seen.has(idOf(kind, row)));
  if (older.length === 0) return fresh;
  return { ...loaded, items: [...fresh.items, ...older] };
}

/** Loads the next page while the user scrolls, shortly before the end of the list. */
export async function loadMore(): Promise<void> {
  const { kind, query, nextCursor } = list.value;
  if (loadingMore || nextCursor === null) return;
  loadingMore = true;
  await settle(async () => {
    const next = await page(kind, query, nextCursor);
    const now = list.value;
    if (now.nextCursor !== nextCursor) return;
    const { nextCursor: after, stoppedAfter } = next;
    list.value = { ...now, items: [...now.items, ...next.items], nextCursor: after, stoppedAfter };
  });
  loadingMore = false;
}

/** Updates the status of an order after a change. The next refresh loads the moves that are then possible. */
export function patchStatus(kind: ListKind, id: string, status: string): void {
  const now = list.value;
  if (now.kind !== kind) return;
  const at = now.items.findIndex((row) => idOf(kind, row) === id);
  const row = now.items[at];
  if (row === undefined || !('status' in row) || row.status === status) return;
  const items = now.items.with(at, { ...row, status, moves: [] } as Rows[ListKind]);
  list.value = { ...now, items };
}

async function settle(work: () => Promise<void>): Promise<void> {
  const { signal: mine } = asking;
  try {
    await work();
  } catch (error) {
    if (mine.aborted) return;
    list.value = {
      ...list.value,
      error: error instanceof Error ? error.message : String(error),
      loaded: true,
    };
  }
}
