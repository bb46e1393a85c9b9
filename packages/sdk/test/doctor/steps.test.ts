import type { explainSignatureSteps as Explain, SignedParameters } from '@inrgate/sdk/doctor';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** Count the expensive work of each step, because this count is the same on any machine. */
const work = vi.hoisted(() => ({ hashed: 0 }));
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  const hash = (algorithm: string, data: string | Uint8Array, encoding?: 'hex' | 'base64') => {
    work.hashed += data.length;
    return crypto.hash(algorithm, data, encoding);
  };
  return { ...crypto, hash };
});

/** Load the module again, so no work is cached. */
let explainSignatureSteps: typeof Explain;
beforeEach(async () => {
  vi.resetModules();
  ({ explainSignatureSteps } = await import('@inrgate/sdk/doctor'));
});
afterEach(() => vi.restoreAllMocks());

const keys = { mchKey: 'demo-mch-key', mchSecret: 'demo-mch-secret' };
const order = {
  mchId: 'DEMO1001',
  mchOrderNo: 'ORDER-1',
  amount: '500.00',
  notifyUrl: 'http://127.0.0.1:3000/callbacks?shop=1&lang=en',
  extra: 'blue shirt + ünï चाय 支付宝',
};

function* steps(parameters: SignedParameters, maxHashes: number) {
  const options = { keys, operation: 'payin', maxHashes, timeLimit: Number.POSITIVE_INFINITY } as const;
  const sign = 'A'.repeat(32);
  return yield* explainSignatureSteps({ ...(parameters as object), sign }, options);
}

/** Returns the largest value of `count` in any step. */
function most(parameters: SignedParameters, maxHashes: number, count: () => number): number {
  const going = steps(parameters, maxHashes);
  let found = 0;
  for (let before = count(); ; before = count()) {
    const { done } = going.next();
    found = Math.max(found, count() - before);
    if (done) return found;
  }
}

describe('the steps of a search [contract:doctor.bounds]', () => {
  it.each([
    ['an ordinary request', order, 6_000, 130_000],
    ['a thousand parameters', Object.fromEntries(names(1_000)), 800, 130_000],
    ['a value of 64 KB', { ...order, extra: 'x'.repeat(65_000) }, 800, 600_000],
    ['64 KB of what is escaped', { ...order, extra: '&'.repeat(65_000) }, 800, 1_200_000],
  ] as const)('a step of a search hashes a bounded amount of data: %s', (_, given, hashes, bound) => {
    const found = most(given, hashes, () => work.hashed);
    expect(found).toBeGreaterThan(1_000);
    expect(found).toBeLessThan(bound);
  });

  it('a step of a search adds fewer than 1,000 entries to maps', () => {
    const put = vi.spyOn(Map.prototype, 'set');
    expect(most(order, 2_000, () => put.mock.calls.length)).toBeLessThan(1_000);
  });

  it('a search does not store the strings that it has tried', () => {
    const kept = vi.spyOn(Map.prototype, 'set');
    most({ ...order, extra: 'x'.repeat(65_000) }, 500, () => 0);
    expect(kept.mock.calls.filter(([text]) => String(text).length > 1_000)).toEqual([]);
  });

  it('the doctor does not search for mistakes in parameters of extreme size', () => {
    const going = steps(Object.fromEntries(names(1_001)), 1_000);
    expect(going.next()).toMatchObject({ done: true, value: { tried: { hypotheses: 0, complete: false } } });
  });

  it('an aborted search returns the results so far', () => {
    const ended = new AbortController();
    const going = explainSignatureSteps({ ...order, sign: 'A'.repeat(32) }, { keys, signal: ended.signal });
    expect(going.next().done).toBe(false);
    ended.abort();
    const last = going.next();
    expect(last).toMatchObject({ done: true, value: { verdict: 'unexplained', tried: { complete: false } } });
  });
});

function names(count: number): readonly (readonly [string, string])[] {
  return Array.from({ length: count }, (_, at) => [`f${at}`, `${at}`]);
}
