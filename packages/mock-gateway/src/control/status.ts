import { formatIst } from '@inrgate/sdk/internal';
import { version } from '../configuration/version.ts';
import { StoreError } from '../store/store-error.ts';
import type { ControlGateway } from './control-gateway.ts';
import type { ControlResponse } from './responses/responses.ts';

/** contract: GET /health. */
export function healthView({ store, clock }: ControlGateway): ControlResponse<'Health'> {
  return { status: 'ok', version, store: store.kind, now: formatIst(clock.now()) };
}

/** Readiness for a load balancer, with a readable reason if the gateway is not ready. */
export type Readiness = ControlResponse<'Ready' | 'NotReady'>;

/** contract: GET /ready. */
export async function readiness({ store, isEnding }: ControlGateway): Promise<Readiness> {
  if (isEnding) return notReady('The gateway is shutting down. It still responds to requests.');
  try {
    await store.tryToWrite();
    return { ready: true };
  } catch (error) {
    const code = error instanceof StoreError ? `: ${error.code}` : '';
    return notReady(`The gateway’s store accepts no writes${code}.`);
  }
}

function notReady(message: string): Readiness {
  return { ready: false, error: 'not_ready', message };
}

/** Returns counts by state, the time and the next due time. */
export async function overviewOf(gateway: ControlGateway): Promise<ControlResponse<'Overview'>> {
  const { store, clock, timers, log, faults } = gateway;
  const tallies = await store.tallies(clock);
  const nextDueAt = timers.nextDue();
  return {
    ...healthView(gateway),
    mode: clock.mode,
    nextDueAt: nextDueAt === null ? null : formatIst(nextDueAt),
    ...tallies,
    requests: log.tally(),
    faults: faults.list().length,
    merchants: store.merchants.all().length,
  };
}
