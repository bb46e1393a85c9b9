import type { RequestOptions } from 'node:http';
import { urlToHttpOptions } from 'node:url';

/** Maximum number of cached URLs. */
export const maxTargets = 100;

/** Cache of parsed URLs, because most callbacks use the same few URLs. */
export class KnownTargets {
  readonly #targets = new Map<string, RequestOptions>();

  get size(): number {
    return this.#targets.size;
  }

  of(url: string): RequestOptions {
    const known = this.#targets.get(url);
    if (known !== undefined) return known;
    const { protocol, hostname, port, path, auth } = urlToHttpOptions(new URL(url));
    const target = { protocol, hostname, port, path, auth };
    if (this.#targets.size >= maxTargets) this.#targets.clear();
    this.#targets.set(url, target);
    return target;
  }
}
