import { expect, it } from 'vitest';
import { sampleCallback, samplePayin, sampleSettings, t0 } from '../store/samples.contract.ts';
import { dueOf } from './due-of-change.ts';

it('the due time of a change is the earliest instant at which the change makes work due', () => {
  expect(dueOf([{ write: 'put_settings', settings: sampleSettings, version: 1 }])).toBeNull();
  const deposit = samplePayin('M', { expiresAt: t0 + 60_000 });
  expect(dueOf([{ write: 'insert_deposit', deposit }])).toBe(t0 + 60_000);
  const callback = sampleCallback('M');
  expect(
    dueOf([
      { write: 'insert_deposit', deposit },
      { write: 'enqueue', callback },
    ]),
  ).toBe(t0);
});
