import type { WakeUps } from '../../cluster/wake-ups.ts';
import type { Database } from '../connection/database.ts';
import { Groups } from './groups.ts';
import type { Notices } from './notices.ts';

/** Wake-ups of one instance. The instance receives its own wake-ups immediately, even if no notification arrives. */
export function sharedWakeUps(database: Database, { notices }: { readonly notices: Notices }) {
  const listeners = new Set<(at: number) => void>();
  const tell = (at: number) => {
    for (const listener of listeners) listener(at);
  };
  const groups = new Groups(async (instants: readonly number[]) => {
    const text = `SELECT pg_notify($1, 'wake ' || $2 || ' ' || at) FROM unnest($3::bigint[]) AS a (at)`;
    await database.write({ text, values: [notices.channel, notices.id, instants.map(BigInt)] });
    return instants;
  });
  notices.on('wake', (said) => {
    const [sender, at] = said.split(' ');
    if (sender !== notices.id && at !== undefined) tell(Number(at));
  });
  return {
    wake(at) {
      tell(at);
      // Every instance also polls, so ignore a lost wake-up.
      groups.ask(at).catch(() => {});
    },
    onWake: (listener) => void listeners.add(listener),
    end: () => listeners.clear(),
    idle: () => groups.idle(),
  } satisfies WakeUps & { idle(): Promise<void> };
}
