import { Resolver } from 'node:dns';

export interface DnsOptions {
  /** DNS servers as `address:port`. The default is the system's servers. */
  readonly servers?: readonly string[] | undefined;
  /** Real milliseconds without a response after which a server counts as silent. */
  readonly withinMs?: number | undefined;
}

/** Save the timers at load time, because a test can fake timers in a gateway's process. */
const [later, callOff] = [setTimeout, clearTimeout];

/** Error codes of a silent server. */
const silent = ['ETIMEOUT', 'ECANCELLED'];

/**
 * Returns whether the DNS servers respond to a query for a name, regardless of the response. Queries both record types
 * of the system's lookup, because some servers respond to only one of them. c-ares blocks no thread, because it uses
 * sockets.
 */
export async function dnsResponds(
  name: string,
  { servers, withinMs = 1_000 }: DnsOptions = {},
): Promise<boolean> {
  // Create a resolver for each query, because a resolver reads the system's configuration only once. The second attempt
  // waits twice as long.
  const resolver = new Resolver({ timeout: Math.ceil(withinMs / 3), tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  const responded = (ask: 'resolve4' | 'resolve6') =>
    new Promise<boolean>((resolve) => {
      resolver[ask](name, (error) => resolve(!silent.includes(error?.code ?? '')));
    });
  // This time limit covers all servers, because c-ares tries each server separately.
  const timer = later(() => resolver.cancel(), withinMs);
  try {
    const both = await Promise.all([responded('resolve4'), responded('resolve6')]);
    return both.every(Boolean);
  } finally {
    callOff(timer);
  }
}
