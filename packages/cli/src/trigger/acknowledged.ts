import type { ControlClient, ControlResponse } from '@inrgate/mock-gateway/control';
import type { StepResult } from './run-scenario.ts';

type Callback = ControlResponse<'Callback'>;

/** Lists the callbacks of the orders of a run, oldest first. */
export async function callbacksOf(
  control: ControlClient,
  results: readonly StepResult[],
): Promise<readonly Callback[]> {
  const numbers = results.map(({ result }) => result['orderNo'] ?? result['linkCode']);
  const orders = new Set(numbers.filter((number) => typeof number === 'string'));
  const lists = await Promise.all(
    [...orders].map((orderNo) => control.page('/callbacks', { query: { orderNo } })),
  );
  return lists.flatMap(({ items }) => items.toReversed());
}

/**
 * Lists the callbacks that the endpoint did not acknowledge, with the reason. Excludes callbacks without a URL and
 * callbacks that a fault dropped, because neither reached the endpoint.
 */
export function unacknowledged(
  results: readonly StepResult[],
  callbacks: readonly Callback[],
): readonly string[] {
  const tests = results.filter(
    ({ step, result, deviation }) =>
      step.run === 'merchants.testCallback' && deviation === null && result['acceptedFormat'] === null,
  );
  const failed = callbacks.filter(
    (callback) => !/^(delivered|undeliverable)$/.test(callback.state) && !wasDropped(callback),
  );
  return [
    ...tests.map(() => 'test callback in both formats'),
    ...failed.map(
      (callback) => `${callback.event}: ${callback.attempts.at(-1)?.reason ?? 'no response yet'}`,
    ),
  ];
}

function wasDropped({ attempts }: Callback): boolean {
  return attempts.at(-1)?.fault?.kind === 'drop';
}
