import { formatIst } from '@inrgate/sdk/internal';
import type { ControlDeps } from './deps.ts';
import { healthView } from './health.ts';
import type { ControlResponse } from './responses/responses.ts';

/** Returns counts by state, the time and the next due time. */
export async function overviewOf(deps: ControlDeps): Promise<ControlResponse<'Overview'>> {
  const { ports, clock, timetable, log } = deps;
  const [tallies, merchants, nextDueAt, requests, faults] = await Promise.all([
    ports.store.tallies(clock.now()),
    ports.store.merchants.all(),
    timetable.nextDue(),
    log.tally(),
    deps.faults().list(),
  ]);
  return {
    ...healthView(deps),
    mode: clock.mode,
    nextDueAt: nextDueAt === null ? null : formatIst(nextDueAt),
    ...tallies,
    requests,
    faults: faults.length,
    merchants: merchants.length,
  };
}
