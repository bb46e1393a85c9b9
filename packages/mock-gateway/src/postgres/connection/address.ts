/**
 * Returns whether the URL's options are usable. An invalid port breaks the driver's pool. `listen` must contain no
 * user, because the driver's errors would contain the password.
 */
export function hasUsableOptions({ searchParams }: URL): boolean {
  const listen = searchParams.get('listen') ?? '';
  const ports = [searchParams.get('port'), /:(\d+)$/.exec(listen)?.[1]];
  return !listen.includes('@') && ports.every((port) => port === null || port === undefined || isPort(port));
}

function isPort(text: string): boolean {
  return /^\d{0,5}$/.test(text) && Number(text) < 65_536;
}

/** Returns the URL of the same database and user, at the host and port of `listen`. */
export function listeningUrl(url: string): string {
  const there = new URL(url);
  const { searchParams } = there;
  const [, host, port] = /^(.+?)(?::(\d+))?$/.exec(searchParams.get('listen') ?? '') ?? [];
  if (host === undefined) return url;
  searchParams.set('host', host.replace(/^\[(.*)\]$/, '$1'));
  searchParams.set('port', port ?? '5432');
  return there.href;
}
