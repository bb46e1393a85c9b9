/** Whether its options name ports that there are: another one breaks the driver's pool. */
export function hasPorts({ searchParams }: URL): boolean {
  const ports = [searchParams.get('port'), /:(\d+)$/.exec(searchParams.get('listen') ?? '')?.[1]];
  return ports.every((port) => port === null || port === undefined || isPort(port));
}

function isPort(text: string): boolean {
  return /^\d{0,5}$/.test(text) && Number(text) < 65_536;
}

/** The same database with the same user, at the host and the port that `listen` names. */
export function listeningUrl(url: string): string {
  const there = new URL(url);
  const { searchParams } = there;
  const [, host, port] = /^(.+?)(?::(\d+))?$/.exec(searchParams.get('listen') ?? '') ?? [];
  if (host === undefined) return url;
  searchParams.set('host', host.replace(/^\[(.*)\]$/, '$1'));
  searchParams.set('port', port ?? '5432');
  return there.href;
}
