import { explainSignature } from '@inrgate/sdk/doctor';
import { expect, it } from 'vitest';
import { draws, payin, randomKey } from './generator.ts';
import { expectUnexplained, hex } from './random.ts';

it('the doctor explains none of 80 random signs [contract:doctor.nothing-false]', () =>
  expectUnexplained(80));

it('the doctor explains no random sign when it tries every pair [contract:doctor.nothing-false]', () => {
  const draw = draws(7);
  for (let at = 0; at < 2; at++) {
    const given = { ...Object.fromEntries(payin(draw)), sign: hex(draw, 32).toUpperCase() };
    const keys = { mchKey: randomKey(draw), mchSecret: randomKey(draw) };
    const options = { operation: 'payin', keys, timeLimit: Number.POSITIVE_INFINITY } as const;
    expect(explainSignature(given, options)).toMatchObject({
      verdict: 'unexplained',
      tried: { complete: true },
    });
  }
});
