import type { Duration } from '@inrgate/sdk/internal';
import { expect } from 'vitest';
import { ControlError, type MockGateway } from '../../src/index.ts';
import type { Answer, Keys } from '../client.ts';
import { callerOf } from '../scenarios/harness.ts';
import * as model from './model.ts';

/** The gateway under test, with the data that a client knows. */
export interface Real {
  readonly gateway: MockGateway;
  readonly merchants: readonly Keys[];
  /** The gateway's order numbers, by `nameOf`. */
  readonly orderNos: Map<string, string>;
}

/** An action at the gateway and in the model. */
export interface Call {
  readonly name: string;
  readonly run: (real: Real) => Promise<string>;
  readonly alone: (state: model.State) => model.Did;
}

/** State of a test: the model, with what its calls have changed. */
export interface Played {
  state: model.State;
}

/** Makes a call and expects the response that the model returns. */
export async function play(played: Played, real: Real, call: Call): Promise<void> {
  const [answer, next] = call.alone(played.state);
  expect(await call.run(real), call.name).toBe(answer);
  played.state = next;
}

interface Outcome {
  readonly answers: readonly string[];
  readonly state: model.State;
}

/**
 * Returns the possible results of simultaneous calls. They are the results of the same calls in sequence, in any order.
 */
export function outcomesOf(calls: readonly Call[], before: model.State): readonly Outcome[] {
  return ordersOf(calls.length).map((order) => {
    const answers: string[] = [];
    let state = before;
    for (const index of order) {
      const [answer, next] = calls[index]?.alone(state) ?? ['', state];
      answers[index] = answer;
      state = next;
    }
    return { answers, state };
  });
}

/** Returns every order of `count` items. */
function ordersOf(count: number): readonly (readonly number[])[] {
  if (count === 0) return [[]];
  return ordersOf(count - 1).flatMap((order) =>
    Array.from({ length: count }, (_, place) => [...order.slice(0, place), count - 1, ...order.slice(place)]),
  );
}

export function nameOf(name: model.Name): string {
  return `${name.mchId} ${model.keyOf(name)}`;
}

/** A merchant's server. */
export function merchantOf({ gateway, merchants }: Real, mchId: string) {
  return callerOf(
    gateway,
    merchants.find((keys) => keys.mchId === mchId),
  );
}

const notifyUrl = 'http://merchant.example/links';

/** Sends the request that creates an order, as the merchant. */
export function send(real: Real, terms: model.Terms): Promise<Answer> {
  const { mchId, kind, reference, amount, tradeType = 'INRUPI' } = terms;
  const caller = merchantOf(real, mchId);
  if (kind === 'payins') return caller.payin({ mchOrderNo: reference, amount, tradeType });
  if (kind === 'payouts') return caller.payout({ mchOrderNo: reference, amount });
  const currency = tradeType === 'usdt' ? 'USDT' : 'INR';
  return caller.createLink({ client_ref: reference, amount, currency, notify_url: notifyUrl });
}

export function create(terms: model.Terms): Call {
  const { mchId, kind, reference, amount, tradeType = '' } = terms;
  return {
    name: `${mchId}: create ${kind} ${reference} ${amount} ${tradeType}`,
    run: async (real) => {
      const { status, error, data } = await send(real, terms);
      if (status !== 200) return `${status} ${error}`;
      const orderNo = idIn(data);
      expect(real.orderNos.get(nameOf(terms)) ?? orderNo).toBe(orderNo);
      real.orderNos.set(nameOf(terms), orderNo);
      return `200 ${data['status']}`;
    },
    alone: (state) => model.create(state, terms),
  };
}

export function idIn(data: Answer['data']): string {
  return String(data['orderNo'] ?? data['link_code']);
}

export function move(name: model.Name, done: model.MoveName): Call {
  return {
    name: `${name.mchId}: ${done} ${model.keyOf(name)}`,
    run: (real) => ofOrder(real, name, done),
    alone: (state) => model.move(state, name, done),
  };
}

export function resend(name: model.Name): Call {
  return {
    name: `${name.mchId}: resend ${model.keyOf(name)}`,
    run: (real) => ofOrder(real, name, 'resend'),
    alone: (state) => [(model.orderIn(state, name)?.events ?? []).length > 0 ? '200' : '404', state],
  };
}

function ofOrder(
  { gateway, orderNos }: Real,
  name: model.Name,
  call: model.MoveName | 'resend',
): Promise<string> {
  const calls = gateway[name.kind] as unknown as Readonly<Record<string, (id: string) => Promise<unknown>>>;
  return statusAfter(calls[call]?.(orderNos.get(nameOf(name)) ?? 'none') ?? expect.unreachable(call));
}

export function advance(by: Duration, ms: number): Call {
  return {
    name: `advance ${by}`,
    run: ({ gateway }) => statusAfter(gateway.clock.advance(by)),
    alone: (state) => ['200', { ...state, now: state.now + ms }],
  };
}

/** Returns the HTTP status of a control call. */
async function statusAfter(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return '200';
  } catch (error) {
    if (error instanceof ControlError) return String(error.status);
    throw error;
  }
}
