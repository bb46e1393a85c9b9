import { expect, it } from 'vitest';
import { faultInput } from './fault.ts';
import { FaultList, firstSeed } from './fault-list.ts';
import { seededDraw } from './seeded-draw.ts';

const drop = { endpoint: 'payin', phase: 'before', action: { kind: 'drop' } } as const;
const callback = { endpoint: 'callback', action: { kind: 'drop' } } as const;
const subject = { mchId: 'M1', mchOrderNo: 'A' };

it.each([
  { ...drop, action: { kind: 'duplicate' } },
  { ...drop, phase: 'later' },
  { ...drop, times: 0 },
  { ...drop, action: { kind: 'status', status: 200 } },
  { ...drop, action: { kind: 'status', status: 500, error: '' } },
  { ...drop, action: { kind: 'status', status: 500, error: 'x'.repeat(101) } },
  { ...drop, action: { kind: 'status', status: 500, retryAfter: -1 } },
  { ...drop, action: { kind: 'status', status: 500, retryAfter: 86_401 } },
  { ...drop, action: { kind: 'delay', ms: -1 } },
  { ...drop, action: { kind: 'delay', ms: 600_001 } },
  { ...drop, unknown: true },
  { ...callback, action: { kind: 'delay', ms: -1 } },
  { ...callback, action: { kind: 'delay', ms: 600_001 } },
  { ...callback, phase: 'later' },
])('the input %o is not a fault', (input) => {
  expect(faultInput.safeParse(input).success).toBe(false);
  expect(faultInput.safeParse(drop).success).toBe(true);
});

it.each([
  { ...drop, action: { kind: 'status', status: 400, error: 'x', retryAfter: 0 } },
  { ...drop, action: { kind: 'status', status: 599, error: 'x'.repeat(100), retryAfter: 86_400 } },
  { ...drop, phase: 'after', action: { kind: 'delay', ms: 0 } },
  { ...drop, action: { kind: 'delay', ms: 600_000 } },
  { ...callback, phase: 'before', action: { kind: 'delay', ms: 0 } },
  { ...callback, phase: 'after', action: { kind: 'delay', ms: 600_000 } },
])('the input %o is a fault', (input) => {
  expect(faultInput.parse(input)).toEqual(input);
});

it('a fault does not apply if the random draw equals its probability', async () => {
  const list = new FaultList();
  await list.add({ ...drop, probability: seededDraw(firstSeed)() });
  expect(await list.strikeWire('payin', 'before', subject)).toBeNull();
});
