import dns, { type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isLoopback } from '@inrgate/sdk/internal';
import { callbackTimeoutMs } from '@inrgate/sdk/protocol';
import { dnsResponds } from './dns-responds.ts';
import { namesInHostsFile } from './hosts-file.ts';
import { searchDomains } from './search-domains.ts';

export interface NameLookupsOptions {
  /** Looks a name up as the system does; occupies a thread of libuv until it ends. */
  readonly system: (name: string, hints: number) => Promise<readonly LookupAddress[]>;
  /** Whether the DNS servers respond about a name; occupies no thread. */
  readonly responds: (name: string) => Promise<boolean>;
  /** The names in the hosts file, in lower case. */
  readonly hosts: () => Promise<ReadonlySet<string>>;
  /** The domains that the system may append to a name. */
  readonly searched: () => Promise<readonly string[]>;
  /** Monotonic real milliseconds. */
  readonly elapsed?: (() => number) | undefined;
}

/** Saved at load time, because a test can fake timers around a gateway in its process. */
const now = performance.now.bind(performance);

/** No connection waits for a name for longer than a callback may take. */
const patienceMs = callbackTimeoutMs;

/** 127.0.0.1 first, so that a refused connection is reported as refused where the machine has no IPv6. */
const loopbackAddresses: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

interface Pending {
  /** Time of the last request for the name. */
  askedAt: number;
  readonly found: Promise<readonly LookupAddress[]>;
}

/**
 * Name lookups that a hung name cannot stop. The system's lookup (getaddrinfo) blocks a thread, and libuv lends two at once. Two
 * names with a hanging DNS would therefore stop every other lookup in the process. The rules are:
 *
 * - each name has one lookup at a time, and `localhost` none
 * - two lookups run at once, at most: one of a name whose DNS servers have responded just before, and one of any other
 *   name. The first takes milliseconds. The second may hang.
 *
 * The addresses always come from the system, as only it knows the hosts file, search domains, mDNS and per-domain servers
 * (VPN, Docker, Kubernetes). A DNS client that blocks no thread only decides which names are safe to look up.
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

  /** `lookup` function for `net.connect` and its users, without `this`. */
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

  /** Names that are being looked up, or wait for that. */
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

  /** The system's lookup hangs as well where only the servers of a search domain are silent. */
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

/** One after another. */
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

/** The lookups of this process. There is one, as there is one pool of threads. */
export const systemLookup: LookupFunction = new NameLookups({
  system: (name, hints) => dns.promises.lookup(name, { all: true, hints }),
  responds: dnsResponds,
  hosts: namesInHostsFile,
  searched: searchDomains,
}).lookup;
