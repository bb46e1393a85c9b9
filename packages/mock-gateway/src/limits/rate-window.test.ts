import { expect, it } from 'vitest';
import { RateWindow } from './rate-window.ts';

it('the rate window is bounded, however many callers are claimed', async () => {
  const window = new RateWindow();
  for (let caller = 0; caller < 30_000; caller++) await window.admit(String(caller), 1, 0);
  expect(await window.admit('29999', 1, 1)).toBe(60);
  expect(await window.admit('0', 1, 1)).toBeNull();
});
