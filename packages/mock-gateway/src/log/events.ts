import { formatIst, type Mask } from '@inrgate/sdk/internal';
import type { Callback } from '../domain/callback.ts';
import { merchantReference } from '../domain/deposit.ts';
import type { Change } from '../store/change.ts';
import { excerptOf, shownBody } from './shown-request.ts';

/** An event of the stream (contract: GET /events). */
export interface GatewayEvent {
  readonly type: 'request' | 'order' | 'callback' | 'clock' | 'fault' | 'check';
  readonly data: object;
}

/** Function that receives one event at a time. If it throws, the subscription ends. */
export type EventListener = (event: GatewayEvent) => void;

/** Publishes the gateway's events to its listeners. */
export class EventHub {
  readonly #failed: (error: unknown) => void;
  readonly #listeners = new Set<EventListener>();
  readonly #end = new AbortController();

  /** @param failed receives the errors of the listeners */
  constructor(failed: (error: unknown) => void = () => {}) {
    this.#failed = failed;
  }

  /** @param events creates the events. Called only if a listener exists */
  publish(events: () => Iterable<GatewayEvent>): void {
    if (this.#listeners.size === 0) return;
    for (const event of events()) for (const listener of this.#listeners) this.#notify(listener, event);
  }

  /** Removes a listener that throws, without an effect on other listeners. */
  #notify(listener: EventListener, event: GatewayEvent): void {
    try {
      listener(event);
    } catch (error) {
      this.#listeners.delete(listener);
      this.#failed(error);
    }
  }

  /** @returns the function that removes the listener. Callable without `this` */
  readonly subscribe = (listener: EventListener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Aborts when the gateway closes and publishes no more events. */
  get ended(): AbortSignal {
    return this.#end.signal;
  }

  end(): void {
    this.#end.abort();
    this.#listeners.clear();
  }
}

/** The event of a committed change of an order or a callback. Returns null for any other change. */
export function eventOf(change: Change, hideKeys: Mask) {
  switch (change.type) {
    case 'deposit': {
      const { kind, orderNo, mchId, state } = change.deposit;
      const mchOrderNo = merchantReference(change.deposit);
      return { type: 'order', data: { kind, orderNo, mchOrderNo, mchId, status: state.status } } as const;
    }
    case 'payout': {
      const { orderNo, mchOrderNo, mchId, state } = change.payout;
      const data = { kind: 'payout', orderNo, mchOrderNo, mchId, status: state.status } as const;
      return { type: 'order', data } as const;
    }
    case 'callback':
      return callbackEvent(change.callback, hideKeys);
    default:
      return null;
  }
}

/** Data of an event: a callback with its last attempt, without headers, and with the beginning of an unusual response. */
export function callbackEvent(callback: Callback, hideKeys: Mask) {
  const { id, event, mchId, orderNo, mchOrderNo, state, attempts, nextAttemptAt } = callback;
  const last = attempts.at(-1);
  const attempt =
    last === undefined
      ? null
      : {
          number: last.number,
          manual: last.manual,
          status: last.status,
          ok: last.ok,
          reason: last.reason,
          response:
            last.reason === null || !last.responseBody
              ? null
              : excerptOf(shownBody(last.responseBody, hideKeys)),
        };
  return {
    type: 'callback',
    data: {
      id,
      event,
      mchId,
      orderNo,
      mchOrderNo,
      state,
      // A callback without an attempt is due immediately. During a delivery, the time of the next attempt is unknown.
      nextAttemptAt:
        attempt === null || state !== 'pending' || nextAttemptAt === null ? null : formatIst(nextAttemptAt),
      attempt,
    },
  } as const;
}
