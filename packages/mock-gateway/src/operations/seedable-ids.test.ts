import { expect, it } from 'vitest';
import { seedableIds } from './seedable-ids.ts';

const now = Date.UTC(2026, 10, 20, 9, 34, 5);

/** Returns one value of each kind that a seed determines. */
function drawn({
  payinOrderNo,
  payoutOrderNo,
  linkCode,
  usdtAddress,
  utr,
  txid,
}: ReturnType<typeof seedableIds>) {
  return [payinOrderNo(now), payoutOrderNo(now), linkCode(), usdtAddress(), utr(), txid()];
}

it('the same seed repeats order numbers and references', () => {
  const ids = seedableIds();
  const rounds = ['a', 'a', 'b', null, null].map((seed) => {
    ids.seed(seed);
    return drawn(ids);
  });
  expect(rounds[1]).toEqual(rounds[0]);
  const others = [rounds[0], ...rounds.slice(2)].flatMap((round) => round ?? []);
  expect(new Set(others).size).toBe(4 * 6);
  for (const round of rounds) {
    expect(round).toEqual([
      expect.stringMatching(/^PI20261120150405\d{8}$/),
      expect.stringMatching(/^WD20261120150405\d{8}$/),
      expect.stringMatching(/^[\da-f]{16}$/),
      expect.stringMatching(/^T[1-9A-HJ-NP-Za-km-z]{33}$/),
      expect.stringMatching(/^\d{12}$/),
      expect.stringMatching(/^[\da-f]{64}$/),
    ]);
  }
});

it('a seed does not affect tokens and keys', () => {
  const ids = seedableIds();
  const secrets = ['a', 'a'].map((seed) => {
    ids.seed(seed);
    return [ids.payToken(), ids.key(), ids.mchId(), ids.id('tx')];
  });
  expect(new Set(secrets.flat()).size).toBe(8);
});
