import { type Duration, formatIst } from '@inrgate/sdk/internal';
import { z } from 'zod';
import { ClockError, type GatewayClock } from '../clock/gateway-clock.ts';
import { ControlError } from '../http/core/control-error.ts';
import type { ControlDeps } from './deps.ts';
import { durationInput, parseInput } from './input.ts';
import type { ControlEvent } from './responses/events.ts';
import type { ControlResponse } from './responses/responses.ts';

/** How far the clock goes; its text is read by `advance`, in process as well. */
export const advanceInput = z.strictObject({
  by: z.string({ error: 'must be a duration, for example "31m"' }),
});
/** A later instant to stand still at; now when it is left out. */
export const freezeInput = z.strictObject({
  at: z.iso.datetime({ offset: true, error: 'must be an ISO-8601 time with its offset' }).optional(),
});

/** So that a bad one is refused by the name of its key. */
const duration = z.strictObject({ by: durationInput });

export type FreezeInput = z.input<typeof freezeInput>;
/** The clock as the control API shows it. */
export type ClockView = ControlResponse<'Clock'>;

/** The clock as the control API and its events tell it. */
export function clockView(clock: GatewayClock): ClockView {
  return { now: formatIst(clock.now()), mode: clock.mode };
}

/** One clock for everything; it only goes forward (contract: GET /clock). */
export function clockControls({ clock, timetable, events }: ControlDeps) {
  const view = () => clockView(clock);

  async function moved(move: Promise<void>): Promise<ClockView> {
    await move.catch(refuse);
    const now = view();
    events.publish(() => [{ type: 'clock', data: now } satisfies ControlEvent]);
    return now;
  }

  return {
    /** The gateway's time, ISO-8601 IST, and whether it runs. */
    get: view,

    /**
     * Goes through every timer that falls due, in order, each at its own instant, and answers when the deliveries it
     * started have ended. A callback handler must respond before it moves the clock: the move waits for its response,
     * so otherwise the attempt fails after 8 s.
     *
     * @param by `s`, `m`, `h`, `d`, also combined: `31m`, `1h30m`
     */
    async advance(by: Duration): Promise<ClockView> {
      return moved(timetable.advance(parseInput(duration, { by }).by));
    },

    /** Goes to the next instant at which an order expires or a callback is due; stays when there is none. */
    async advanceToNext(): Promise<ClockView> {
      return moved(timetable.advanceToNext());
    },

    /** Stands still, now or at a later instant, to which it advances. */
    async freeze(input: FreezeInput = {}): Promise<ClockView> {
      const { at } = parseInput(freezeInput, input);
      return moved(timetable.freeze(at === undefined ? undefined : Date.parse(at)));
    },

    /** Runs on from where it stood. */
    resume(): Promise<ClockView> {
      return moved(timetable.resume());
    },
  };
}

function refuse(error: unknown): never {
  if (error instanceof ClockError && (error.code === 'clock_stopped' || error.code === 'clock_held'))
    throw new ControlError(
      'illegal_transition',
      `${error.message[0]?.toUpperCase()}${error.message.slice(1)}.`,
      { cause: error },
    );
  if (error instanceof ClockError) throw new ControlError('invalid_body', error.message);
  throw error;
}
