/** Difference between the URL and its redirect. Path and query are omitted, because they can contain secrets. */
export type RedirectChange = 'https' | 'host' | 'slash' | 'login' | 'same' | 'other';

/** The target of a redirect, without its path and query. */
export interface Redirect {
  /** Host and port, for example `other.example:8080`. */
  readonly host: string;
  readonly change: RedirectChange;
}

/** Reads the `Location` header of a response with status 3xx. */
export function redirectOf(status: number, location: string | null, url: string): Redirect | null {
  const isRedirect = status >= 300 && status < 400;
  if (!isRedirect || location === null || !URL.canParse(location, url)) return null;
  const to = new URL(location, url);
  return { host: to.host, change: changeOf(new URL(url), to) };
}

function changeOf(from: URL, to: URL): RedirectChange {
  if (/(?:^|[/._-])(?:log-?in|sign-?in|sso|oauth2?|auth|authorize)(?:$|[/._?-])/i.test(to.pathname))
    return 'login';
  const isSamePath = to.pathname === from.pathname && to.search === from.search;
  if (isSamePath && to.hostname !== from.hostname) return 'host';
  if (isSamePath && to.protocol !== from.protocol) return to.protocol === 'https:' ? 'https' : 'other';
  if (to.href === from.href) return 'same';
  const withoutSlash = (path: string) => (path.endsWith('/') ? path.slice(0, -1) : path);
  const isSlash = to.host === from.host && withoutSlash(to.pathname) === withoutSlash(from.pathname);
  return isSlash && to.pathname !== from.pathname ? 'slash' : 'other';
}
