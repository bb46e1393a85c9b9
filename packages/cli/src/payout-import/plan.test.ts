import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseIst } from '@inrgate/sdk/internal';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Journal } from './journal.ts';
import { coveredBy, planFor, refuseLeftOut, refuseRenumbered, totalsOf, withdrawnToday } from './plan.ts';
import { warnings } from './preview.ts';
import type { PayoutRow } from './rows.ts';

let folder: string;
let journal: Journal;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'inrgate-plan-'));
  journal = await Journal.open(path.join(folder, 'a.journal'), {
    baseUrl: 'http://127.0.0.1/v3',
    mchId: 'SHOP1',
  });
});
afterEach(async () => {
  await journal.close();
  rmSync(folder, { recursive: true, force: true });
});

const order = {
  orderNo: 'WD1',
  status: 'pending',
  fee: null,
  totalDebit: null,
  createdAt: '2026-11-21T00:00:00+05:30',
};

function row(line: number, amount = 100_000n, upiId = `payee${line}@okbank`): PayoutRow {
  const mchOrderNo = `W-${line}`;
  const params = { mchOrderNo, amount: '1000.00', upiId };
  return { line, mchOrderNo, amount, payType: 'upi', params, values: params };
}

test('the plan contains the rows without a payout, in the order of the file', async () => {
  const rows = [2, 3, 4, 5, 6, 7].map((line) => row(line));
  for (const one of rows.slice(0, 5)) await journal.intend(one);
  const [first, second, third, fourth] = rows;
  if (!first || !second || !third || !fourth) throw new Error('no rows');
  await journal.answer(first, { event: 'created', ...order });
  await journal.answer(second, { event: 'duplicate', ...order, accepted: true });
  await journal.answer(third, { event: 'refused', error: 'ifsc_invalid' });
  await journal.answer(fourth, { event: 'unknown', error: 'TimeoutError' });
  const { left, settled } = planFor('a.csv', rows, journal, false);
  expect(settled.map(({ line }) => line)).toEqual([2, 3]);
  expect(left.map(({ line }) => line)).toEqual([4, 5, 6, 7]);
});

test.each(['created', 'open'])(
  'the plan rejects a changed row whose earlier attempt is %s, with the line number',
  async (kind) => {
    await journal.intend(row(2));
    if (kind === 'created') await journal.answer(row(2), { event: 'created', ...order });
    const changed = { ...row(2, 100_000n, 'mallory@okbank'), line: 9 };
    expect(() => planFor('a.csv', [changed], journal, false)).toThrow(
      'a.csv:9: W-2 was already sent from line 2 with different values',
    );
  },
);

test.each(['created', 'open'])(
  '--skip-invalid does not apply to a row whose earlier attempt is %s',
  async (kind) => {
    await journal.intend(row(2));
    if (kind === 'created') await journal.answer(row(2), { event: 'created', ...order });
    const leaveOut = (line: number) =>
      refuseLeftOut('a.csv', [{ line, mchOrderNo: `W-${line}`, problems: [] }], journal);
    expect(() => leaveOut(2)).toThrow('a.csv:2: W-2 was already sent, so --skip-invalid cannot skip the row');
    expect(() => leaveOut(3)).not.toThrow();
  },
);

test('the plan accepts a corrected row after the gateway rejected the row', async () => {
  await journal.intend(row(2));
  await journal.answer(row(2), { event: 'refused', error: 'ifsc_invalid' });
  const corrected = row(2, 100_000n, 'other@okbank');
  expect(planFor('a.csv', [corrected], journal, false).left).toEqual([corrected]);
});

test('a row with an unknown outcome must stay in the file until the outcome is known', async () => {
  await journal.intend(row(2));
  expect(() => planFor('a.csv', [row(3)], journal, false)).toThrow(
    'a.csv: W-2, formerly on line 2, is missing from the file',
  );
  await journal.answer(row(2), { event: 'created', ...order });
  expect(planFor('a.csv', [row(3)], journal, false).left).toHaveLength(1);
});

test.each([
  ['created', 'has paid'],
  ['duplicate', 'may have paid'],
] as const)(
  'the plan rejects a new order number if the %s payout of a removed row %s the same destination',
  async (event, paid) => {
    await journal.intend(row(2));
    await journal.answer(row(2), { event, ...order });
    const renumbered = { ...row(7, 100_000n, 'PAYEE2@okbank'), line: 2 };
    const plan = planFor('a.csv', [renumbered, row(3)], journal, false);
    expect(() => refuseRenumbered('a.csv', plan, journal)).toThrow(
      `a.csv:2: W-7 has the same amount and destination as W-2. This import ${paid} W-2`,
    );
  },
);

test('the plan rejects a row with a new order number if the first row was a duplicate of an unknown payout', async () => {
  await journal.intend(row(2));
  await journal.answer(row(2), { event: 'refused', error: 'duplicate_order' });
  const plan = planFor('a.csv', [row(7, 100_000n, 'payee2@okbank')], journal, false);
  expect(() => refuseRenumbered('a.csv', plan, journal)).toThrow(
    'a.csv:7: W-7 has the same amount and destination as W-2. This import may have paid',
  );
});

test('a row may get a new order number if its order number belongs to another payout', async () => {
  await journal.intend(row(2));
  await journal.answer(row(2), { event: 'refused', error: 'duplicate_order', orderNo: 'WD9' });
  const plan = planFor('a.csv', [row(7, 100_000n, 'payee2@okbank')], journal, false);
  refuseRenumbered('a.csv', plan, journal);
  expect(plan.left).toHaveLength(1);
});

