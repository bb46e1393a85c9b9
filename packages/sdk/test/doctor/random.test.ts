import { explainSignature } from '@inrgate/sdk/protocol';
import { expect, it } from 'vitest';
import { type Draw, draws, payin, randomKey } from './generator.ts';

/** `INRGATE_RANDOM_SIGNS=100000` for the long form. */
const count = Number(process.env['INRGATE_RANDOM_SIGNS'] ?? 200);

/** The shapes that a sign can have, so that each way to read one is tried. */
const shapes: readonly ((draw: Draw) => string)[] = [
  (draw) => hex(draw, 32).toUpperCase(),
  (draw) => hex(draw, 32),
  (draw) => hex(draw, 16),
  (draw) => hex(draw, 20 + draw.int(12)),
  (draw) => hex(draw, draw.pick([40, 64, 128])),
  (draw) => Buffer.from(hex(draw, 32), 'hex').toString('base64'),
  (draw) => btoa(hex(draw, 32)),
  (draw) => Array.from({ length: 36 }, () => draw.int(10)).join(''),
  (draw) => `${hex(draw, 8)}ffffff${hex(draw, 20)}ffffff${hex(draw, 4)}`,
  (draw) => ` "${hex(draw, 32)}"  -`,
];

function hex(draw: Draw, length: number): string {
  return Array.from({ length }, () => draw.int(16).toString(16)).join('');
}

it(`of ${count} random signs none is explained [contract:doctor.nothing-false]`, {
  timeout: 3_600_000,
}, () => {
  const draw = draws(2026);
  for (let at = 0; at < count; at++) {
    const given = { ...Object.fromEntries(payin(draw)), sign: draw.pick(shapes)(draw) };
    const keys = { mchKey: randomKey(draw), mchSecret: randomKey(draw) };
    // Every single mistake, and the first pairs.
    const explanation = explainSignature(given, { operation: 'payin', keys, maxHashes: 900 });
    if (explanation.verdict !== 'unexplained') expect({ given, explanation }).toBeUndefined();
  }
});

it('nor is one with every pair tried [contract:doctor.nothing-false]', () => {
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
