import { Socket } from 'node:net';
import { systemLookup } from '@inrgate/conformance/internal';
import type { ClientConfig } from 'pg';
import { StoreError } from '../../store/store-error.ts';
import { fromJson, fromText } from './text.ts';

/** The part of `pg` that the store uses. */
export type Driver = Pick<typeof import('pg').default, 'Client' | 'Pool'>;

/**
 * Loads the driver, which only a PostgreSQL URL requires.
 *
 * @throws {StoreError} `store_driver_missing`
 */
export async function loadDriver(load: () => Promise<{ readonly default: Driver }> = () => import('pg')) {
  try {
    return (await load()).default;
  } catch (cause) {
    throw new StoreError(
      'store_driver_missing',
      'a postgres:// store requires the driver pg: npm install pg',
      {
        cause,
      },
    );
  }
}

/** Type numbers of PostgreSQL (pg_type.dat). */
const readers: Readonly<Record<number, (text: string) => unknown>> = {
  16: (text) => text === 't',
  20: BigInt,
  23: Number,
  25: fromText,
  114: fromJson,
  701: Number,
  3802: fromJson,
};

/**
 * Readers of result types. 64-bit integers become bigint, because numbers would round paise. Other types stay strings.
 */
export const types: ClientConfig['types'] = {
  getTypeParser: (type: number) => readers[type] ?? String,
};

/** The driver's socket. It connects to a host and port, or to a path. */
class DriverSocket extends Socket {
  override connect(...to: readonly unknown[]): this {
    const [port, host] = to;
    const hasName = typeof port === 'number' && typeof host === 'string';
    return hasName
      ? super.connect({ port, host, lookup: systemLookup })
      : super.connect(...(to as [path: string]));
  }
}

/**
 * Resolves the database's host name like those of callbacks. A hanging lookup of a receiver therefore does not block
 * the database.
 */
export const stream: NonNullable<ClientConfig['stream']> = () => new DriverSocket();
