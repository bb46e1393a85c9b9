import { setImmediate as turn } from 'node:timers/promises';
import { type ExplainOptions, explainSignatureSteps } from '@inrgate/sdk/protocol';
import { expect, it } from 'vitest';
import { SignatureDoctor } from './doctor.ts';

const parameters = new Map([
  ['mchId', 'M1'],
  ['mchOrderNo', 'A'],
  ['amount', '5.00'],
  ['extra', 'blue shirt'.repeat(500)],
  ['sign', 'A'.repeat(32)],
]);
const options: ExplainOptions = { keys: { mchKey: 'key-of-m1' }, operation: 'payin', maxHashes: 200 };

it('while others are served, each of its steps is followed by many turns of theirs', async () => {
  let served = 0;
  let isOver = false;
  const explained = new SignatureDoctor(() => served).explain(1, parameters, options);
  void explained.then(() => {
    isOver = true;
  });
  for (; !isOver; served++) {
    answer();
    await turn();
  }
  expect(served).toBeGreaterThan(8 * stepsOf());
});

it('while nobody is, it does not wait', async () => {
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

function stepsOf(): number {
  const steps = explainSignatureSteps(parameters, options);
  let count = 1;
  while (!steps.next().done) count += 1;
  return count;
}

/** A request that takes half a millisecond, or more on a machine that is loaded. */
function answer(): void {
  const end = performance.now() + 0.5;
  while (performance.now() < end);
}
