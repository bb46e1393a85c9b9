import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { wait } from './call.ts';
import { gatewayError } from './failure.ts';

it.each([
  [0, 'not_sent', 'payins.create failed: the client could not read the arguments'],
  [1, 'unknown', 'payins.create failed: an unexpected error occurred after the client had sent a request'],
])('an unexpected error after %d attempts has the outcome %s', (attempts, outcome, message) => {
  const error = gatewayError('payins.create', new Error('key-1'), attempts);
  expect(error).toMatchObject({ name: 'GatewayError', outcome, attempts, message });
  expect(gatewayError('payins.create', error, 2)).toBe(error);
});

it('a finished wait removes its listener from the abort signal', async () => {
  const { signal } = new AbortController();
  await wait(0, signal);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
