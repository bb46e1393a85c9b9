import { Resolver } from 'node:dns';

export interface DnsOptions {
  /** `address:port` each; those of the system when they are left out. */
  readonly servers?: readonly string[] | undefined;
  /** Real milliseconds after which the servers count as silent. */
  readonly withinMs?: number | undefined;
}

/** Kept as they are now: a test may fake timers around a gateway in its own process. */
const [later, callOff] = [setTimeout, clearTimeout];

/** Errors that no server has caused: its silence has. */
const silent = ['ETIMEOUT', 'ECANCELLED'];

/**
 * Whether the DNS servers respond about a name, whatever the response. Both record types that the system's lookup asks for
 * are asked for, because some servers respond to one only. c-ares speaks to the servers over sockets: no thread waits.
 */
export async function dnsResponds(
  name: string,
  { servers, withinMs = 1_000 }: DnsOptions = {},
): Promise<boolean> {
  // A new one each time, because it reads the system's configuration only once. The second try waits twice as long.
  const resolver = new Resolver({ timeout: Math.ceil(withinMs / 3), tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  const responded = (ask: 'resolve4' | 'resolve6') =>
    new Promise<boolean>((resolve) => {
      resolver[ask](name, (error) => resolve(!silent.includes(error?.code ?? '')));
    });
  // Each server has its tries, and there may be several.
  const timer = later(() => resolver.cancel(), withinMs);
  try {
    const both = await Promise.all([responded('resolve4'), responded('resolve6')]);
    return both.every(Boolean);
  } finally {
    callOff(timer);
  }
}
