import { formatIst } from '@inrgate/sdk/internal';
import { z } from 'zod';
import { ClockError, type GatewayClock } from '../clock/gateway-clock.ts';
import { ControlError } from '../http/core/control-error.ts';
import { sentence } from '../http/core/respond.ts';
import { call } from './call.ts';
import type { ControlGateway } from './control-gateway.ts';
import { durationInput } from './input.ts';
import type { ControlEvent } from './responses/events.ts';
import type { ControlResponse } from './responses/responses.ts';

/** Time at which to freeze. The default is now. */
const freezeInput = z.strictObject({
  at: z.iso.datetime({ offset: true, error: 'must be an ISO 8601 time with its offset' }).optional(),
});

export type ClockView = ControlResponse<'Clock'>;

/** Converts the clock to the format of the control API and its events. */
export function clockView(clock: GatewayClock): ClockView {
  return { now: formatIst(clock.now()), mode: clock.mode };
}

/** Calls that read and move the gateway's clock. The clock only moves forward (contract: GET /clock). */
export const clockCalls = {
  /** Returns the gateway's time as ISO 8601 in IST, and its mode. */
  get: call({
    route: 'GET /clock',
    summary: 'Get the time',
    response: 'Clock',
    run: ({ clock }) => clockView(clock),
  }),
  /**
   * Advances the clock and runs every timer that falls due, in order and at its own time. Resolves when the deliveries
   * that the advance started have ended.
   *
   * A callback handler must respond before it moves the clock. Otherwise the attempt fails after 8 s, because the move
   * waits for the response.
   */
  advance: call({
    route: 'POST /clock/advance',
    summary: 'Advance the clock and run every timer that falls due',
    body: {
      schema: z.strictObject({ by: durationInput }),
      examples: {
        'Move past the expiry of an order': { by: '31m' },
        'Move by a day and a half': { by: '1d12h' },
      },
    },
    response: 'Clock',
    run: (gateway, { body: { by } }) => clockChanged(gateway, gateway.timers.advance(by)),
  }),
  /**
   * Advances to the next expiry of an order or the next attempt of a callback. Does nothing if neither is scheduled.
   */
  advanceToNext: call({
    route: 'POST /clock/advance-to-next',
    summary: 'Advance the clock to the next due time',
    response: 'Clock',
    run: (gateway) => clockChanged(gateway, gateway.timers.advanceToNext()),
  }),
  /** Freezes the clock now. With a later time, first advances to that time. */
  freeze: call({
    route: 'POST /clock/freeze',
    summary: 'Freeze the clock',
    body: {
      schema: freezeInput,
      examples: { Now: {}, 'Freeze at a later instant': { at: '2026-11-21T00:00:00+05:30' } },
    },
    response: 'Clock',
    run: (gateway, { body: { at } }) =>
      clockChanged(gateway, gateway.timers.freeze(at === undefined ? undefined : Date.parse(at))),
  }),
  /** Resumes the clock from its current time. */
  resume: call({
    route: 'POST /clock/resume',
    summary: 'Resume the clock',
    response: 'Clock',
    run: (gateway) => clockChanged(gateway, gateway.timers.resume()),
  }),
};

/** Waits for a change of the clock, then publishes it as an event. */
export async function clockChanged(
  { clock, events }: Pick<ControlGateway, 'clock' | 'events'>,
  change: Promise<void>,
): Promise<ClockView> {
  await change.catch(refuse);
  const now = clockView(clock);
  events.publish(() => [{ type: 'clock', data: now } satisfies ControlEvent]);
  return now;
}

function refuse(error: unknown): never {
  if (error instanceof ClockError && (error.code === 'clock_stopped' || error.code === 'clock_held'))
    throw new ControlError('illegal_transition', sentence(error.message), { cause: error });
  if (error instanceof ClockError) throw new ControlError('invalid_body', error.message);
  throw error;
}
