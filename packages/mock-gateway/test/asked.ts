import { setImmediate as turn } from 'node:timers/promises';
import type { Client, Pool } from 'pg';
import type { Driver } from '../src/postgres/connection/driver.ts';

/** Counts the pending queries of a database. */
export class Asked {
  readonly #underWay = new Set<Promise<unknown>>();

  count<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work);
    const ended = () => this.#underWay.delete(work);
    work.then(ended, ended);
    return work;
  }

  /** Waits until every query has a result, including queries that begin during the wait. */
  async answered(): Promise<void> {
    do {
      await Promise.allSettled(this.#underWay);
      await turn();
    } while (this.#underWay.size > 0);
  }
}

/** A driver that records its connections and queries. */
export function countedDriver({ Client, Pool }: Driver, asked: Asked): Driver {
  class CountedClient extends Client {
    constructor(...given: ConstructorParameters<typeof Client>) {
      super(...given);
      counted(this, 'query', asked);
    }
  }
  class CountedPool extends Pool {
    constructor(...given: ConstructorParameters<typeof Pool>) {
      super(...given);
      counted(this, 'connect', asked);
    }
  }
  return { Client: CountedClient, Pool: CountedPool };
}

/** @param name method that returns a promise */
function counted(of: Client | Pool, name: 'query' | 'connect', asked: Asked): void {
  const method: (...values: unknown[]) => Promise<unknown> = Reflect.get(of, name).bind(of);
  Reflect.set(of, name, (...values: unknown[]) => asked.count(method(...values)));
}
