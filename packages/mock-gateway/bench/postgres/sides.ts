import type { Entrants } from '../../../../scripts/bench/compare.ts';
import { processorOf } from '../../../../scripts/bench/processes.ts';
import { type RunningServer, startServer } from '../../../../scripts/bench/start-server.ts';
import { type PostgresServer, startPostgres } from '../../../../test/postgres.ts';
import { load, signedPayin } from '../load.ts';

const servers = new URL('../servers.ts', import.meta.url);

/** The least that a server can do which keeps something. */
export const peer = 'node:http with one INSERT per request';

/** A server, and the PostgreSQL that it alone has, which waits for the disk. */
export interface Side {
  readonly server: RunningServer;
  readonly postgres: PostgresServer;
}

/**
 * Ours and the peer.
 *
 * @param wayTo where a server finds its database, when that is not the database's own address
 */
export async function bothSides(
  measure: (side: Side) => Promise<number>,
  wayTo: (postgres: PostgresServer) => Promise<string> = async ({ url }) => url,
): Promise<Entrants> {
  const start = async (name: string): Promise<Side> => {
    const postgres = await startPostgres({ isDurable: true });
    return { server: await startServer(servers, name, await wayTo(postgres)), postgres };
  };
  const stop = async ({ server, postgres }: Side) => {
    await server.stop();
    await postgres.stop();
  };
  const [ours, theirs] = [await start('gateway'), await start('inserting')];
  return {
    measures: [
      ['gateway', () => measure(ours)],
      [peer, () => measure(theirs)],
    ],
    close: () => Promise.all([ours, theirs].map(stop)),
  };
}

/** @returns responses per second */
export function create({ url }: RunningServer, count: number, connections: number): Promise<number> {
  const bodies = Array.from({ length: count }, () => signedPayin());
  return load(`${url}payin`, { bodies, connections });
}

/** CPU seconds of servers and their PostgreSQL so far. Not a number if PostgreSQL runs elsewhere. */
export async function processor(
  all: readonly RunningServer[],
  { pid }: Pick<PostgresServer, 'pid'>,
): Promise<number> {
  const reports = await Promise.all(all.map((server) => server.report()));
  const own = reports.reduce((sum, report) => sum + report.processor, 0);
  return own + (pid === null ? Number.NaN : processorOf(pid));
}
