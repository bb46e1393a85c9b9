import { expect, it } from 'vitest';
import { maxCallers, nameOf, RateWindow } from './rate-window.ts';
import { maxAddresses, SignatureLock } from './signature-lock.ts';

it('the rate window uses bounded memory for any number of callers', async () => {
  const window = new RateWindow();
  for (let caller = 0; caller < 30_000; caller++) await window.admit(String(caller), 1, 0);
  expect(await window.admit('29999', 1, 1)).toBe(60);
  expect(await window.admit('0', 1, 1)).toBeNull();
});

it('the rate window stores the hash of a caller name that is longer than 256 characters', () => {
  const names = [256, 257, 300].map((length) => 'M'.repeat(length));
  expect(names.map((name) => nameOf(name).length)).toEqual([256, 64, 64]);
  expect(new Set(names.map(nameOf)).size).toBe(3);
});

it('if too many callers are stored, the rate window first deletes the caller that has been inactive longest', async () => {
  const window = new RateWindow();
  expect(await window.admit('busy', 2, 0)).toBeNull();
  for (let caller = 0; caller < 3 * maxCallers; caller++) {
    await window.admit(`once ${caller}`, 1, 1);
    if (caller % 1_000 === 0) await window.admit('busy', 2, 1);
  }
  expect(await window.admit('busy', 2, 2)).toBe(60);
});

it('if too many IP addresses are stored, the signature locks first delete the one with the oldest last failure', async () => {
  const rule = { failures: 3, windowSeconds: 600, lockSeconds: 900 };
  const locks = new SignatureLock();
  await locks.recordFailure('busy', rule, 0);
  for (let address = 0; address < 3 * maxAddresses - 7; address++) {
    await locks.recordFailure(`10.${address}`, { ...rule, failures: 1 }, 1);
    if (address === maxAddresses - 2 || address === 2 * maxAddresses - 4)
      await locks.recordFailure('busy', rule, 1);
  }
  expect(await locks.lockOf('busy', 2)).toMatchObject({ failures: 3 });
  expect(await locks.list(2)).toHaveLength(maxAddresses);
});
