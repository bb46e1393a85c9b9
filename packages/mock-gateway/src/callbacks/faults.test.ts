import { encodeCallback } from '@inrgate/sdk/internal';
import { parseFlat, textParams, verifySignature } from '@inrgate/sdk/protocol';
import { expect, it } from 'vitest';
import { tamper } from './faults.ts';

it.each(['json', 'form'] as const)(
  'a tampered %s body is well-formed but has an invalid signature',
  (format) => {
    const fields = { mchId: 'M', amount: '500.00', extra: 'a & b+c', test: true };
    const { body, contentType } = encodeCallback(fields, 'key', format);
    const read = (text: string) => textParams(parseFlat(new TextEncoder().encode(text), contentType));
    const before = read(body);
    const after = read(tamper(body, format));
    expect(verifySignature(before, 'key', before.get('sign') ?? '')).toBe(true);
    expect(after).toEqual(new Map(before).set('amount', '9500.00'));
    expect(verifySignature(after, 'key', after.get('sign') ?? '')).toBe(false);
  },
);