test('the plan accepts the removal but not the renumbering of a row whose payout has another amount at the gateway', async () => {
  await journal.intend(row(2));
  await journal.answer(row(2), { event: 'unknown', error: 'other_amount', orderNo: 'WD9' });
  expect(planFor('a.csv', [row(3)], journal, false).left).toHaveLength(1);
  const plan = planFor('a.csv', [row(7, 100_000n, 'payee2@okbank')], journal, false);
  expect(() => refuseRenumbered('a.csv', plan, journal)).toThrow(
    'a.csv:7: W-7 has the same amount and destination as W-2. This import may have paid',
  );
});

test.each([
  ['it pays another amount', row(7, 100_001n, 'payee2@okbank'), 'pending'],
  ['it pays another beneficiary', row(7), 'pending'],
  ['the first payout has failed', row(7, 100_000n, 'payee2@okbank'), 'failed'],
])('a row with a new order number is not a repeat when %s', async (_case, changed, status) => {
  await journal.intend(row(2));
  await journal.answer(row(2), { event: 'created', ...order, status });
  refuseRenumbered('a.csv', planFor('a.csv', [changed], journal, false), journal);
});

test('the plan rejects a row with a new order number if a payout to the same bank account exists', async () => {
  const account = { accountNumber: '001234567890', ifsc: 'HDFC0001234' };
  const bank = (line: number, bankCode: string, accountName: string): PayoutRow => {
    const values = { mchOrderNo: `W-${line}`, amount: '1000.00', bankCode, accountName, ...account };
    return { ...row(line), payType: 'bank', params: values, values };
  };
  const first = bank(2, 'HDFC Bank', 'Asha Rao');
  await journal.intend(first);
  await journal.answer(first, { event: 'created', ...order });
  const plan = planFor('a.csv', [bank(7, 'HDFC', 'Asha  Rao')], journal, false);
  expect(() => refuseRenumbered('a.csv', plan, journal)).toThrow(
    'a.csv:7: W-7 has the same amount and destination as W-2. This import has paid',
  );
});

test('the plan accepts two rows with the same amount and destination in one file', async () => {
  await journal.intend(row(2));
  await journal.answer(row(2), { event: 'created', ...order });
  const twin = row(7, 100_000n, 'payee2@okbank');
  refuseRenumbered('a.csv', planFor('a.csv', [row(2), twin], journal, false), journal);
});

test('the plan rounds the fee of each payout separately', () => {
  // 6.5 % of 500.07 is 32.50455, but 6.5 % of 1,000.14 is 65.0091.
  const rows = [row(2, 50_007n), row(3, 50_007n)];
  expect(totalsOf(rows)).toEqual({ amount: 100_014n, fee: 8_500n, totalDebit: 108_514n });
});

test('the plan counts how many of the first rows the balance covers', () => {
  const rows = [row(2), row(3), row(4, 50_000n)];
  expect(coveredBy('2692.50', rows)).toBe(3);
  expect(coveredBy('2692.49', rows)).toBe(2);
  expect(coveredBy('1074.99', rows)).toBe(0);
  expect(coveredBy('-5.00', rows)).toBe(0);
});

test('the daily limit counts payouts that were created on the current IST day and have not failed', async () => {
  const rows = [row(2), row(3), row(4)];
  const days = ['2026-11-21T00:00:00+05:30', '2026-11-20T23:59:59+05:30', '2026-11-21T10:00:00+05:30'];
  for (const [index, one] of rows.entries()) {
    await journal.intend(one);
    const status = index === 2 ? 'failed' : 'pending';
    await journal.answer(one, { event: 'created', ...order, status, createdAt: days[index] ?? null });
  }
  const now = parseIst('2026-11-21T12:00:00+05:30');
  expect(withdrawnToday(planFor('a.csv', rows, journal, false), journal, now)).toBe(100_000n);
});

test.each([
  ['2026-11-20T18:30:00Z', true],
  ['2026-11-20T18:29:59.999Z', false],
  ['2026-11-21T23:59:59+0530', true],
  ['2026-11-22T00:00:00+05:30', false],
  ['2026-11-21 10:00:00', true],
  ['1763706600', false],
  [null, false],
])('a payout created at %s counts towards the current IST day: %s', async (createdAt, isToday) => {
  await journal.intend(row(2));
  await journal.answer(row(2), { event: 'created', ...order, createdAt });
  const now = parseIst('2026-11-21T12:00:00+05:30');
  const today = withdrawnToday(planFor('a.csv', [row(2)], journal, false), journal, now);
  expect(today).toBe(isToday ? 100_000n : 0n);
});

test('the plan warns of an insufficient balance, an exceeded daily limit and identical rows', () => {
  const left = [row(2), row(3), row(4, 100_000n, 'PAYEE2@okbank'), row(5, 200_000n, 'payee2@okbank')];
  const plan = { left, settled: [] };
  const preview = {
    plan,
    totals: totalsOf(left),
    available: '2150.00',
    dailyLimit: 500_000n,
    today: 1n,
    requestsPerMinute: 110,
  };
  expect(warnings(preview).map((text) => text.replace(/[.,] .*$/, ''))).toEqual([
    'the balance 2150.00 is below the total of 5365.00',
    'the total of 5000.01 is above the daily limit of 5000.00 (--daily-limit)',
    'lines 2',
  ]);
  const enough = { ...preview, available: '5365.00', today: 0n };
  expect(warnings(enough)).toHaveLength(1);
});
