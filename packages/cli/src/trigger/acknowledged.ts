import type { ControlAnswer, ControlApi } from '../control/control-api.ts';
import type { Played } from './play.ts';

/** The callbacks of the orders that a play was about, oldest first. */
export async function callbacksOf(
  control: ControlApi,
  played: readonly Played[],
): Promise<readonly ControlAnswer[]> {
  const numbers = played.map(({ result }) => result['orderNo'] ?? result['linkCode']);
  const orders = new Set(numbers.filter((number) => typeof number === 'string'));
  const lists = await Promise.all([...orders].map((orderNo) => control.page('/callbacks', { orderNo })));
  return lists.flatMap(({ items }) => items.toReversed());
}

/**
 * What the endpoint was sent and did not acknowledge, each with why. What had no address was not sent, and what a fault
 * dropped never arrived: that is no fault of the endpoint's.
 */
export function unacknowledged(
  played: readonly Played[],
  callbacks: readonly ControlAnswer[],
): readonly string[] {
  const tests = played.filter(
    ({ step, result, deviation }) =>
      step.run === 'merchants.testCallback' && deviation === null && result['acceptedFormat'] === null,
  );
  const failed = callbacks.filter(
    (callback) => !/^(delivered|undeliverable)$/.test(String(callback['state'])) && !wasDropped(callback),
  );
  return [
    ...tests.map(() => 'test, in neither format'),
    ...failed.map(
      (callback) => `${callback['event']}: ${lastAttempt(callback)?.['reason'] ?? 'no answer yet'}`,
    ),
  ];
}

function wasDropped(callback: ControlAnswer): boolean {
  const fault = lastAttempt(callback)?.['fault'];
  return typeof fault === 'object' && fault !== null && 'kind' in fault && fault.kind === 'drop';
}

/** The attempts of a callback, first to last. */
export function attemptsOf({ attempts }: ControlAnswer): readonly ControlAnswer[] {
  return Array.isArray(attempts) ? attempts : [];
}

/** The latest attempt of a callback; undefined before the first. */
export function lastAttempt(callback: ControlAnswer): ControlAnswer | undefined {
  return attemptsOf(callback).at(-1);
}
