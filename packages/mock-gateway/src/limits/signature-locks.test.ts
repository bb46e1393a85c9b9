import { expect, it } from 'vitest';
import { explainLock } from './signature-locks.ts';

it.each([
  [900_000, '15m'],
  [841_000, '15m'],
  [840_000, '14m'],
  [60_000, '1m'],
  [59_001, '1m'],
  [59_000, '59s'],
  [1, '1s'],
])('with %j ms left, an advance by %s ends a signature lock', (left, by) => {
  expect(explainLock({ ip: '::1', failures: 10, lockedUntil: 1_000_000 + left }, 1_000_000)).toContain(
    `\`inrgate mock advance ${by}\``,
  );
});
