import { setTimeout, setImmediate as turn } from 'node:timers/promises';
import { type ExplainOptions, explainSignatureSteps } from '@inrgate/sdk/doctor';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SignatureDoctor as Doctor } from './signature-doctor.ts';

vi.mock('node:timers/promises', async (original) => {
  const timers = await original<typeof import('node:timers/promises')>();
  return { ...timers, setTimeout: vi.fn(timers.setTimeout) };
});
/** Simulate the time in milliseconds, because the speed of a busy machine varies. */
let now = 0;
/** Load the module after the timers are faked, because it saves the timers. */
let SignatureDoctor: typeof Doctor;
beforeEach(async () => {
  vi.resetModules();
  ({ SignatureDoctor } = await import('./signature-doctor.ts'));
  now = 1_000;
  // A search reads the clock for each string, so this clock makes a step take about a millisecond.
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 0.05));
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  vi.mocked(setTimeout).mockImplementation(async (ms = 0) => {
    for (const end = now + ms; now < end; now += 0.5) await turn();
  });
});
afterEach(() => vi.restoreAllMocks());

const parameters = new Map([
  ['mchId', 'M1'],
  ['mchOrderNo', 'A'],
  ['amount', '5.00'],
  ['extra', 'blue shirt'.repeat(500)],
  ['sign', 'A'.repeat(32)],
]);
const options: ExplainOptions = { keys: { mchKey: 'key-of-m1' }, operation: 'payin', maxHashes: 800 };

describe('the signature doctor of the request log [contract:doctor.pace]', () => {
  it('the signature doctor lets many other requests run after each of its steps', async () => {
    let served = 0;
    let isOver = false;
    const explained = new SignatureDoctor(() => served).explain(1, parameters, options);
    void explained.then(() => {
      isOver = true;
    });
    for (; !isOver; served++) {
      now += 0.5;
      await turn();
    }
    expect(served).toBeGreaterThan(8 * stepsOf());
  });

  it('the signature doctor does not wait if no other request is served', async () => {
    let turns = 0;
    let isOver = false;
    const counted = (async () => {
      for (; !isOver; turns++) await turn();
    })();
    await new SignatureDoctor(() => 0).explain(1, parameters, options);
    isOver = true;
    await counted;
    expect(turns).toBeLessThan(4 * stepsOf());
  });

  it('the signature doctor begins at most ten searches per second', async () => {
    vi.mocked(performance.now).mockReturnValue(1_000);
    vi.mocked(setTimeout).mockResolvedValue(undefined);
    const doctor = new SignatureDoctor(() => 0);
    for (const number of [1, 2, 3]) await doctor.explain(number, new Map(), options);
    expect(vi.mocked(setTimeout).mock.calls).toEqual([[100], [100]]);
  });

  it('a search that reaches its time limit does not stop the search for the next request', async () => {
    vi.mocked(AbortSignal.timeout).mockReturnValueOnce(AbortSignal.abort());
    const doctor = new SignatureDoctor(() => 0);
    const [early, late] = [
      await doctor.explain(1, parameters, options),
      await doctor.explain(1, parameters, options),
    ];
    expect(early?.tried.hypotheses).toBe(0);
    expect(late?.tried.hypotheses).toBe(800);
  });
});

function stepsOf(): number {
  const steps = explainSignatureSteps(parameters, options);
  let count = 1;
  while (!steps.next().done) count += 1;
  return count;
}
