import { expect, it } from 'vitest';
import { faultInput } from './fault.ts';

const drop = { endpoint: 'payin', phase: 'before', action: { kind: 'drop' } } as const;

it.each([
  { ...drop, action: { kind: 'duplicate' } },
  { ...drop, phase: 'later' },
  { ...drop, times: 0 },
  { ...drop, action: { kind: 'status', status: 200 } },
  { ...drop, unknown: true },
])('no fault is %o', (input) => {
  expect(faultInput.safeParse(input).success).toBe(false);
  expect(faultInput.safeParse(drop).success).toBe(true);
});
