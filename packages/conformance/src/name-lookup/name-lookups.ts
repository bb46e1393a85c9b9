import dns, { type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isLoopback } from '@inrgate/sdk/internal';
import { callbackTimeoutMs } from '@inrgate/sdk/protocol';
import { dnsResponds } from './dns-responds.ts';
import { namesInHostsFile } from './hosts-file.ts';
import { searchDomains } from './search-domains.ts';

export interface NameLookupsOptions {
  /** Looks up a name as the system does. Blocks a thread of libuv until the lookup ends. */
  readonly system: (name: string, hints: number) => Promise<readonly LookupAddress[]>;
  /** Returns whether the DNS servers respond to a query for a name. Blocks no thread. */
  readonly responds: (name: string) => Promise<boolean>;
  /** Returns the names in the hosts file, in lower case. */
  readonly hosts: () => Promise<ReadonlySet<string>>;
  /** Returns the domains that the system may append to a name. */
  readonly searched: () => Promise<readonly string[]>;
  /** Clock of monotonic real milliseconds. */
  readonly elapsed?: (() => number) | undefined;
}

/** Save the function at load time, because a test can fake timers in a gateway's process. */
const now = performance.now.bind(performance);

/** Maximum time that a connection waits for a lookup in milliseconds, equal to the time limit of a callback. */
const patienceMs = callbackTimeoutMs;

/** 127.0.0.1 is first, so a refused connection has the right error on a machine without IPv6. */
const loopbackAddresses: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

interface Pending {
  /** Time of the last lookup request for the name. */
  askedAt: number;
  readonly found: Promise<readonly LookupAddress[]>;
}

/**
 * Name lookups that a hanging lookup cannot block.
 *
 * The system's lookup (getaddrinfo) blocks a thread, and libuv allows two threads for lookups. If the DNS servers of
 * two names hang, every other lookup in the process would wait. The class therefore follows these rules:
 *
 * - Each name has one lookup at a time. `localhost` needs no lookup.
 * - At most two lookups run simultaneously. The first is for names with a very recent DNS response, and takes
 * milliseconds. The second is for any name, and may hang.
 *
 * The IP addresses always come from the system, because only the system uses the hosts file, search domains, mDNS and
 * per-domain servers (VPN, Docker, Kubernetes). A DNS client that blocks no thread only decides which names are safe to
 * look up.
 */
export class NameLookups {
  readonly #options: NameLookupsOptions;
  readonly #elapsed: () => number;
  readonly #responsive = new Lane();
  readonly #doubtful = new Lane();
  readonly #pending = new Map<string, Pending>();

  constructor(options: NameLookupsOptions) {
    this.#options = options;
    this.#elapsed = options.elapsed ?? now;
  }

  /** `lookup` function for `net.connect` and its callers. Callable without `this`. */
  get lookup(): LookupFunction {
    return (name, options, callback) => {
      this.#find(name.toLowerCase(), options.hints ?? 0).then(
        (all) => {
          const { family } = options;
          const wanted = family === 4 || family === 6 ? all.filter((one) => one.family === family) : all;
          const [first] = wanted;
          if (first === undefined) callback(notFound(name), []);
          else if (options.all) callback(null, [...wanted]);
          else callback(null, first.address, first.family);
        },
        (error: unknown) => callback(error instanceof Error ? error : notFound(name), []),
      );
    };
  }

  /** Number of running and waiting lookups. */
  get size(): number {
    return this.#pending.size;
  }

  #find(name: string, hints: number): Promise<readonly LookupAddress[]> {
    if (isLoopback(name)) return Promise.resolve(loopbackAddresses);
    const askedAt = this.#elapsed();
    const known = this.#pending.get(name);
    if (known !== undefined) {
      known.askedAt = askedAt;
      return known.found;
    }
    const found = this.#lookUp(name, hints).finally(() => void this.#pending.delete(name));
    this.#pending.set(name, { askedAt, found });
    return found;
  }

  /**
   * Queries the DNS servers for all names that the system tries, because the system's lookup also hangs if only the
   * servers of a search domain are silent.
   */
  async #responds(name: string): Promise<boolean> {
    const { responds, searched } = this.#options;
    const domains = name.endsWith('.') ? [] : await searched();
    const all = [name, ...domains.map((domain) => `${name}.${domain}`)];
    return (await Promise.all(all.map(responds))).every(Boolean);
  }

  async #lookUp(name: string, hints: number): Promise<readonly LookupAddress[]> {
    const { system, hosts } = this.#options;
    const isSafe = (await hosts()).has(name) || (await this.#responds(name));
    const lane = isSafe ? this.#responsive : this.#doubtful;
    return lane.run(() => {
      const { askedAt } = this.#pending.get(name) ?? { askedAt: 0 };
      if (this.#elapsed() - askedAt > patienceMs) throw lookupError('ETIMEOUT', name);
      return system(name, hints);
    });
  }
}

class Lane {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#last.then(work, work);
    this.#last = run.catch(() => {});
    return run;
  }
}

function notFound(name: string): NodeJS.ErrnoException {
  return lookupError('ENOTFOUND', name);
}

function lookupError(code: string, name: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`getaddrinfo ${code} ${name}`), {
    code,
    syscall: 'getaddrinfo',
    hostname: name,
  });
}

/** The only name lookups of this process, because the process has only one thread pool. */
export const systemLookup: LookupFunction = new NameLookups({
  system: (name, hints) => dns.promises.lookup(name, { all: true, hints }),
  responds: dnsResponds,
  hosts: namesInHostsFile,
  searched: searchDomains,
}).lookup;
