import { GatewayClient } from '@inrgate/sdk';
import { expect, test } from 'vitest';
import { WaitingCalls } from './waiting-calls.ts';

test('a received error code cannot send control characters to the terminal', async () => {
  const body = { code: 429, success: false, message: 'Slower.', error: 'slow\u202edown' };
  const client = new GatewayClient({
    baseUrl: 'http://127.0.0.1/v3',
    mchId: 'SHOP1',
    mchKey: 'key-of-shop-1',
    maxRetries: 0,
    fetch: async () => Response.json(body, { status: 429 }),
  });
  const stop = new AbortController();
  const whys: string[] = [];
  const calls = new WaitingCalls(async (_ms, why) => {
    whys.push(why);
    stop.abort();
  }, stop.signal);
  await expect(calls.ask(() => client.payins.retrieve({ mchOrderNo: 'A-1' }))).rejects.toThrow('429');
  expect(whys).toEqual(['the gateway returned slow\\u{202e}down']);
});
