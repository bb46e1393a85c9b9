import { expect, it } from 'vitest';
import { RateLimit } from '../../src/limits/rate-limit.ts';
import { SignatureLock } from '../../src/limits/signature-lock.ts';
import { newRecord, recordBody, recordResponse } from '../../src/log/record.ts';
import { RequestLog } from '../../src/log/request-log.ts';
import { alive } from '../alive.ts';

const count = 300;
const bodyBytes = 60_000;

/** Returns the number of bytes in use after the work. Does not keep its result. */
async function keptBy(work: () => unknown): Promise<number> {
  const before = await alive();
  const kept = work();
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

it.each<readonly [string, () => Promise<unknown>]>([
  [
    'the request log',
    async () => {
      const log = new RequestLog();
      for (let index = 0; index < count; index++) {
        const part = partOf(index);
        const request = { ...wire, ip: part, path: part, headers: () => [[part, part] as const] };
        const record = newRecord(request, log.epoch);
        recordBody(record, bodyOf(index).subarray(0, 20));
        recordResponse(record, { status: 200, headers: {}, body: JSON.stringify({ part }) });
        Object.assign(record, { mchId: part, mchOrderNo: part, explanation: part });
        record.parameters = new Map([[part, part]]);
        log.add(record);
      }
      return log;
    },
  ],
  [
    'the rate windows',
    async () => {
      const rates = new RateLimit();
      for (let index = 0; index < count; index++) rates.admit(`127.0.0.1 ${partOf(index)}`, 120, 0);
      return rates;
    },
  ],
  [
    'the rate windows with a merchant ID as long as a body',
    async () => {
      const rates = new RateLimit();
      for (let index = 0; index < count; index++) rates.admit(`::1 ${bodyOf(index)}`, 120, 0);
      return rates;
    },
  ],
  [
    'the signature locks',
    async () => {
      const locks = new SignatureLock();
      const rule = { failures: 10, windowSeconds: 600, lockSeconds: 900 };
      for (let index = 0; index < count; index++) locks.recordFailure(partOf(index), rule, 0);
      return locks;
    },
  ],
])('the memory of %s contains only the stored part of a body', async (_, work) => {
  // With a leak, eighteen megabytes would stay in memory.
  expect(await keptBy(work)).toBeLessThan(5_000_000);
});
