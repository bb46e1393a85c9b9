import { signal } from '@preact/signals';
import type { ListKind } from './search.ts';

const listKinds = ['payins', 'payouts', 'links', 'callbacks', 'requests'] as const satisfies ListKind[];
const panels = ['faults', 'merchants', 'ledger', 'settings'] as const;
/** A list or another view, by its name in the URL. */
export type View = ListKind | (typeof panels)[number];

/** The tabs of a detail view, in their order. */
export const tabs = ['summary', 'timeline', 'raw', 'signature'] as const;
/** A view of one order, callback or request. */
export type Tab = (typeof tabs)[number];

/** A location within the dashboard. It contains all parts of the URL. */
export interface Route {
  readonly view: View;
  /** Id of the open order, callback, request or merchant, or null. */
  readonly id: string | null;
  readonly tab: Tab;
  readonly query: string;
}

const views: readonly string[] = [...listKinds, ...panels];

/** Returns true for a list whose rows open next to it. */
export function isList(view: View): view is ListKind {
  return (listKinds as readonly string[]).includes(view);
}

/** Parses `#/payins/PI2026…/timeline?q=status:pending`. Ignores unknown parts. */
export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view = '', id = '', tab = ''] = path.split('/').map(decoded);
  return {
    view: views.includes(view) ? (view as View) : 'payins',
    id: id === '' ? null : id,
    tab: (tabs as readonly string[]).includes(tab) ? (tab as Tab) : 'summary',
    query: new URLSearchParams(search).get('q') ?? '',
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Returns the URL of a location. Missing parts get the defaults of `parseRoute`. */
export function hrefOf({
  view,
  id = null,
  tab = 'summary',
  query = '',
}: Partial<Route> & { view: View }): string {
  const tail = id === null ? '' : `/${encodeURIComponent(id)}${tab === 'summary' ? '' : `/${tab}`}`;
  return `#/${view}${tail}${query === '' ? '' : `?${new URLSearchParams({ q: query })}`}`;
}

/** Current location. */
export const route = signal<Route>(parseRoute(''));

export function followAddress(): void {
  const read = () => {
    route.value = parseRoute(location.hash);
  };
  addEventListener('hashchange', read);
  read();
}

/**
 * Navigates to a location. With `replace`, adds no entry to the history. Use it for a search that the user is typing.
 */
export function go(to: Partial<Route> & { view: View }, { replace = false } = {}): void {
  const href = hrefOf(to);
  if (replace) history.replaceState(null, '', href);
  else if (location.hash !== href) history.pushState(null, '', href);
  route.value = parseRoute(href);
}
