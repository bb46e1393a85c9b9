import { formatIst } from '@inrgate/sdk/internal';
import { expect, it } from 'vitest';
import { RateWindow } from '../../src/limits/rate-window.ts';
import { SignatureLock } from '../../src/limits/signature-lock.ts';
import { keepExchange } from '../../src/observability/kept-exchange.ts';
import { RecentRequests } from '../../src/observability/recent-requests.ts';
import { capacity } from '../../src/observability/request-log.ts';
import { newTrace } from '../../src/observability/trace.ts';
import { alive } from '../alive.ts';

const count = 300;
const bodyBytes = 60_000;

/** Returns the number of bytes in use after the work. Does not keep its result. */
async function keptBy(work: () => unknown): Promise<number> {
  const before = await alive();
  const kept = await work();
  const bytes = (await alive()) - before;
  expect(kept).toBeDefined();
  return bytes;
}

/** Creates a body as a socket would deliver it, large enough to be noticed in memory. */
function bodyOf(index: number): Buffer {
  return Buffer.from(`${String(index).padStart(20, '0')}${'x'.repeat(bodyBytes)}`);
}

/** Returns a substring of the body, as a parameter would be. */
function partOf(index: number): string {
  return bodyOf(index).toString().slice(0, 20);
}

const wire = {
  method: 'POST',
  path: '/v3/payin',
  query: '',
  header: () => null,
  body: async () => null,
  signal: new AbortController().signal,
};

it('the memory of the request log is limited, even if its strings are slices of large bodies', async () => {
  const bytes = await keptBy(async () => {
    const log = new RecentRequests();
    for (let index = 0; index < 5 * count; index++) {
      const part = partOf(index);
      const request = { ...wire, ip: part, headers: () => [[part, part] as const] };
      await log.record({
        ...request,
        ...newTrace({ ports: { isPresent: () => true } }),
        time: formatIst(0),
        path: part,
        mchId: part,
        mchOrderNo: part,
        explanation: part,
        parameters: new Map([[part, part]]),
        exchange: keepExchange(request, bodyOf(index), { status: 200, headers: {}, body: part }),
        status: 200,
        durationMs: 1,
      });
    }
    return log;
  });
  // All bodies together contain ninety megabytes.
  expect(bytes).toBeLessThan(2 * capacity.bytes);
});

it.each<readonly [string, () => Promise<unknown>]>([
  [
    'the rate windows',
    async () => {
      const rates = new RateWindow();
      for (let index = 0; index < count; index++) await rates.admit(`127.0.0.1 ${partOf(index)}`, 120, 0);
      return rates;
    },
  ],
  [
    'the rate windows with a merchant ID as long as a body',
    async () => {
      const rates = new RateWindow();
      for (let index = 0; index < count; index++) await rates.admit(`::1 ${bodyOf(index)}`, 120, 0);
      return rates;
    },
  ],
  [
    'the signature locks',
    async () => {
      const locks = new SignatureLock();
      const rule = { failures: 10, windowSeconds: 600, lockSeconds: 900 };
      for (let index = 0; index < count; index++) await locks.recordFailure(partOf(index), rule, 0);
      return locks;
    },
  ],
])('the memory of %s contains only the stored part of a body', async (_, work) => {
  // With a leak, eighteen megabytes would stay in memory.
  expect(await keptBy(work)).toBeLessThan(5_000_000);
});
