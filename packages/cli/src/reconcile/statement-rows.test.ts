import { expect, test } from 'vitest';
import { listedOrders } from './list.ts';

function read(...rows: readonly Readonly<Record<string, string>>[]) {
  const table = { rows: rows.map((values, index) => ({ line: index + 2, values })), misfits: [] };
  return listedOrders(table, undefined);
}

const time = '2026-11-20T15:04:05+05:30';
const entry = (kind: string, mchOrderNo: string, net: string) => ({
  ...{
    time,
    kind,
    mchOrderNo,
    orderNo: `PI-${mchOrderNo}`,
    amount: '500.00',
    fee: '55.00',
    net,
    balance: '1.00',
  },
});

test('reconcile reads a statement as successful pay-ins and as payouts with their last status', () => {
  const { orders, problems } = read(
    { kind: 'openingBalance', balance: '1.00' },
    entry('payin', 'A-1', '445.00'),
    entry('hold', 'W-1', '-555.00'),
    entry('link', 'L-1', '445.00'),
    entry('hold', 'W-2', '-555.00'),
    entry('release', 'W-2', '555.00'),
    entry('capture', 'W-1', '0.00'),
    entry('hold', 'W-3', '-555.00'),
    entry('capture', 'W-4', '0.00'),
    { kind: 'credit', amount: '7.50', net: '7.50', balance: '1.00' },
    { kind: 'closingBalance', balance: '1.00' },
  );
  expect(problems).toEqual([]);
  expect(orders.map(({ line, type, mchOrderNo, values }) => [line, type, mchOrderNo, values])).toEqual([
    [
      3,
      'payin',
      'A-1',
      { orderNo: 'PI-A-1', amount: '500.00', fee: '55.00', status: 'success', netAmount: '445.00' },
    ],
    [
      4,
      'payout',
      'W-1',
      { orderNo: 'PI-W-1', amount: '500.00', fee: '55.00', status: 'success', totalDebit: '555.00' },
    ],
    [
      6,
      'payout',
      'W-2',
      { orderNo: 'PI-W-2', amount: '500.00', fee: '55.00', status: 'failed', totalDebit: '555.00' },
    ],
    [9, 'payout', 'W-3', { orderNo: 'PI-W-3', amount: '500.00', fee: '55.00', totalDebit: '555.00' }],
    [10, 'payout', 'W-4', { orderNo: 'PI-W-4', amount: '500.00', fee: '55.00', status: 'success' }],
  ]);
});

test('the error for an invalid statement entry names its line and its column', () => {
  const { problems } = read(
    entry('sale', 'A-1', '445.00'),
    entry('payin', 'A-2', '-445.00'),
    entry('hold', 'W-1', '555'),
    { kind: 'payin', net: '1.00' },
    entry('payin', 'A-3', '1.00'),
    entry('payin', 'A-3', '1.00'),
  );
  expect(problems.map(({ line, column }) => [line, column])).toEqual([
    [2, 'kind'],
    [3, 'net'],
    [4, 'net'],
    [5, 'mchOrderNo'],
    [7, 'mchOrderNo'],
  ]);
});
