import type { CallbackScheduler } from './callbacks/scheduler.ts';
import type { Timetable } from './clock/timetable.ts';
import type { Shared } from './cluster/shared.ts';
import type { GatewayConfig } from './configuration/options.ts';
import { clockView } from './control/clock.ts';
import type { ControlEvent } from './control/responses/events.ts';
import type { PresentGeneration } from './present-generation.ts';
import { seedAnew } from './seed.ts';

export interface ResetParts {
  readonly shared: Shared;
  readonly present: PresentGeneration;
  readonly scheduler: CallbackScheduler;
  readonly timetable: Timetable;
  readonly config: GatewayConfig;
  /** Aborts when the gateway closes. */
  readonly closing: AbortSignal;
  readonly onError: (error: unknown) => void;
}

/**
 * Replaces everything by the configuration (contract: POST /reset). What was asked for before it ends or is forgotten, what
 * is asked for later comes after it.
 */
export function resetGateway(parts: ResetParts): Promise<void> {
  const { present, scheduler, timetable, onError } = parts;
  const reset = timetable.stopFor(
    () => replaceAll(parts),
    (work) => present.withLock(['clock', 'configuration'], work),
  );
  // A move of the clock that is under way waits for its deliveries.
  scheduler.stop({ graceMs: 0 }).catch(onError);
  return reset;
}

async function replaceAll(parts: ResetParts): Promise<void> {
  const { shared, present, scheduler, timetable, config, closing, onError } = parts;
  const { clock, events } = shared;
  try {
    await scheduler.stop({ graceMs: 0 });
    const atRealTime = { ids: present.ports.ids, clock: { now: () => clock.realTime } };
    await shared.startOver(seedAnew(atRealTime, config));
    events.publish(() => [{ type: 'clock', data: clockView(clock) } satisfies ControlEvent]);
  } finally {
    if (!closing.aborted) {
      // A store that fails here fails later too, and then is tried again.
      await scheduler.start().catch(onError);
      timetable.start();
    }
  }
}
