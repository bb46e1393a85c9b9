import { type Duration, formatIst } from '@inrgate/sdk/internal';
import { z } from 'zod';
import { ClockError, type GatewayClock } from '../clock/gateway-clock.ts';
import { ControlError } from '../http/core/control-error.ts';
import type { ControlGateway } from './control-gateway.ts';
import { durationInput, parseInput } from './input.ts';
import type { ControlEvent } from './responses/events.ts';
import type { ControlResponse } from './responses/responses.ts';
import { sentence } from './sentence.ts';

/** Duration of an advance. `advance` parses the string. */
export const advanceInput = z.strictObject({
  by: z.string({ error: 'must be a duration, for example "31m"' }),
});
/** Time at which to freeze. The default is now. */
export const freezeInput = z.strictObject({
  at: z.iso.datetime({ offset: true, error: 'must be an ISO 8601 time with its offset' }).optional(),
});

const duration = z.strictObject({ by: durationInput });

export type FreezeInput = z.input<typeof freezeInput>;
export type ClockView = ControlResponse<'Clock'>;

/** Converts the clock to the format of the control API and its events. */
export function clockView(clock: GatewayClock): ClockView {
  return { now: formatIst(clock.now()), mode: clock.mode };
}

/** Calls that read and move the gateway's clock. The clock only moves forward (contract: GET /clock). */
export function clockControls(gateway: ControlGateway) {
  const { clock, timers } = gateway;
  const view = () => clockView(clock);
  const moved = (move: Promise<void>) => clockMoved(gateway, move);

  return {
    /** Returns the gateway's time as ISO 8601 in IST, and its mode. */
    get: view,

    /**
     * Advances the clock and runs every timer that falls due, in order and at its own time. Resolves when the
     * deliveries that the advance started have ended.
     *
     * A callback handler must respond before it moves the clock. Otherwise the attempt fails after 8 s, because the
     * move waits for the response.
     *
     * @param by duration in `s`, `m`, `h` or `d`, or a combination: `31m`, `1h30m`
     */
    async advance(by: Duration): Promise<ClockView> {
      return moved(timers.advance(parseInput(duration, { by }).by));
    },

    /**
     * Advances to the next expiry of an order or the next attempt of a callback. Does nothing if neither is scheduled.
     */
    async advanceToNext(): Promise<ClockView> {
      return moved(timers.advanceToNext());
    },

    /** Freezes the clock now. With a later time, first advances to that time. */
    async freeze(input: FreezeInput = {}): Promise<ClockView> {
      const { at } = parseInput(freezeInput, input);
      return moved(timers.freeze(at === undefined ? undefined : Date.parse(at)));
    },

    /** Resumes the clock from its current time. */
    resume(): Promise<ClockView> {
      return moved(timers.resume());
    },
  };
}

/** Waits for a move of the clock, then reports the move as an event. */
export async function clockMoved(
  { clock, events }: Pick<ControlGateway, 'clock' | 'events'>,
  move: Promise<void>,
): Promise<ClockView> {
  await move.catch(refuse);
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
