import type { CallbackScheduler } from './callbacks/scheduler.ts';
import type { Timetable } from './clock/timetable.ts';
import type { GatewayConfig } from './configuration/options.ts';
import { clockView } from './control/clock.ts';
import type { ControlEvent } from './control/responses/events.ts';
import type { PresentGeneration } from './present-generation.ts';
import { seedAnew } from './seed.ts';
import type { GatewayState } from './state/gateway-state.ts';

export interface ResetParts {
  readonly state: GatewayState;
  readonly present: PresentGeneration;
  readonly scheduler: CallbackScheduler;
  readonly timetable: Timetable;
  readonly config: GatewayConfig;
  /** Aborts when the gateway closes. */
  readonly closing: AbortSignal;
  readonly onError: (error: unknown) => void;
}

/**
 * Replaces all state with the configuration (contract: POST /reset). Running calls end or have no effect. Later calls
 * wait for the reset.
 */
export function resetGateway(parts: ResetParts): Promise<void> {
  const { state, present, config } = parts;
  return replaced(parts, () => {
    const atRealTime = { ids: present.ports.ids, clock: { now: () => state.clock.realTime } };
    return state.startOver(seedAnew(atRealTime, config));
  });
}

/**
 * Replaces all state with a snapshot (contract: POST /snapshots/:name/restore). Running calls end or have no effect.
 * Later calls wait for the restore.
 */
export function restoreGateway(parts: ResetParts, name: string): Promise<void> {
  return replaced(parts, async () => void (await parts.state.restore(name)));
}

function replaced(parts: ResetParts, work: () => Promise<void>): Promise<void> {
  const { present, scheduler, timetable, onError } = parts;
  const reset = timetable.stopFor(
    () => replaceAll(parts, work),
    (locked) => present.withLock(['clock', 'configuration'], locked),
  );
  scheduler.stop({ graceMs: 0 }).catch(onError);
  return reset;
}

async function replaceAll(parts: ResetParts, work: () => Promise<void>): Promise<void> {
  const { state, scheduler, timetable, closing, onError } = parts;
  const { clock, events } = state;
  try {
    await scheduler.stop({ graceMs: 0 });
    await work();
    events.publish(() => [{ type: 'clock', data: clockView(clock) } satisfies ControlEvent]);
  } finally {
    if (!closing.aborted) {
      // If the store fails, the scheduler retries later.
      await scheduler.start().catch(onError);
      timetable.start();
    }
  }
}
