import type { ControlClient, ControlResponse } from '@inrgate/mock-gateway/control';
import type { Played } from './play.ts';

type Callback = ControlResponse<'Callback'>;

/** The callbacks of the orders that a play was about, oldest first. */
export async function callbacksOf(
  control: ControlClient,
  played: readonly Played[],
): Promise<readonly Callback[]> {
  const numbers = played.map(({ result }) => result['orderNo'] ?? result['linkCode']);
  const orders = new Set(numbers.filter((number) => typeof number === 'string'));
  const lists = await Promise.all(
    [...orders].map((orderNo) => control.page('/callbacks', { query: { orderNo } })),
  );
  return lists.flatMap(({ items }) => items.toReversed());
}

/**
 * What the endpoint was sent and did not acknowledge, each with why. What had no address was not sent, and what a fault
 * dropped never arrived: that is no fault of the endpoint's.
 */
export function unacknowledged(played: readonly Played[], callbacks: readonly Callback[]): readonly string[] {
  const tests = played.filter(
    ({ step, result, deviation }) =>
      step.run === 'merchants.testCallback' && deviation === null && result['acceptedFormat'] === null,
  );
  const failed = callbacks.filter(
    (callback) => !/^(delivered|undeliverable)$/.test(callback.state) && !wasDropped(callback),
  );
  return [
    ...tests.map(() => 'test, in neither format'),
    ...failed.map((callback) => `${callback.event}: ${callback.attempts.at(-1)?.reason ?? 'no answer yet'}`),
  ];
}

function wasDropped({ attempts }: Callback): boolean {
  return attempts.at(-1)?.fault?.kind === 'drop';
}
