import { explainSignature } from '@inrgate/sdk/doctor';
import { expect } from 'vitest';
import { type Draw, draws, payin, randomKey } from './generator.ts';

/** Formats of random signs, so every parser runs. */
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

export function hex(draw: Draw, length: number): string {
  return Array.from({ length }, () => draw.int(16).toString(16)).join('');
}

/** Expects that the doctor explains no random sign. */
export function expectUnexplained(count: number): void {
  const draw = draws(2026);
  for (let at = 0; at < count; at++) {
    const given = { ...Object.fromEntries(payin(draw)), sign: draw.pick(shapes)(draw) };
    const keys = { mchKey: randomKey(draw), mchSecret: randomKey(draw) };
    // The limit allows every single mistake and the first pairs.
    const explanation = explainSignature(given, { operation: 'payin', keys, maxHashes: 900 });
    if (explanation.verdict !== 'unexplained') expect({ given, explanation }).toBeUndefined();
  }
}
