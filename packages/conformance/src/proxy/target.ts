/** Where a request goes that came to the proxy. */
export interface Route {
  readonly kind: 'v3' | 'v1' | 'callback' | 'other';
  /** The origin that it is passed on to. */
  readonly origin: URL;
  /** Path and query as they are passed on. */
  readonly target: string;
  /** The path below the root of its API, without the query. */
  readonly path: string;
  readonly query: string;
}

/** The roots that the proxy stands in front of. */
export interface Targets {
  /** The root of the v3 API. */
  readonly to: URL;
  /** The root of the v1 API. */
  readonly toLegacy: URL | null;
  /** The shop's endpoint for callbacks. */
  readonly callbacksTo: URL | null;
}

/** Callbacks come here, and below. */
export const callbackPath = '/callbacks';

/** A path as it is written in a URL, without a slash at the end. */
export function rootPath({ pathname }: URL): string {
  return pathname.replace(/\/$/, '');
}

/** Whether two roots cannot be told apart by their paths. */
export function isAmbiguous({ to, toLegacy }: Targets): boolean {
  return toLegacy !== null && rootPath(to) === rootPath(toLegacy);
}

/** Paths stay as they are, so that the longest root that fits says whose a request is. */
export function routeOf(url: string, targets: Targets): Route {
  // What is written to a proxy names the host as well (RFC 9112, absolute-form).
  const target = url.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
  const at = target.indexOf('?');
  const [path, query] = at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)];
  if (targets.callbacksTo !== null && isBelow(path, callbackPath)) {
    return callbackRoute(targets.callbacksTo, { path, query });
  }
  const roots = [
    { kind: 'v3', url: targets.to },
    ...(targets.toLegacy === null ? [] : [{ kind: 'v1', url: targets.toLegacy } as const]),
  ] as const;
  const [nearest] = roots
    .filter((root) => isBelow(path, rootPath(root.url)))
    .sort((a, b) => rootPath(b.url).length - rootPath(a.url).length);
  if (nearest === undefined) return { kind: 'other', origin: targets.to, target, path, query };
  const below = path.slice(rootPath(nearest.url).length);
  return { kind: nearest.kind, origin: nearest.url, target, path: below, query };
}

/** What stands below `/callbacks` is below the shop's address. */
function callbackRoute(to: URL, { path, query }: { readonly path: string; readonly query: string }): Route {
  const below = path.slice(callbackPath.length);
  const own = below === '' ? to.pathname : rootPath(to) + below;
  const search = [to.search.slice(1), query].filter((part) => part !== '').join('&');
  return { kind: 'callback', origin: to, target: search === '' ? own : `${own}?${search}`, path: own, query };
}

function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}
