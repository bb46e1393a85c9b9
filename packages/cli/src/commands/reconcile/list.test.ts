import { expect, test } from 'vitest';
import { listColumns, listedOrders, type OrderType } from './list.ts';

function read(values: Readonly<Record<string, string>>, type?: OrderType) {
  return listedOrders({ rows: [{ line: 2, values }], misfits: [] }, type);
}

test('a list may contain the fields of orders and the destinations of payouts', () => {
  expect(listColumns.needed).toEqual(['mchOrderNo']);
  expect(listColumns.known).toEqual(
    expect.arrayContaining(['type', 'status', 'paidAmount', 'totalDebit', 'upiId']),
  );
});

test('a listed order contains only the non-empty values of its row', () => {
  const { orders, problems } = read({
    type: 'payin',
    mchOrderNo: 'P-1',
    status: 'success',
    paidAmount: '499.00',
  });
  expect(problems).toEqual([]);
  expect(orders).toEqual([
    { line: 2, type: 'payin', mchOrderNo: 'P-1', values: { status: 'success', paidAmount: '499.00' } },
  ]);
});

test('the type of a row takes precedence over the type of the list', () => {
  expect(read({ type: 'payin', mchOrderNo: 'P-1' }, 'payout').orders[0]?.type).toBe('payin');
  expect(read({ mchOrderNo: 'P-1' }, 'payout').orders[0]?.type).toBe('payout');
});

test('a list may contain the same order number for a pay-in and a payout', () => {
  const rows = ['payin', 'payout', 'payin'].map((type, index) => ({
    line: index + 2,
    values: { type, mchOrderNo: 'A-1' },
  }));
  expect(listedOrders({ rows, misfits: [] }, undefined).problems).toEqual([
    { line: 4, column: 'mchOrderNo', reason: 'is repeated from line 2' },
  ]);
});

test('a row reports all its issues together, even if the row does not match the header', () => {
  const values = { mchOrderNo: 'A 1', type: 'payin', amount: '5', status: 'paid', totalDebit: '5.00' };
  const misfits = [{ line: 2, reason: 'the row has 2 values' }];
  const { orders, problems } = listedOrders({ rows: [{ line: 3, values }], misfits }, undefined);
  expect(orders).toEqual([]);
  expect(problems.map(({ line, column }) => `${line} ${column}`)).toEqual([
    '2 null',
    '3 mchOrderNo',
    '3 status',
    '3 amount',
    '3 totalDebit',
  ]);
});

test('the state of a row may be in upper or lower case', () => {
  expect(read({ mchOrderNo: 'A-1', type: 'payin', status: 'SUCCESS' }).problems).toEqual([]);
});

test.each([
  [{ type: 'payin' }, 'mchOrderNo', 'is missing'],
  [{ type: 'payin', mchOrderNo: 'A 1' }, 'mchOrderNo', 'must be 1 to 100 letters, digits and _ - . : # /'],
  [{ mchOrderNo: 'A-1' }, 'type', 'is missing. Add the column, or use --type'],
  [{ mchOrderNo: 'A-1', type: 'deposit' }, 'type', 'must be payin or payout'],
  [{ mchOrderNo: 'A-1', type: 'payout', paidAmount: '5.00' }, 'paidAmount', 'is not a field of a payout'],
  [
    { mchOrderNo: 'A-1', type: 'payin', amount: '500' },
    'amount',
    'must be an amount with two decimals, for example 500.00',
  ],
  [
    { mchOrderNo: 'A-1', type: 'payin', status: 'sucess' },
    'status',
    'must be one of pending, success, failed, expired',
  ],
  [
    { mchOrderNo: 'A-1', type: 'payout', status: 'PAID' },
    'status',
    'must be one of pending, processing, success, failed',
  ],
])('the list reader rejects the row %j', (values, column, reason) => {
  expect(read(values as Record<string, string>)).toEqual({
    orders: [],
    problems: [{ line: 2, column, reason }],
  });
});
